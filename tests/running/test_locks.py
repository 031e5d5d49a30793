import gc
import multiprocessing

from spminer.running.locks import hold


class Owner:
    pass


def tries(folder, queue):
    queue.put(hold(folder, hold))


def held_elsewhere(folder):
    """Whether another process is refused."""
    context = multiprocessing.get_context("spawn")
    queue = context.Queue()
    process = context.Process(target=tries, args=(folder, queue))
    process.start()
    found = queue.get(timeout=60)
    process.join()
    return not found


def test_a_folder_is_held_as_long_as_any_owner_lives(tmp_path):
    first, second = Owner(), Owner()
    assert hold(tmp_path, first)
    assert hold(tmp_path / ".", second)
    assert held_elsewhere(tmp_path)
    del first
    gc.collect()
    assert held_elsewhere(tmp_path)
    del second
    gc.collect()
    assert not held_elsewhere(tmp_path)

import gc
import subprocess
import sys

from spminer.running.locks import hold


class Owner:
    pass


def held_elsewhere(folder):
    """Whether another process is refused."""
    line = "import sys, pathlib; from spminer.running.locks import hold; print(hold(pathlib.Path(sys.argv[1]), hold))"
    done = subprocess.run([sys.executable, "-c", line, folder], capture_output=True, text=True, check=True)
    return {"True": False, "False": True}[done.stdout.strip()]


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

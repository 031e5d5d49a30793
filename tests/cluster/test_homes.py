from spminer.cluster.homes import Homes


def homes_of(homes, run, count, workers):
    return [homes.of((run, number), workers) for number in range(count)]


def test_every_worker_has_as_many_as_its_threads_say():
    found = homes_of(Homes(), "a", 12, {"one": 1, "three": 3})
    assert (found.count("one"), found.count("three")) == (3, 9)


def test_a_home_stays_while_its_worker_does():
    homes, workers = Homes(), {"x": 1, "y": 1}
    first = homes_of(homes, "a", 6, workers)
    assert homes_of(homes, "a", 6, workers) == first
    assert set(homes_of(homes, "a", 6, {"y": 1})) == {"y"}
    assert homes.of(("a", 0), {}) is None


def test_who_comes_later_gets_a_share():
    homes = Homes()
    assert set(homes_of(homes, "a", 8, {"x": 1})) == {"x"}
    later = homes_of(homes, "a", 8, {"x": 1, "y": 1})
    assert 3 <= later.count("y") <= 4
    assert homes_of(homes, "a", 8, {"x": 1, "y": 1}) == later


def test_other_runs_do_not_count():
    homes = Homes()
    homes_of(homes, "a", 8, {"x": 1})
    assert homes_of(homes, "b", 4, {"x": 1, "y": 1}).count("y") == 2


def test_what_is_remembered_has_an_end(monkeypatch):
    monkeypatch.setattr("spminer.cluster.homes._MOST", 5)
    homes = Homes()
    homes_of(homes, "a", 50, {"x": 1})
    assert len(homes._at) == 5

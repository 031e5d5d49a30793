from spminer.graphs import Dropped


def test_dropped_says_everything_in_one_line():
    assert Dropped().message() == ""
    assert Dropped(isolated_nodes=4).message() == ""
    assert Dropped(1, 2).message() == "dropped 1 self-loop and 2 repeated edges"
    assert "\n" not in Dropped(1, 2, extra_columns=True).message()
    assert "edge_labels" in Dropped(extra_columns=True).message()
    assert Dropped(1, extra_columns=True).message(columns=False) == "dropped 1 self-loop"

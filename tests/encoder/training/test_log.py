from spminer.encoder.training.log import append_line, cut_after

FIELDS = ("step", "loss")


def test_lines_come_after_one_header(tmp_path):
    path = tmp_path / "log.csv"
    append_line(path, {"step": 10, "loss": 0.123456789})
    append_line(path, {"step": 20, "loss": 1e-9})
    assert path.read_text() == "step,loss\n10,0.123457\n20,1e-09\n"


def test_lines_of_steps_that_will_be_made_again_are_dropped(tmp_path):
    path = tmp_path / "log.csv"
    for step in (10, 20, 30):
        append_line(path, {"step": step, "loss": 1 / step})
    cut_after(path, 20, FIELDS)
    assert path.read_text() == "step,loss\n10,0.1\n20,0.05\n"
    append_line(path, {"step": 25, "loss": 0.5})
    assert path.read_text().splitlines()[-1] == "25,0.5"
    cut_after(path, 0, FIELDS)
    assert path.read_text() == "step,loss\n"


def test_without_a_log_there_is_nothing_to_cut(tmp_path):
    cut_after(tmp_path / "log.csv", 5, FIELDS)
    assert not list(tmp_path.iterdir())

import numpy as np
import pytest

from spminer.encoder.training.plots import informative_dimensions, plot_curves, plot_embedding
from spminer.errors import InputError, UsageError

LOG = "step,seconds,pairs,pairs_per_second,loss,learning_rate,accuracy,average_precision\n"


def test_curves_of_a_log(tmp_path):
    log, path = tmp_path / "log.csv", tmp_path / "curves.svg"
    log.write_text(LOG + "100,1.5,6400,900,0.5,0.001,0.8,0.7\n200,3.0,12800,900,0.4,0.001,0.9,0.8\n")
    plot_curves(log, path)
    assert path.read_text().count("<svg") == 1


def test_an_empty_log_is_explained(tmp_path):
    log = tmp_path / "log.csv"
    log.write_text(LOG)
    with pytest.raises(InputError, match="no lines yet"):
        plot_curves(log, tmp_path / "curves.png")


def test_the_embedding_space(tmp_path):
    random = np.random.default_rng(0)
    plot_embedding(random.random((50, 3)), random.integers(3, 30, 50), tmp_path / "space.png")
    assert (tmp_path / "space.png").read_bytes()[1:4] == b"PNG"
    with pytest.raises(UsageError, match="cannot draw"):
        plot_embedding(random.random((50, 3)), random.integers(3, 30, 50), tmp_path / "space.nonsense")


def test_a_copy_of_the_first_dimension_is_not_chosen_as_the_second():
    random = np.random.default_rng(1)
    wide, narrow = random.normal(0, 5, 100), random.normal(0, 1, 100)
    assert informative_dimensions(np.stack([narrow, wide, 0.9 * wide, 0 * wide], axis=1)) == (1, 0)
    with pytest.raises(UsageError, match="at least two"):
        informative_dimensions(np.zeros((5, 1)))

import pytest

from spminer.encoder.model_file import model_digest
from spminer.errors import UsageError
from spminer.methods.weights import weights_digest
from spminer.results.request import MiningRequest


@pytest.mark.parametrize(
    ("options", "model"),
    [
        ({"method": "greedy"}, "default"),
        ({"method": "greedy", "induced": False}, "edge-induced"),
        ({"method": "mlp"}, "mlp"),
    ],
)
def test_the_digest_is_that_of_the_model_that_is_meant(options, model):
    assert weights_digest(MiningRequest(**options)) == model_digest(model)


@pytest.mark.parametrize(
    "options", [{}, {"method": "grow"}, {"method": "mfinder"}, {"method": "beam", "settings": {"score": "matched"}}]
)
def test_what_embeds_nothing_depends_on_no_weights(options):
    assert weights_digest(MiningRequest(**options)) is None


def test_a_model_that_there_is_not_is_refused():
    with pytest.raises(UsageError, match="no model 'mine'"):
        weights_digest(MiningRequest(method="mcts", settings={"model": "mine"}))

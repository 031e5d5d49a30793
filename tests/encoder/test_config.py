import json

import pytest

from spminer.encoder.config import ModelConfig, refuse_unknown
from spminer.errors import UsageError


@pytest.mark.parametrize("config", [ModelConfig(), ModelConfig(head=(), skip=False, conv="gin", output="mlp")])
def test_a_configuration_survives_json(config):
    assert ModelConfig.from_dict(json.loads(json.dumps(config.to_dict()))) == config


def test_settings_left_out_have_their_defaults():
    assert ModelConfig.from_dict({}) == ModelConfig()


def test_unknown_names_are_refused_with_those_that_are_known():
    with pytest.raises(UsageError, match=r"unknown model settings: depth, widht; known: anchor_pool, .*width"):
        ModelConfig.from_dict({"widht": 3, "depth": 4, "width": 5})
    refuse_unknown(ModelConfig, ["width"], "model settings")

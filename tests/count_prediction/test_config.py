import json

import pytest

from spminer.count_prediction.config import PRESETS, CountConfig
from spminer.errors import UsageError

TINY = PRESETS["tiny"]


def test_config_refuses_unknown_names():
    assert CountConfig.from_dict(TINY.to_dict()) == TINY
    with pytest.raises(UsageError, match="widht"):
        CountConfig.from_dict({"widht": 3})


@pytest.mark.parametrize("name", PRESETS)
def test_presets_survive_json(name):
    assert CountConfig.from_dict(json.loads(json.dumps(PRESETS[name].to_dict()))) == PRESETS[name]

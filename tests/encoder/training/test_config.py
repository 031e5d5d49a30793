import json
import re
from dataclasses import replace

import pytest

from spminer._util.options import from_plain
from spminer.encoder.model import ModelConfig
from spminer.encoder.training.config import PRESETS, TrainConfig, find_config, preset, read_config
from spminer.errors import InputError, UsageError


@pytest.mark.parametrize("name", PRESETS)
def test_presets_survive_json(name):
    assert (
        from_plain(TrainConfig, json.loads(json.dumps(PRESETS[name].to_dict())), "training settings") == PRESETS[name]
    )


@pytest.mark.parametrize("name", PRESETS)
def test_patterns_of_presets_fit_into_their_targets(name):
    config = preset(name)
    assert 2 <= config.min_pattern < config.buckets[0][0]
    assert config.min_pattern <= config.max_pattern < config.buckets[-1][1] <= 64
    assert all(low <= high for low, high in config.buckets)
    assert config.warmup < config.steps


def test_the_papers_model_is_that_of_its_appendix():
    paper = preset("paper")
    assert paper.model == ModelConfig(
        width=64,
        layers=8,
        skip="paper",
        hops=0,
        scale=1,
        pool_scale=1,
        anchor_pool=False,
        head=(64, 64, 256),
        dimensions=64,
    )
    assert (paper.loss, paper.checked, paper.clip, paper.average, paper.schedule) == ("hinge", False, 0, 0, "constant")
    assert (paper.optimizer, paper.learning_rate, paper.steps, paper.batch) == ("adam", 1e-4, 1_000_000, 64)


def test_a_configuration_is_found_by_name_or_by_file(tmp_path):
    path = tmp_path / "config.json"
    config = replace(preset("tiny"), steps=7)
    path.write_text(json.dumps(config.to_dict()))
    assert find_config(str(path)) == read_config(path) == config
    assert find_config("tiny") == preset("tiny")
    with pytest.raises(UsageError, match="unknown preset 'tinny', did you mean 'tiny'"):
        find_config("tinny")


@pytest.mark.parametrize(
    "text",
    ["", "[]", "[" * 100_000, '{"buckets": [[1e999, 3]]}', '{"stepz": 3}', '{"model": {"widht": 3}}', '{"buckets": 3}'],
)
def test_a_file_that_is_no_configuration_is_refused(tmp_path, text):
    path = tmp_path / "config.json"
    path.write_text(text)
    with pytest.raises(InputError, match=r"config\.json"):
        read_config(path)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ('{"steps": "7"}', "steps must be a whole number, not '7'"),
        ('{"steps": 7.0}', "steps"),
        ('{"steps": true}', "steps"),
        ('{"margin": NaN}', "margin must be a number, not nan"),
        ('{"buckets": [[6, 16.5]]}', "buckets"),
        ('{"buckets": [[6, 16, 24]]}', "buckets"),
        ('{"loss": "huber"}', "loss must be one of hinge, squared, not 'huber'"),
        ('{"collections": "ENZYMES"}', "collections must be a list, each a text"),
        ('{"model": {"head": "64"}}', "model settings: head"),
        ('{"model": {"skip": 1}}', "model settings: skip must be true or false or one of paper, not 1"),
        ('{"blocks": {"rows": null}}', "settings of blocks: rows"),
        ('{"blocks": {"pattern_sizes": [3]}}', "settings of blocks: pattern_sizes"),
    ],
)
def test_a_value_of_another_type_is_named(tmp_path, text, named):
    path = tmp_path / "config.json"
    path.write_text(text)
    with pytest.raises(InputError, match=re.escape(named)):
        read_config(path)


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(InputError, match=r"none\.json: No such file"):
        find_config(str(tmp_path / "none.json"))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"model": {"width": -1}}, "width must be between 1 and 4096, not -1"),
        ({"model": {"head": [8, 0]}}, "head must be widths from 1 to 4096"),
        ({"steps": 0}, "steps must be at least 1, not 0"),
        ({"batch": 0}, "batch must be at least 2, not 0"),
        ({"learning_rate": 0.0}, "learning_rate must be positive"),
        ({"average": 1.5}, "average must be between 0 and 1, not 1.5"),
        ({"seed": -1}, "seed must be between 0"),
        ({"buckets": []}, "buckets is empty"),
        ({"buckets": [[16, 6]]}, "each bucket must be two sizes, ascending"),
        ({"min_pattern": 9, "max_pattern": 8}, "max_pattern must be at least min_pattern, 9, not 8"),
        ({"blocks": {"patterns": 8, "rows": 9}}, "rows must be between 1 and patterns, which is 8"),
        ({"blocks": {"large": 8, "columns": 9}}, "columns must be between 1 and large, which is 8"),
        ({"blocks": {"small": 8, "small_columns": 9}}, "small_columns must be between 0 and small, which is 8"),
        ({"blocks": {"frequent": -0.5}}, "frequent must be between 0 and 1"),
        ({"blocks": {"pattern_sizes": [4, 99]}}, "pattern_sizes must be two sizes"),
    ],
)
def test_settings_out_of_range_are_refused_by_name(changes, message, tmp_path):
    file = tmp_path / "config.json"
    file.write_text(json.dumps(changes))
    with pytest.raises(InputError, match=re.escape(message)):
        read_config(file)


def test_a_changed_configuration_is_checked_too():
    with pytest.raises(UsageError, match="steps must be at least 1"):
        replace(preset("tiny"), steps=0)

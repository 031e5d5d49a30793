"""Tests of the preset ``paper``, of the ranking that it keeps, and of searches by an encoder of the user."""

import json

import networkx as nx
import numpy as np
import pytest

import spminer
from spminer import UsageError, Verification
from spminer.cli.main import main
from spminer.encoder.inference import embed_patterns
from spminer.methods.registry import expand_preset, get_method, make_settings, method_names
from spminer.results import MotifSet
from support.fakes import proposing, registered

PRESETS = [name for name in method_names() if "paper" in get_method(name).presets]


@pytest.fixture(scope="module")
def molecules():
    return spminer.generate.synthetic(20, (14, 18), kind="sparse", seed=2)


def test_the_methods_of_the_paper_have_its_preset():
    assert PRESETS == ["greedy", "beam", "mcts", "mlp", "mfinder", "motivo"]


@pytest.mark.parametrize("method", PRESETS)
def test_a_preset_is_its_settings_one_by_one(method, molecules):
    few = {"mcts": {"neighborhoods": 50, "simulations": 20}, "mfinder": {}, "motivo": {"samples": 2000}}.get(
        method, {"neighborhoods": 50, "walks": 20}
    )
    options = {"sizes": "4-5", "top": 3, "frequency": "graph" if method == "motivo" else "anchored", "examples": 0}
    found = spminer.mine(molecules, method=method, preset="paper", **options, **few)
    table = get_method(method).presets["paper"]
    settings = {name: value for name, value in table.items() if name != "own_ranking"}
    same = spminer.mine(
        molecules, method=method, **options, **{**settings, **few}, verify=Verification(own_ranking=True)
    )
    assert [motif.id for motif in found] == [motif.id for motif in same]
    assert found.settings == same.settings
    assert found.request.verify.own_ranking
    for name, value in {**settings, **few}.items():  # the result states what it ran with
        assert found.settings[method][name] == value


def test_what_is_set_wins_over_the_preset():
    _, settings, verify = expand_preset("paper", "greedy", {"score": "soft"}, verify=Verification(own_ranking=False))
    assert (settings["score"], settings["model"], verify.own_ranking) == ("soft", "paper", False)
    assert expand_preset("paper", "mcts", {}, verify=False)[2] is False
    assert expand_preset("paper", "mcts", {}, Verification(both=True))[2] == Verification(both=True, own_ranking=True)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"method": "grow"}, "method 'grow' has no preset 'paper'; methods with it: greedy, beam, mcts"),
        ({"preset": "papr"}, "method 'greedy' has no preset 'papr'; the only preset is 'paper'"),
    ],
)
def test_an_unknown_preset_is_refused(options, message, molecules):
    with pytest.raises(UsageError, match=message):
        spminer.mine(molecules, 4, **{"preset": "paper", **options})


def test_the_verb_takes_the_preset(tmp_path, molecules):
    spminer.write(molecules, tmp_path / "m.spm")
    arguments = ["mine", str(tmp_path / "m.spm"), "--preset", "paper", "--sizes", "4", "--neighborhoods", "30"]
    assert main([*arguments, "--quiet", "-o", str(tmp_path / "own.json")]) == 0
    config = json.loads((tmp_path / "own.json").read_text())["config"]
    assert (config["method"], config["settings"]["greedy"]["model"]) == ("greedy", "paper")
    assert config["settings"]["greedy"]["neighborhoods"] == 30
    assert config["verify"]["own_ranking"] is True
    assert main([*arguments, "--no-own-ranking", "--quiet", "-o", str(tmp_path / "counted.json")]) == 0
    found = MotifSet.from_json(tmp_path / "counted.json")
    values = [motif.anchored_frequency.value for motif in found]
    assert values == sorted(values, reverse=True)


PATTERNS = ("0-1,0-2,0-3@0", "0-1,1-2,2-3@0", "0-1,0-2,0-3@1", "0-1,1-2,2-3@1")
STAR = spminer.from_networkx([nx.star_graph(5), nx.star_graph(4), nx.path_graph(6)])


@pytest.mark.parametrize("merge_anchors", [False, True])
def test_own_ranking_counts_the_first_and_keeps_their_order(merge_anchors):
    candidates = [spminer.Pattern.parse(text).canonical() for text in PATTERNS]
    with registered(proposing(candidates)):
        found = spminer.mine(
            STAR, 4, 3, method="fake", verify=Verification(own_ranking=True), merge_anchors=merge_anchors
        )
    kept = candidates[:2] if merge_anchors else candidates[:3]
    assert [motif.pattern for motif in found] == kept
    for motif in found:
        assert motif.anchored_frequency == spminer.count(motif.pattern, STAR).frequency
    values = [motif.anchored_frequency.value for motif in found]
    assert values != sorted(values, reverse=True)  # counts would have another order


class DoubledEncoder:
    """The points of the model of the package, twice as large, so that penalties are four times as large."""

    threshold, cap, induced = 4.0, 5.0, True

    def embed(self, batch):
        return 2 * embed_patterns(batch)


def test_an_encoder_of_the_user_searches_as_the_model_that_it_wraps(molecules, tmp_path):
    options = {"sizes": "4-6", "top": 5, "method": "greedy", "walks": 30, "neighborhoods": 100, "examples": 0}
    own = spminer.mine(molecules, model=DoubledEncoder(), **options)
    same = spminer.mine(molecules, **options)  # its cap is 1.25 and its penalties are a quarter
    assert [motif.id for motif in own] == [motif.id for motif in same]
    assert np.allclose([motif.score for motif in own], [motif.score for motif in same], atol=1e-4)
    own.save(tmp_path / "own.json")
    assert MotifSet.from_json(tmp_path / "own.json").settings["greedy"]["model"] == "DoubledEncoder"
    with pytest.raises(UsageError, match="a checkpoint needs a model with a file"):
        spminer.mine(molecules, model=DoubledEncoder(), checkpoint=tmp_path / "states", **options)


def test_an_encoder_has_positive_numbers_and_its_own_device(molecules):
    for name in ("threshold", "cap"):
        for value in (0, None, "1", float("nan")):
            encoder = DoubledEncoder()
            setattr(encoder, name, value)
            with pytest.raises(UsageError, match=f"DoubledEncoder.{name} must be a positive number"):
                spminer.mine(molecules, 4, method="greedy", model=encoder)
    with pytest.raises(UsageError, match="chooses its device itself"):
        spminer.mine(molecules, 4, method="greedy", model=DoubledEncoder(), device="cuda")


def test_what_is_no_encoder_is_refused():
    with pytest.raises(UsageError, match="model must be a text or an encoder, not"):
        make_settings(get_method("greedy"), {"model": object()})


def test_a_method_of_the_user_may_have_presets():
    with registered(proposing([]), presets={"fast": {"own_ranking": True}}):
        assert expand_preset("fast", "fake", {}, verify=True)[2].own_ranking
        with pytest.raises(UsageError, match="method 'greedy' has no preset 'fast'; methods with it: fake"):
            expand_preset("fast", "auto", {}, verify=True)

import json

import pytest


@pytest.fixture
def result(run, friends, tmp_path):
    path = tmp_path / "result.json"
    assert run("mine", friends, "--sizes", "2-3", "--output", path, "-q").code == 0
    return path


def test_a_true_result_holds(run, friends, result):
    code, out, err = run("verify", result, friends)
    assert (code, out) == (0, "")
    assert err.splitlines()[-1].endswith(" hold")
    code, out, _ = run("verify", result, friends, "--all", "-q")
    assert code == 0
    assert out.splitlines()[0].split() == ["verdict", "about", "what", "claimed", "found", "note"]
    assert any(line.split()[:3] == ["holds", "0-1@0", "anchored_frequency"] for line in out.splitlines())


def test_a_false_claim_is_6(run, friends, result):
    data = json.loads(result.read_text())
    data["motifs"][0]["anchored_frequency"] = {"value": 3, "kind": "exact", "low": 3, "high": 3}
    result.write_text(json.dumps(data))
    code, out, err = run("verify", result, friends)
    assert code == 6
    assert out.splitlines()[1].split() == ["fails", "0-1@0", "anchored_frequency", "3", "4"]
    assert "1 do not" in err
    code, out, _ = run("verify", result, friends, "--json", "-q")
    assert (code, json.loads(out)["verdicts"]["fails"]) == (6, 1)


def test_another_graph_is_noticed(run, tmp_path, result):
    other = tmp_path / "other.csv"
    other.write_text("source,target\nanna,bela\n")
    assert run("verify", result, other).code == 6


def test_no_result_is_3(run, friends):
    assert run("verify", friends, friends).code == 3


def test_the_other_graph_is_read_too(run, friends, tmp_path):
    other, path = tmp_path / "other.csv", tmp_path / "result.json"
    other.write_text("source,target\nanna,bela\nbela,cora\ncora,dora\n")
    assert run("mine", friends, "--sizes", "2-3", "--against", other, "--output", path, "-q").code == 0
    code, _, err = run("verify", path, friends)
    assert code == 0
    assert "were not checked" in err
    code, out, _ = run("verify", path, friends, "--against", other, "--all", "-q")
    assert code == 0
    assert any(line.split()[:4] == ["holds", "0-1@0", "against:", "share"] for line in out.splitlines())

import json
import math
import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spminer import Pattern
from spminer.cli.commands import VERBS
from spminer.cli.config import toml_table, toml_value
from support.fakes import proposing, registered

COMMANDS = (
    (
        "mine",
        "friends.csv",
        "--sizes",
        "3-5,9",
        "--memory-limit",
        "2G",
        "--undirected",
        "-m",
        "beam",
        "--set",
        "width=7",
    ),
    ("mine", "a.csv", 'b "c".csv', "--no-verify", "--time-limit", "1.5", "-m", "grow", "--set", "beam=none", "--json"),
    ("fetch", "tu:MUTAG", "--sha256", "0", "--json"),
    ("enumerate", "-k", "4", "--output", "result.json"),
    ("count", "0-1,1-2@0", "friends.csv", "--anchor", "1", "--no-induced"),
    ("profile", "friends.csv", "motifs.json", "--node", "anna", "--limit", "0", "-o", "profile.csv"),
    ("embed", "friends.csv", "--node", "anna", "--repeats", "2", "--device", "cpu", "-o", "points.npz"),
    ("demo", "-o", "demo.html", "-q"),
    ("mcp", "--folder", ".", "--time-limit", "9", "--memory-limit", "4G"),
    ("info", "friends.csv", "-q"),
    ("convert", "friends.csv", "friends.spm", "--memory-limit", "2G"),
    ("randomize", "friends.csv", "--model", "er", "--output", "null.csv"),
    ("report", "result.json", "other.json"),
    ("verify", "result.json", "friends.csv", "--all", "--time-limit", "5"),
    ("train", "--out", "run", "--preset", "tiny", "--device", "cpu"),
    ("evaluate", "--pairs", "friends.csv"),
    ("export", "-o", "model.onnx"),
    ("reproduce", "small", "--quick"),
    ("generate", "synthetic", "-o", "graphs.g6", "--nodes", "5-6"),
    ("generate", "plant", "star", "--output", "planted.g6"),
)


def words(command):
    """The verb alone, of one word or two."""
    return command[: 2 if command[0] == "generate" else 1]


@pytest.fixture
def config(tmp_path):
    """Write a configuration."""

    def write(text):
        path = tmp_path / "run.toml"
        path.write_text(text)
        return path

    return write


@pytest.fixture(autouse=True)
def own_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_a_printed_configuration_says_the_same_again(run, config, command):
    code, out, err = run(*command, "--print-config")
    assert (code, err) == (0, "")
    assert run(*words(command), "--config", config(out), "--print-config") == (0, out, "")


def test_every_verb_takes_a_configuration():
    assert {command[0] for command in COMMANDS} == set(VERBS)


def test_a_printed_configuration_has_every_option(run, friends):
    options = tomllib.loads(run("mine", friends, "-k", "3-5", "--memory-limit", "1K", "--print-config").out)["mine"]
    assert (options["graph"], options["sizes"], options["memory-limit"]) == ([str(friends)], "3-5", 1024)
    assert (options["top"], options["verify"], options["json"]) == (10, True, False)
    assert "time-limit" not in options


def test_settings_of_the_method_are_a_table_with_the_others_in_comments(run):
    text = run("mine", "-m", "beam", "--set", "width=7", "--print-config").out
    assert tomllib.loads(text)["mine"]["set"] == {"width": 7}
    assert '# sampling = "tree"\n' in text
    assert "set" not in tomllib.loads(run("mine", "--print-config").out)["mine"]


def test_the_command_line_wins_over_the_file_and_the_file_over_defaults(run, friends, config):
    path = config(f'[mine]\ngraph = "{friends}"\nsize = 3\ntop = 1\nexamples = 0\njson = true\nquiet = true\n')
    result = json.loads(run("mine", "--config", path, "--top", "2").out)
    assert (result["config"]["sizes"], result["config"]["top"], result["config"]["seed"]) == ([3], 2, 0)
    assert [motif["examples"] for motif in result["motifs"]] == [[], []]
    assert result["graph"]["nodes"] == 4


def test_switches_of_the_file_can_be_switched_off(run, friends, config):
    path = config("[info]\njson = true\n")
    assert run("info", friends, "--config", path).out.startswith("{")
    assert not run("info", friends, "--config", path, "--no-json").out.startswith("{")


def test_required_options_and_arguments_may_stand_in_the_file(run, friends, config):
    path = config(f'[enumerate]\nsize = 3\ngraph = "{friends}"\n[count]\npattern = "0-1@0"\ngraph = "{friends}"\n')
    assert run("enumerate", "--config", path, "-q").code == 0
    assert "nodes           4" in run("count", "--config", path).out


def test_keys_may_have_underscores(run, config):
    assert tomllib.loads(run("mine", "--config", config("[mine]\ntime_limit = 2\n"), "--print-config").out) == {
        "mine": tomllib.loads(run("mine", "--time-limit", "2", "--print-config").out)["mine"]
    }


def test_settings_of_file_and_command_line_are_joined_by_name(run, config):
    path = config('[mine]\nmethod = "fake"\nsizes = 4\n[mine.set]\nwidth = 7\nslow = true\n')
    with registered(proposing([Pattern.parse("0-1,1-2,2-3@0").canonical()])):
        out = run("mine", "--config", path, "--set", "width=8", "--json", "-q").out
    assert json.loads(out)["config"]["settings"] == {"fake": {"width": 8, "slow": True}}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[mine]\ntpo = 3", "[mine] has no option 'tpo', did you mean 'top'?"),
        ("[mine]\nzzz = 3", "[mine] has no option 'zzz'; `spminer mine --help`"),
        ("[mine]\nconfig = 'x'", "no option 'config'"),
        ("[mnie]\ntop = 3", "no verb 'mnie', did you mean 'mine'?"),
        ("[generate.plnt]\nseed = 3", "[generate]: there is no verb 'plnt', did you mean 'plant'?"),
        ("[mine]\n[enumerate]\nsiz = 3", "[enumerate] has no option 'siz', did you mean 'size'?"),
        ("top = 3", "'top' is outside of a table"),
        ("[count]\nseed = 3", "no table [mine] for this command; it has: [count]"),
        ("", "no table [mine] for this command; it has: none"),
        ("[mine]\ntop = 0", "[mine] top = 0: "),
        ("[mine]\ntop = 'many'", '[mine] top = "many": '),
        ("[mine]\ntop = 1.5", "[mine] top = 1.5: "),
        ("[mine]\ntop = true", "[mine] top: takes a value"),
        ("[mine]\ntop = [1]", "[mine] top: takes one text or number"),
        ("[mine]\ngraph = [1979-05-27]", "[mine] graph: takes one text or number"),
        ("[mine]\njson = 1", "[mine] json: 1 is not true or false"),
        ("[mine]\nsizes = '9-3'", "range such as 3-6"),
        ("[mine]\ntime-limit = 'soon'", "not a positive number of seconds"),
        ("[mine]\nfrequency = 'grph'", "'grph' is not one of"),
        ("[mine]\nmethod = 'exakt'", "did you mean 'exact'"),
        ("[mine]\nsize = 3\nsizes = 4", "sizes is set twice"),
        ("[mine]\ntime-limit = 3\ntime_limit = 4", "time-limit is set twice"),
        ("[mine]\nset = ['width=3']", "is a table of its own"),
        (
            "[mine]\nmethod = 'beam'\n[mine.set]\nwidht = 3",
            "[mine.set] method 'beam' has no setting 'widht', did you mean",
        ),
        ("[mine]\nmethod = 'beam'\n[mine.set]\nwidth = 'x'", "'x' is not int"),
        ("[mine]\nmethod = 'beam'\n[mine.set]\nwidth = [1]", "[mine] set width: takes one text or number"),
    ],
)
def test_what_cannot_be_meant_is_2_and_names_the_file(run, config, text, said):
    code, out, err = run("mine", "--config", config(text))
    assert (code, out) == (2, "")
    assert err.startswith("error: ")
    assert "run.toml: " in err
    assert said in err
    assert err.count("\n") == 1


@pytest.mark.parametrize("content", [b"[mine", b"\xff\xfe\x00", b"{}"])
def test_a_file_that_is_no_toml_is_3(run, tmp_path, content):
    (tmp_path / "run.toml").write_bytes(content)
    code, out, err = run("mine", "--config", "run.toml")
    assert (code, out) == (3, "")
    assert "run.toml: not TOML" in err


def test_a_file_that_is_nested_too_deeply_is_3(run, tmp_path):
    (tmp_path / "run.toml").write_text("a = " + "[" * 100_000)
    code, out, err = run("mine", "--config", tmp_path / "run.toml")
    assert (code, out) == (3, "")
    assert "run.toml: is nested too deeply" in err


def test_an_absent_file_and_a_folder_are_3(run, tmp_path):
    assert run("mine", "--config", tmp_path / "absent.toml").code == 3
    assert run("mine", "--config", tmp_path).code == 3


def test_a_setting_with_an_option_of_its_own_is_said_once(run):
    code, _, err = run("mine", "--method", "beam", "--set", "walks=3")
    assert code == 2
    assert "--walks" in err


SCALARS = st.booleans() | st.integers(-(2**63), 2**63 - 1) | st.floats(allow_nan=False) | st.text()


@given(SCALARS | st.lists(SCALARS))
def test_a_reader_gets_back_what_was_written(value):
    back = tomllib.loads(f"key = {toml_value(value)}")["key"]
    assert back == value
    assert type(back) is type(value)


@pytest.mark.parametrize("value", [math.inf, -math.inf])
def test_numbers_without_end(value):
    assert tomllib.loads(f"key = {toml_value(value)}")["key"] == value


def test_what_is_not_set_is_a_comment():
    text = toml_table("a.b", [("x-y", 1)], [("z", "NAME")])
    assert text == "[a.b]\nx-y = 1\n# z = NAME\n"
    assert tomllib.loads(text) == {"a": {"b": {"x-y": 1}}}

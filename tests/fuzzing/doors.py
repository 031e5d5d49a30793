"""Doors: all places where bytes of others come in."""

import functools
import hashlib
import io
import json
import tempfile
from contextlib import redirect_stderr, redirect_stdout, suppress
from pathlib import Path

import spminer
from fuzzing import seeds
from fuzzing.door import Door, NoInputError
from fuzzing.graph_doors import GRAPH_DOORS
from spminer import MotifSet, Pattern, SpminerError
from spminer.cli.main import main
from spminer.encoder.model import Calibration, load_model
from spminer.encoder.training.config import read_config
from spminer.paper.count_prediction.training import load_predictor
from spminer.paper.experiment import load_cell
from spminer.paper.page import write_page

_PAGES = 6  # of 256 results that are taken, this many are drawn too: a page takes a hundred times as long


def _enter_pattern(path):
    pattern = Pattern.parse(path.read_bytes().decode("utf-8", "surrogateescape"))
    assert Pattern.parse(str(pattern)) == pattern, "a pattern whose text is another"
    canonical = pattern.canonical()
    assert canonical.canonical() == canonical == Pattern.parse(str(canonical)).canonical()


def _enter_result(path):
    result = MotifSet.from_json(path)
    text = result.to_json()
    again = MotifSet.from_dict(json.loads(text))
    assert again.to_json() == text, "a result that reads otherwise once it is written"
    if hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()[0] < _PAGES:
        with tempfile.TemporaryDirectory(dir=path.parent) as folder:
            result.report(Path(folder) / "r.html")
            result.save(Path(folder) / "r.csv")


def _enter_audit(path):
    spminer.verify(MotifSet.from_json(path), seeds.friends(), time_limit=0.2)


def _enter_model(path):
    renamed = path.with_suffix(".safetensors")
    renamed.write_bytes(path.read_bytes())
    model = load_model(renamed)
    with suppress(SpminerError):  # the model was taken, whatever becomes of its calibration
        Calibration.of(model)


def _command(*arguments):
    """The command line in this process: exit code and output."""
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        code = main([str(argument) for argument in arguments])
    assert code != 1, f"internal error: {err.getvalue()}"
    return code, out.getvalue()


def _enter_options(path):
    code, out = _command("mine", "--config", path, "--print-config")
    if code == 0:
        again = path.with_suffix(".again")
        again.write_text(out, encoding="utf-8")
        assert _command("mine", "--config", again, "--print-config") == (0, out), "options that print otherwise"


def _enter_state(name, path):
    """Resume from a state whose digest fits: the run ends with a result, or makes the state again."""
    with tempfile.TemporaryDirectory(dir=path.parent) as folder:
        try:
            seeds.with_state(name, path.read_bytes(), Path(folder))
        except Exception as error:  # whatever NumPy says of bytes that are no arrays
            raise NoInputError from error
        seeds.mined(name, folder, resume=True)


def _enter_outcome(path):
    with tempfile.TemporaryDirectory(dir=path.parent) as folder:
        (Path(folder) / "large.json").write_bytes(path.read_bytes())
        write_page(Path(folder))


def _enter_identity(path):
    """The file that says which run a folder of states belongs to."""
    with tempfile.TemporaryDirectory(dir=path.parent) as folder:
        seeds.with_state("exact", seeds.states("exact")[0], Path(folder))
        (Path(folder) / "run.json").write_bytes(path.read_bytes())
        seeds.mined("exact", folder, resume=True)


def _state_door(name):
    return Door(f"state-{name}", functools.partial(seeds.states, name), functools.partial(_enter_state, name))


DOORS = {
    door.name: door
    for door in [
        *GRAPH_DOORS,
        Door("pattern", seeds.patterns, _enter_pattern),
        Door("result", seeds.results, _enter_result),
        Door("audit", seeds.results, _enter_audit),
        Door("model", seeds.models, _enter_model),
        Door("options", seeds.options, _enter_options),
        Door("training", seeds.trainings, read_config),
        Door("cell", seeds.cells, load_cell),
        Door("outcome", seeds.outcomes, _enter_outcome),
        Door("predictor", seeds.predictors, load_predictor),
        Door("identity", seeds.identities, _enter_identity),
        *map(_state_door, seeds.METHODS),
    ]
}

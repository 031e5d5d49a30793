import json
from dataclasses import replace

import numpy as np
import pytest

import spminer
from spminer.encoder.evaluation.pairs import balanced_pairs
from spminer.encoder.training.config import preset
from spminer.errors import UsageError
from spminer.paper import ablation
from support.builders import TINY, random_model

torch = pytest.importorskip("torch")


@pytest.fixture(autouse=True)
def one_thread():
    """On a busy machine, threads that wait for each other take far longer than one."""
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(threads)


def test_variants_are_trained_and_judged(tmp_path):
    base = replace(preset("tiny"), model=TINY, batch=16, validation_pairs=32)
    lines = []
    ablation.run(tmp_path, base=base, steps=2, device="cpu", threads=1, report=lambda name, _: lines.append(name))
    assert set(lines) == set(ablation.VARIANTS)
    graphs = spminer.generate.synthetic(10, 30)
    table = ablation.tabulate(tmp_path, {"made": graphs}, pairs=200)
    assert set(table) == set(ablation.VARIANTS)
    written = json.loads((tmp_path / "ablation.json").read_text())
    assert written["MLP, GIN"]["made"]["accuracy"] == table["MLP, GIN"]["made"].accuracy
    assert (tmp_path / "ablation.md").read_text().count("\n") == 2 + len(ablation.VARIANTS)


@pytest.mark.parametrize("name", ablation.VARIANTS)
def test_distances_are_those_of_the_torch_model(name):
    from spminer.encoder.network import Encoder, unpack

    model = random_model(ablation.variant(name, TINY))
    module = Encoder(model.config).eval()
    module.load_state_dict({key: torch.from_numpy(value) for key, value in model.tensors.items()})
    pairs = balanced_pairs(40, patterns=(4, 8), targets=(10, 20))
    with torch.no_grad():
        sub, sup = (
            module(unpack(torch.from_numpy(side.rows.view(np.int64))), torch.from_numpy(side.sizes))
            for side in (pairs.sub, pairs.sup)
        )
        expected = module.compare(sub, sup).numpy()
    assert np.allclose(ablation.learned_distance(model, pairs), expected, rtol=1e-3, atol=1e-4)


def test_unknown_variants_are_refused():
    with pytest.raises(UsageError, match="unknown variant"):
        ablation.variant("transformer", TINY)

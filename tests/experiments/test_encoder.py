import pytest

from encoder_models import random_model
from spminer.encoder.model_file import save_model
from spminer.errors import InputError
from spminer.experiments.context import Context
from spminer.experiments.encoder import _ablation


def test_models_of_an_ablation_say_which_variant_they_are(tmp_path):
    model, folder = random_model(), tmp_path / "ablation"
    for name in ("one", "two"):
        (folder / name).mkdir(parents=True)
        save_model(folder / name / "model.safetensors", model.config, model.tensors, metadata={"variant": f"no {name}"})
    context = Context(tmp_path / "out", data=tmp_path, quick=True)
    assert list(_ablation(context)) == ["no one", "no two"]
    save_model(folder / "two" / "model.safetensors", model.config, model.tensors)
    with pytest.raises(InputError, match=r"two.model\.safetensors: does not say which variant"):
        _ablation(context)

import numpy as np
import pytest

from encoder_models import TINY
from spminer.encoder.model_file import EncoderModel
from spminer.encoder.scoring.calibration import Calibration
from spminer.errors import InputError, UsageError

CALIBRATION = Calibration(0.5, np.linspace(0.2, 2, 64, dtype=np.float32), np.linspace(0.4, 5, 64, dtype=np.float32))


def test_a_calibration_survives_the_model_file():
    model = EncoderModel(TINY, {}, CALIBRATION.to_metadata())
    again = Calibration.of(model)
    assert again.threshold == 0.5
    assert np.allclose(again.thresholds, CALIBRATION.thresholds, rtol=1e-5)
    assert np.allclose(again.caps, CALIBRATION.caps, rtol=1e-5)


@pytest.mark.parametrize("missing", ["threshold", "thresholds_by_size", "caps_by_size"])
def test_part_of_a_calibration_is_none(missing):
    metadata = {name: text for name, text in CALIBRATION.to_metadata().items() if name != missing}
    with pytest.raises(UsageError, match="not calibrated"):
        Calibration.of(EncoderModel(TINY, {}, metadata))


@pytest.mark.parametrize("values", [np.ones(3), np.zeros(64), np.full(64, np.inf)])
def test_what_is_no_calibration_is_refused(values):
    with pytest.raises(UsageError, match="64 positive numbers"):
        Calibration(0.5, values.astype(np.float32), np.ones(64, np.float32))
    with pytest.raises(UsageError, match="64 positive numbers"):
        Calibration(0.5, np.ones(64, np.float32), values.astype(np.float32))


def test_damage_is_explained():
    for text in ("[1, {", "[" * 100_000):
        damaged = {**CALIBRATION.to_metadata(), "caps_by_size": text}
        with pytest.raises(InputError, match="damaged"):
            Calibration.of(EncoderModel(TINY, {}, damaged))

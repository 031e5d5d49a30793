"""Calibration: the meaning of a model's penalties, as it is stored with the model."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from spminer.errors import InputError, UsageError
from spminer.patterns import MAX_PATTERN_NODES

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from spminer.encoder.model_file import EncoderModel

__all__ = ["Calibration"]


@dataclass(frozen=True, eq=False)
class Calibration:
    """What penalties of a model mean.

    Attributes
    ----------
    threshold
        Penalty up to which a pair of any sizes counts as a containment.
    thresholds
        The same for patterns of 1, 2, ... 64 nodes against neighborhoods of mining, as counts want it: as many
        pairs are called containments wrongly as are missed.
    caps
        For the same sizes, the penalty at which a neighborhood no longer counts at all towards the soft estimate.
    """

    threshold: float
    thresholds: NDArray[np.float32]
    caps: NDArray[np.float32]

    def __post_init__(self) -> None:
        for values in (self.thresholds, self.caps):
            if values.shape != (MAX_PATTERN_NODES,) or not np.isfinite(values).all() or values.min() <= 0:
                raise UsageError(f"a calibration has {MAX_PATTERN_NODES} positive numbers of each kind")

    @classmethod
    def of(cls, model: EncoderModel) -> Calibration:
        """The calibration that is stored with a model.

        Raises
        ------
        UsageError
            If the model was never calibrated.
        """
        threshold = model.threshold
        if threshold is None or not {"thresholds_by_size", "caps_by_size"} <= set(model.metadata):
            raise UsageError(
                "the model is not calibrated; `spminer train` and spminer.encoder.evaluation.calibrate do that"
            )
        return cls(threshold, *(_numbers(model.metadata[name]) for name in ("thresholds_by_size", "caps_by_size")))

    def to_metadata(self) -> dict[str, str]:
        """As texts for a model file; :meth:`of` reads them back."""
        return {
            "threshold": repr(self.threshold),
            "thresholds_by_size": json.dumps([float(f"{value:.6g}") for value in self.thresholds]),
            "caps_by_size": json.dumps([float(f"{value:.6g}") for value in self.caps]),
        }


def _numbers(text: str) -> NDArray[np.float32]:
    try:
        return np.array(json.loads(text), dtype=np.float32)
    except (RecursionError, TypeError, ValueError) as error:
        raise InputError(f"the model's calibration is damaged: {error}", remedy="calibrate it again") from error

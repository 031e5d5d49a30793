"""``spminer`` as the pages run it in tests: a calibration, which takes most of what pages do, is a short one."""

import os
import runpy

from spminer.encoder.evaluation import calibrate as calibration

_FULL = calibration.calibrate


def short_calibration(model, **options):
    """A calibration of few pairs; whether a full one is good is tested elsewhere."""
    return _FULL(model, sizes=(4, 6), pairs=200, graphs=6, neighborhoods=50, per_size=6, **options)


if __name__ == "__main__":
    if "SPMINER_THOROUGH" not in os.environ:
        calibration.calibrate = short_calibration
    runpy.run_module("spminer", run_name="__main__", alter_sys=True)

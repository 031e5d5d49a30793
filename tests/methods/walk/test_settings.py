from __future__ import annotations

import pytest

from spminer.errors import UsageError
from spminer.methods.walk.settings import WalkSettings


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"score": "best"}, "score='best' is not known; choose one of soft, hard, matched"),
        ({"samples": "huge"}, "samples='huge' is not known; choose one of auto, small, large"),
        ({"sampling": "depth"}, "sampling='depth' is not known; choose one of tree, breadth"),
        ({"neighborhoods": 0}, "neighborhoods must be"),
        ({"anchors": 1.5}, "anchors must be"),
        ({"steps": -1}, "steps must be"),
        ({"frontier": 0}, "frontier must be"),
    ],
)
def test_wrong_settings_are_refused(options, message):
    with pytest.raises(UsageError, match=message):
        WalkSettings(**options)

"""Tests of results/contrast.py: what a comparison says; its file is tested with the store."""

from dataclasses import FrozenInstanceError, fields

import pytest

from spminer import Contrast


def test_only_what_it_was_compared_with_is_needed():
    contrast = Contrast(with_="degree")
    assert {getattr(contrast, field.name) for field in fields(Contrast)} == {"degree", None}


def test_a_contrast_is_a_value():
    assert Contrast(with_="er", z=1.0) == Contrast(with_="er", z=1.0) != Contrast(with_="er", z=2.0)
    with pytest.raises(FrozenInstanceError):
        Contrast(with_="er").z = 3.0

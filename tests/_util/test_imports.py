import json

import pytest

from spminer import UsageError
from spminer._util.imports import import_optional


def test_a_library_that_is_there_is_given():
    assert import_optional("json", "anything") is json


def test_a_missing_one_is_named_with_the_way_to_get_it():
    with pytest.raises(UsageError, match=r"absent_library is not installed; run: pip install 'spminer\[graphs\]'"):
        import_optional("absent_library", "spminer[graphs]")

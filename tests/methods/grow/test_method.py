from spminer.methods.grow.method import METHOD
from spminer.methods.registry import get_method


def test_growth_is_known_by_its_name_and_can_tell_its_time():
    assert get_method("grow") is METHOD
    assert METHOD.forecast is not None

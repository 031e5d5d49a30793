import inspect

import spminer
from spminer.datasets import example
from spminer.request import EnumerationRequest


def test_enumerate_takes_every_option():
    parameters = inspect.signature(spminer.enumerate).parameters
    for name in EnumerationRequest.__dataclass_fields__:
        assert ("size" if name == "sizes" else name) in parameters


def test_what_enumerate_is_given_arrives_in_the_result():
    options = {"top": 2, "frequency": "graph", "examples": 0, "engine": "esu", "threads": 1, "time_limit": 9.0}
    request = spminer.enumerate(example(), 3, memory_limit=10**9, **options).request
    assert request == EnumerationRequest(sizes=(3,), memory_limit=10**9, **options)

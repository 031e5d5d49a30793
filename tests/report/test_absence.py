from dataclasses import replace

import pytest

import spminer
from spminer import MotifSet
from spminer.datasets import example
from spminer.report.absence import why_absent


def test_a_list_that_is_full_says_no_more_than_that():
    assert why_absent(spminer.enumerate(example(), 4, top=3), 4) == "not in its top 3"
    assert why_absent(spminer.mine(example(), 5, top=2), 5) == "not in its top 2"


@pytest.mark.parametrize("top", [None, 1000])
def test_what_is_not_among_all_patterns_does_not_occur(top):
    assert why_absent(spminer.enumerate(example(), 4, top=top), 4) == "does not occur"


def test_a_choice_leaves_out_what_occurs():
    assert why_absent(spminer.mine(example(), 4, top=1000, support=30), 4) == "not in its top 1000"
    assert why_absent(spminer.mine(example(), 4, top=1000, merge_anchors=True), 4) == "not in its top 1000"


def test_a_size_that_was_not_asked_for_and_a_run_that_was_stopped():
    result = spminer.enumerate(example(), 4, top=None)
    assert why_absent(result, 5) == "this size was not asked for"
    stopped = replace(result, status="partial", motifs=tuple(replace(motif, proven=False) for motif in result))
    assert why_absent(stopped, 4) == "not found before the run stopped"


def test_a_result_that_does_not_say_what_was_asked():
    assert why_absent(MotifSet(()), 4) == "not in this result"

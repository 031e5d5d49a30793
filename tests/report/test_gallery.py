import spminer
from spminer import Frequency, Motif, MotifSet, Pattern
from spminer.datasets import example
from spminer.report.gallery import render_gallery


def test_a_notebook_shows_a_light_gallery():
    html = spminer.enumerate(example(), 4)._repr_html_()
    assert html.count("<svg") == 10  # the six patterns, with their anchors
    assert "<script" not in html
    assert "<iframe" not in html


def test_the_gallery_says_what_it_leaves_out():
    edge = Pattern.parse("0-1@0")
    html = render_gallery(MotifSet(tuple(Motif(edge, rank, Frequency.exact(3)) for rank in range(1, 41))))
    assert html.count("<svg") == 24
    assert "16 more motifs" in html


def test_sizes_share_the_room():
    result = spminer.mine(example(), "3-6", top=10)
    shown = [motif for motif in result if motif.rank <= 6]  # 24 cards for four sizes
    html = render_gallery(result)
    assert html.count("<svg") == len(shown) < len(result)
    assert html.count('<div class="size">') == 4


def test_nothing_found_is_a_gallery_without_drawings():
    assert "<svg" not in render_gallery(MotifSet(()))

import spminer
from spminer import Contrast, Frequency, Motif, MotifSet, Pattern
from spminer.datasets import example
from spminer.report.gallery import render_gallery
from spminer.results.rows import rows_of


def test_a_notebook_shows_a_light_gallery():
    html = spminer.enumerate(example(), 4)._repr_html_()
    assert html.count("<svg") == 6  # each pattern once
    assert "also @1: 14" in html  # the diamond at its other anchor
    assert "<script" not in html
    assert "<iframe" not in html


def test_the_gallery_says_what_it_leaves_out():
    edge = Pattern.parse("0-1@0")
    html = render_gallery(MotifSet(tuple(Motif(edge, rank, Frequency.exact(3)) for rank in range(1, 41))))
    assert html.count("<svg") == 24
    assert "16 more patterns" in html


def test_sizes_share_the_room():
    result = spminer.mine(example(), "3-6", top=10)
    html = render_gallery(result)
    assert html.count("<svg") == 2 + 6 + 6 + 6 < len(rows_of(result))  # 24 cards for four sizes: 6 for each
    assert html.count('<div class="size">') == 4


def test_nothing_found_is_a_gallery_without_drawings():
    assert "<svg" not in render_gallery(MotifSet(()))


def test_a_gallery_tells_both_sides():
    contrast = Contrast(with_="degree", samples=9, expected=1234.0, spread=1.0, ratio=0.5, p=0.25)
    html = render_gallery(MotifSet((Motif(Pattern.parse("0-1@0"), 1, Frequency.exact(617), against=contrast),)))
    assert ">1,234</span>" in html
    assert ">0.5</span>" in html
    assert "Compared with 9 samples of the null model degree" in html
    assert "0.25" not in html  # tests are for the report


def test_labels_have_a_legend_and_others_need_none():
    motif = Motif(Pattern.parse("0-1:double,1-2:single;C,C,O@2"), 1, Frequency.exact(3))
    html = render_gallery(MotifSet((motif,)))
    legend = html[html.index('<p class="legend">') :].partition("</p>")[0]
    assert [word in legend for word in ("anchor", "> C<", "> O<", "double", "single")] == [True] * 5
    assert '<p class="legend">' not in spminer.enumerate(example(), 3)._repr_html_()

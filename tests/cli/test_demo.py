import spminer
from spminer.datasets import yeast


def test_demo_shows_what_the_counts_say_and_draws_every_pattern(run, tmp_path):
    page = tmp_path / "demo.html"
    code, out, err = run("demo", "--output", page, "--quiet")
    assert (code, err) == (0, "")
    bi_fan = spminer.count("0>1,0>2,3>1,3>2", yeast(), frequency="graph")
    assert f"bi-fan {bi_fan.frequency.value:,}".split() == out.partition("most surprising")[2].split()[:2]
    assert page.read_text().count('class="motif"') == 8
    assert "://" not in page.read_text()

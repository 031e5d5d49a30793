import pytest

from spminer import Frequency, Motif, MotifSet, Pattern, UsageError


@pytest.fixture
def result(tmp_path):
    path = tmp_path / "result.json"
    triangle = Motif(Pattern.parse("0-1,0-2,1-2@0"), rank=1, anchored_frequency=Frequency.exact(3))
    MotifSet((triangle,)).to_json(path)
    return path


def test_report_from_a_result_file(run, result, tmp_path):
    page = tmp_path / "motifs.html"
    code, out, err = run("report", result, "-o", page)
    assert (code, out) == (0, "")
    assert err == f"report: {page}\n"
    assert "0-1,0-2,1-2@0" in page.read_text()


@pytest.mark.parametrize("name", ["motifs.doc", "motifs.docx", "motifs.json", "motifs.html.gz"])
def test_a_name_that_promises_another_format_is_refused(run, result, friends, tmp_path, name):
    for call in (("report", result, "-o"), ("mine", friends, "--sizes", "3", "--report")):
        code, _, err = run(*call, tmp_path / name)
        assert code == 2
        assert "a name that ends in .html or .pdf" in err
        assert not (tmp_path / name).exists()
    with pytest.raises(UsageError, match="an HTML file"):
        MotifSet.from_json(result).report(tmp_path / name)


def test_two_results_are_compared(run, result, tmp_path):
    other, page = tmp_path / "other.json", tmp_path / "compare.html"
    MotifSet(()).to_json(other)
    assert run("report", result, other, "-o", page)[0] == 0
    assert "1 only in result, 0 only in other" in page.read_text()


def test_results_of_the_same_name_are_told_apart(run, result, tmp_path):
    page = tmp_path / "compare.html"
    assert run("report", result, result, "-o", page)[0] == 0
    assert f"0 only in {result}" in page.read_text()


def test_each_anchor_has_a_card_if_asked_for(run, tmp_path):
    path, page = tmp_path / "path.json", tmp_path / "motifs.html"
    ends = [Pattern.parse(text).canonical() for text in ("0-1,1-2@0", "0-1,1-2@1")]
    MotifSet(tuple(Motif(end, rank, Frequency.exact(3)) for rank, end in enumerate(ends, 1))).to_json(path)
    for options, cards in ((), 1), (("--all-anchors",), 2):
        assert run("report", path, "-o", page, *options)[0] == 0
        assert page.read_text().count("<article") == cards
    code, _, err = run("report", path, path, "--all-anchors", "-o", page)
    assert code == 2
    assert "leave --all-anchors out" in err


def test_quiet(run, result, tmp_path):
    assert run("report", result, "-o", tmp_path / "motifs.html", "--quiet") == (0, "", "")


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"schema": 9}', '{"schema": 1, "motifs": 3}', "\xff"])
def test_what_is_no_result_is_3(run, tmp_path, content):
    path = tmp_path / "bad.json"
    path.write_bytes(content.encode("latin-1"))
    code, _, err = run("report", path, "-o", tmp_path / "motifs.html")
    assert code == 3
    assert "bad.json" in err
    assert not (tmp_path / "motifs.html").exists()


def test_what_only_one_result_lists_is_said_to_be_out_of_the_top_of_the_other(run, friends, tmp_path):
    few, more, page = tmp_path / "few.json", tmp_path / "more.json", tmp_path / "compare.html"
    for path, top in ((few, 1), (more, 3)):
        assert run("enumerate", friends, "--size", "3", "--top", top, "--output", path).code == 0
    assert run("report", few, more, "-o", page, "--title", "Few and more").code == 0
    assert "<title>Few and more</title>" in page.read_text()
    assert page.read_text().count("not in its top 1") == 2


def test_a_result_is_drawn_as_one_picture(run, result, tmp_path):
    picture = tmp_path / "motifs.svg"
    code, out, err = run("report", result, "-o", picture, "--title", "Friends")
    assert (code, out, err) == (0, "", f"report: {picture}\n")
    assert picture.read_text().startswith("<svg")
    assert ">Friends</text>" in picture.read_text()
    for more in ([result], ["--all-anchors"]):
        code, _, err = run("report", result, *more, "-o", picture)
        assert code == 2
        assert "a picture shows one result" in err


def test_an_interrupted_report_is_130_and_leaves_no_page(run, result, tmp_path, monkeypatch):
    def interrupted(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr("spminer.report.html.render_report", interrupted)
    page = tmp_path / "motifs.html"
    code, out, err = run("report", result, "-o", page)
    assert (code, out, err) == (130, "", "error: interrupted\n")
    assert not page.exists()

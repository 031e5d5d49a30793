import pytest
import typer

from spminer.cli.options import check_json_file, check_result_file, check_writable, parse_bytes, parse_seconds


@pytest.mark.parametrize("text", ["", "G", "0", "-1", "nan", "inf", "4X", "1e999G"])
def test_bytes_that_cannot_be_meant(text):
    with pytest.raises(typer.BadParameter, match="not an amount of memory"):
        parse_bytes(text)


@pytest.mark.parametrize(("text", "size"), [("1", 1), ("1.5k", 1536), ("500M", 500 * 2**20)])
def test_bytes(text, size):
    assert parse_bytes(text) == size


@pytest.mark.parametrize("text", ["", "0", "-3", "nan", "inf", "soon"])
def test_seconds_that_cannot_be_meant(text):
    with pytest.raises(typer.BadParameter, match="positive number of seconds"):
        parse_seconds(text)


def test_places_that_cannot_be_written(tmp_path):
    with pytest.raises(typer.BadParameter, match="is a folder"):
        check_writable(tmp_path)
    with pytest.raises(typer.BadParameter, match="does not exist"):
        check_writable(tmp_path / "absent" / "result.json")
    with pytest.raises(typer.BadParameter, match=r"cannot write .*: file name too long"):
        check_writable(tmp_path / f"{'a' * 300}.json")
    assert check_writable(tmp_path / "result.json") == tmp_path / "result.json"


def test_the_name_of_a_result_says_how_it_is_written(tmp_path):
    assert check_result_file(None) is None
    assert check_result_file(tmp_path / "motifs.csv") == tmp_path / "motifs.csv"
    with pytest.raises(typer.BadParameter, match=r"ends in \.json, \.csv"):
        check_result_file(tmp_path / "motifs.xlsx")
    with pytest.raises(typer.BadParameter, match="is a folder"):
        check_result_file(tmp_path)


def test_one_answer_is_no_table(tmp_path):
    assert check_json_file(tmp_path / "answer.json") == tmp_path / "answer.json"
    for name in ("answer.csv", "answer.pdf", "answer.svg"):
        with pytest.raises(typer.BadParameter, match=r"written as JSON; give a name that ends in \.json"):
            check_json_file(tmp_path / name)

import csv
import sys

import pandas as pd
import pytest

import spminer
from spminer import Contrast, Frequency, Motif, MotifSet, Pattern, UsageError
from spminer.datasets import example
from spminer.results.provenance import InputFacts
from spminer.results.table import RESULT_FILES, check_result_path, column_kinds, table_rows, write_table

EDGE = Pattern.parse("0-1@0")
MOTIF = Motif(EDGE, 1, Frequency.exact(3), Frequency(7.5, "estimate", 6, 9), examples=(("a,b", "c"),), closed=True)


def test_shares_are_percent_of_nodes_and_of_graphs():
    supports = {"transaction_support": Frequency.exact(2), "image_support": Frequency.exact(4)}
    motif = Motif(EDGE, 1, Frequency.exact(3), Frequency.exact(9), **supports)
    [row] = table_rows([motif], InputFacts(nodes=12, graphs=8))
    shares = {name: value for name, value in row.items() if name.endswith("_percent")}
    assert shares == {
        "anchored_frequency_percent": 25,
        "transaction_support_percent": 25,
        "image_support_percent": pytest.approx(100 / 3),
    }


def test_a_share_of_something_unknown_is_empty():
    assert table_rows([MOTIF], InputFacts())[0]["anchored_frequency_percent"] is None
    assert table_rows([MOTIF], InputFacts(nodes=0))[0]["anchored_frequency_percent"] is None


def test_every_column_has_a_kind_that_its_values_are_of():
    compared = Motif(EDGE, 1, Frequency.exact(3), against=Contrast(with_="degree", p=0.5, note="few"))
    rows = table_rows([compared], InputFacts(nodes=4)) + table_rows([MOTIF], InputFacts())
    kinds = column_kinds(rows[:1])
    types = {"whole": int, "truth": bool, "text": str, "number": int | float}
    for row in rows:
        for name, value in row.items():
            assert value is None or isinstance(value, types[kinds[name]]), name


@pytest.mark.parametrize(("suffix", "delimiter"), [(".csv", ","), (".TSV", "\t")])
def test_text_comes_back(tmp_path, suffix, delimiter):
    path = tmp_path / f"motifs{suffix}"
    write_table([MOTIF], InputFacts(nodes=12), path)
    with path.open(newline="", encoding="utf-8") as file:
        [row] = csv.DictReader(file, delimiter=delimiter)
    assert (row["example"], row["closed"], row["proven"], row["maximal"]) == ("a,b, c", "true", "false", "")
    assert (row["graph_frequency"], row["anchored_frequency_percent"]) == ("7.5", "25.0")


@pytest.mark.parametrize("suffix", [".csv", ".tsv", ".parquet"])
def test_files_and_pandas_say_the_same(tmp_path, suffix):
    result = spminer.mine(example(), "3-4", against="er", null_samples=20)
    path = tmp_path / f"motifs{suffix}"
    result.save(path)
    sep = "\t" if suffix == ".tsv" else ","
    table = pd.read_parquet(path) if suffix == ".parquet" else pd.read_csv(path, sep=sep)
    read, made = (frame.astype(object).where(frame.notna(), None) for frame in (table, result.to_pandas()))
    pd.testing.assert_frame_equal(read, made, check_dtype=False)


@pytest.mark.parametrize("suffix", [".csv", ".parquet"])
def test_nothing_found_is_a_table_without_rows(tmp_path, suffix):
    path = tmp_path / f"none{suffix}"
    MotifSet(()).save(path)
    table = pd.read_parquet(path) if suffix == ".parquet" else pd.read_csv(path)
    assert len(table) == 0
    assert list(table.columns) == list(table_rows([MOTIF], InputFacts())[0])


def test_columns_of_parquet_keep_their_kinds_where_they_are_empty(tmp_path):
    MotifSet((Motif(EDGE, 1),)).save(tmp_path / "motifs.parquet")
    import pyarrow.parquet

    schema = pyarrow.parquet.read_schema(tmp_path / "motifs.parquet")
    types = {name: str(schema.field(name).type) for name in ("size", "closed", "man", "score", "orbit")}
    assert types == {"size": "int64", "closed": "bool", "man": "string", "score": "double", "orbit": "int64"}


@pytest.mark.parametrize("name", ["motifs.xlsx", "motifs", "motifs.json.gz"])
def test_an_unknown_ending_is_refused_with_those_that_are_known(name):
    with pytest.raises(
        UsageError, match=r"\.json, \.csv, \.tsv, \.parquet, \.md, \.tex, \.svg or \.png, not to motifs"
    ):
        check_result_path(name)


def test_a_page_is_not_a_result():
    with pytest.raises(UsageError, match="--report FILE"):
        check_result_path("motifs.html")


def test_a_device_gets_json():
    check_result_path("/dev/null")


def test_parquet_without_its_library_says_how_to_get_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(UsageError, match=r"pip install 'spminer\[parquet\]'"):
        check_result_path("motifs.parquet")


def test_what_can_be_written_can_be_checked(tmp_path):
    for suffix in RESULT_FILES:
        MotifSet((MOTIF,)).save(tmp_path / f"motifs{suffix}")
    assert sorted(path.suffix for path in tmp_path.iterdir()) == sorted(RESULT_FILES)
    assert MotifSet.from_json(tmp_path / "motifs.json").motifs == (MOTIF,)


def test_no_cell_of_a_user_is_a_formula(tmp_path):
    names = ["=HYPERLINK(0)", "@anna", "-2+3", "+x", "-5"]
    graph = spminer.from_edges([(names[i], names[i + 1]) for i in range(4)])
    spminer.enumerate(graph, 5).save(tmp_path / "motifs.csv")
    spminer.profile(graph, ["0-1"]).write(tmp_path / "profile.tsv")
    with (tmp_path / "motifs.csv").open(newline="") as file:
        examples = [row["example"] for row in csv.DictReader(file)]
    assert any(example.startswith("'") for example in examples)
    assert not any(example[:1] in {"=", "@", "+"} or example.startswith("-2") for example in examples)
    with (tmp_path / "profile.tsv").open(newline="") as file:
        nodes = [row["node"] for row in csv.DictReader(file, delimiter="\t")]
    assert nodes == ["'=HYPERLINK(0)", "'@anna", "'-2+3", "'+x", "-5"]
    spminer.profile(graph, ["0-1"]).write(tmp_path / "profile.parquet")
    assert pd.read_parquet(tmp_path / "profile.parquet")["node"].tolist() == names


def test_other_programs_take_a_result_as_a_stream():
    pyarrow = pytest.importorskip("pyarrow", reason="needs pyarrow")
    polars = pytest.importorskip("polars", reason="needs polars")
    result = spminer.enumerate(example(), "3-4")
    expected = result.to_pandas()
    for table in (pyarrow.table(result).to_pandas(), polars.DataFrame(result).to_pandas()):
        assert list(table.columns) == list(expected.columns)
        assert table["id"].tolist() == expected["id"].tolist()
        assert table["anchored_frequency"].tolist() == expected["anchored_frequency"].tolist()
    assert pyarrow.table(spminer.MotifSet(())).num_rows == 0

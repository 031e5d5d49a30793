"""Tests of formats/spreadsheet.py: workbooks of openpyxl, and an OpenDocument sheet written by hand."""

import io
import logging
import zipfile
from datetime import date

import numpy as np
import pytest

import spminer
from spminer.errors import InputError
from spminer.graphs.formats import spreadsheet

openpyxl = pytest.importorskip("openpyxl", reason="needs openpyxl")
pytest.importorskip("python_calamine", reason="needs python-calamine")


@pytest.fixture
def workbook(tmp_path):
    def write(sheets, name="graph.xlsx"):
        book = openpyxl.Workbook()
        book.remove(book.active)
        for title, rows in sheets.items():
            sheet = book.create_sheet(title)
            for row in rows:
                sheet.append(row)
        book.save(tmp_path / name)
        return tmp_path / name

    return write


def test_a_sheet_is_read_as_its_csv(workbook, tmp_path):
    rows = [["source", "target", "weight"], ["ann", "bob", 0.5], ["bob", "cid", 2], ["a, b", 'say "x"', 1]]
    path = workbook({"Sheet1": rows})
    (tmp_path / "graph.csv").write_text('source,target,weight\nann,bob,0.5\nbob,cid,2\n"a, b","say ""x""",1\n')
    sheet, text = spminer.read(path), spminer.read(tmp_path / "graph.csv")
    assert sheet.names(range(sheet.num_nodes)) == text.names(range(text.num_nodes))
    assert np.array_equal(sheet.indices, text.indices)
    assert sheet.reading.edges == text.reading.edges
    assert sheet.reading.format == "sheet of edges"


def test_numbers_stay_numbers_and_empty_rows_are_passed_over(workbook):
    path = workbook({"Sheet1": [[7, 9], [None, None], [9, 1_000_000]]})
    graphs = spminer.read(path)
    assert graphs.names(range(3)) == ["7", "9", "1000000"]
    assert graphs.num_edges == 2


def test_the_sheet_of_edges_is_chosen_and_the_others_are_named(workbook, caplog):
    caplog.set_level(logging.WARNING)
    path = workbook({"Nodes": [["id", "label"], [1, "a"]], "Empty": [], "Edges": [["Source", "Target"], [1, 2]]})
    graphs = spminer.read(path)
    assert graphs.num_edges == 1
    assert "sheet 'Edges' was read; not read: 'Nodes'" in caplog.text
    assert "Empty" not in caplog.text


def test_names_that_became_dates_are_told(workbook, caplog):
    path = workbook({"Sheet1": [["gene", "partner"], ["TP53", date(2026, 9, 2)], ["TP53", "MDM2"]]})
    graphs = spminer.read(path, source="gene", target="partner")
    assert "2026-09-02" in graphs.names(range(graphs.num_nodes))
    assert "SEPT2" in caplog.text


def test_columns_are_given_as_for_text(workbook):
    path = workbook({"Sheet1": [["key", "from here", "to there", "kind"], [1, "a", "b", "x"], [2, "b", "c", "y"]]})
    graphs = spminer.read(path, source="from here", target="to there", edge_label="kind")
    assert graphs.names(range(3)) == ["a", "b", "c"]
    assert graphs.edge_label_names == ("x", "y")


def test_the_content_decides_without_a_suffix(workbook):
    path = workbook({"Sheet1": [["a", "b"], ["b", "c"]]}, "graph.xlsx")
    assert spminer.read(io.BytesIO(path.read_bytes())).num_edges == 2


CELL = '<table:table-cell office:value-type="{}"{}><text:p>{}</text:p></table:table-cell>'


def test_open_document_sheets(tmp_path):
    rows = "".join(
        f"<table:table-row>{''.join(CELL.format('string', '', text) for text in row)}</table:table-row>"
        for row in (("source", "target"), ("ann", "bob"), ("bob", "cid"))
    )
    names = "".join(
        f' xmlns:{short}="urn:oasis:names:tc:opendocument:xmlns:{short}:1.0"' for short in ("office", "table", "text")
    )
    content = (
        f'<?xml version="1.0"?><office:document-content{names}><office:body><office:spreadsheet>'
        f'<table:table table:name="Sheet1">{rows}</table:table>'
        "</office:spreadsheet></office:body></office:document-content>"
    )
    with zipfile.ZipFile(tmp_path / "graph.ods", "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        archive.writestr("content.xml", content)
        archive.writestr("META-INF/manifest.xml", "<manifest/>")
    graphs = spminer.read(tmp_path / "graph.ods")
    assert graphs.names(range(3)) == ["ann", "bob", "cid"]


@pytest.mark.parametrize("cut", [0.2, 0.5, 0.9])
def test_damaged_files_are_refused(workbook, cut):
    data = workbook({"Sheet1": [["a", "b"], ["b", "c"]]}).read_bytes()
    with pytest.raises(InputError):
        spminer.read(io.BytesIO(data[: int(len(data) * cut)]), format="spreadsheet")


def test_a_workbook_without_cells_is_refused(workbook):
    with pytest.raises(InputError, match="no sheet with cells"):
        spminer.read(workbook({"Sheet1": []}))


def test_a_bomb_is_refused(workbook, monkeypatch):
    monkeypatch.setattr(spreadsheet, "_MOST_BYTES", 100)
    with pytest.raises(InputError, match="unpacks to"):
        spminer.read(workbook({"Sheet1": [["a", "b"]]}))

"""Molecules: SMILES and SD (or MOL) files, read with RDKit and never written.

Atoms are nodes with their element as label, bonds are undirected edges with their kind (``single``, ``double``,
``triple``, ``aromatic``) as label. Hydrogens are nodes only if they are written out. SMILES are the first word of each
line, or the column of a table whose name has the word SMILES; a second word, or a column of names, is the name of the
graph. A column, or a property of an SD file, may hold the classes of molecules; those without one are left out. A
molecule that RDKit rejects is skipped, counted and named; a file where most are rejected is refused.

References: D. Weininger, "SMILES", 1988; A. Dalby et al., "Description of several chemical structure file
formats", 1992.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from spminer._util.imports import import_optional
from spminer._util.options import option_text
from spminer._util.text import did_you_mean
from spminer.errors import InputError
from spminer.graphs.build import encode_classes, log_notes
from spminer.graphs.builder import GraphBuilder
from spminer.graphs.formats.format import Format
from spminer.graphs.options import ReadOptions
from spminer.graphs.reading import Reading, listed
from spminer.graphs.tables.columns import find_column
from spminer.graphs.tables.edges import MISSING, numbered_rows
from spminer.graphs.tables.sniff import TextTable, sniff_table

if TYPE_CHECKING:
    from spminer.graphs.collection import GraphCollection
    from spminer.graphs.source import Source

__all__ = ["SDF_FORMAT", "SMILES_FORMAT", "is_smiles", "molecule_from_smiles"]

_INSTALL = "spminer[chem]"
_ATOM = r"(?:Cl|Br|[BCNOPSFI]|[bcnops]|\[[0-9]*(?:[A-Z][a-z]?|[a-z]{1,2}|\*)[^\]\s]*\]|\*)"
_SMILES = re.compile(rf"{_ATOM}(?:{_ATOM}|[-=#$:/\\.()]|%[0-9]{{2}}|[0-9])*")
_TELLING = re.compile(r"[=#()\[]|[a-zA-Z][0-9]")  # rare in names of nodes
_COLUMN = re.compile(r"(\w+[ _-]?)?smiles([ _-]?(string|code|canonical|isomeric))?", re.IGNORECASE)
_NAMES = {"name", "id", "mol_id", "molecule", "title", "chembl_id", "compound", "mol"}
_PROPERTY = re.compile(r"^>[^\n]*<([^>\n]+)>[^\n]*\n([^\n]*)", re.MULTILINE)  # of an SD file: name, first line
_BONDS = {"SINGLE": "single", "DOUBLE": "double", "TRIPLE": "triple", "AROMATIC": "aromatic"}


def is_smiles(text: str) -> bool:
    """Whether a text is written as one SMILES.

    >>> is_smiles("c1ccccc1"), is_smiles("CO"), is_smiles("0-1,1-2"), is_smiles("triangle")
    (True, True, False, False)
    """
    return _SMILES.fullmatch(text) is not None


def molecule_from_smiles(text: str) -> GraphCollection:
    """One molecule as a graph with the labels of molecule files.

    RDKit finds aromatic bonds, as in files. A part of a molecule that it rejects, such as ``cccO``, is taken as
    written.
    """
    import io

    from spminer.graphs.source import Source

    chem, base = import_optional("rdkit.Chem", _INSTALL), import_optional("rdkit.rdBase", _INSTALL)
    with base.BlockLogs(), Source(io.BytesIO(), name=text) as source:
        molecule = chem.MolFromSmiles(text) or chem.MolFromSmiles(text, sanitize=False)
        if molecule is None or any(atom.GetAtomicNum() == 0 for atom in molecule.GetAtoms()):
            raise InputError("RDKit cannot read this SMILES as elements and bonds", source=text, remedy="correct it")
        molecules = _Molecules(source, "SMILES")
        molecules.add(molecule, "")
        return molecules.build(ReadOptions())


def looks_like_smiles(sample: bytes) -> bool:
    r"""Whether a column is named SMILES, or the first words are SMILES and unlikely to be names of nodes.

    >>> looks_like_smiles(b"CC(=O)O acetic\nCCO ethanol\n"), looks_like_smiles(b"CCO CCN\nCCN CCC\n")
    (True, False)
    """
    table = sniff_table(sample)
    if any(_COLUMN.fullmatch(name) for name in (*table.names, *(table.rows[0] if table.rows else ()))):
        return True
    words = table.column(0)
    if table.names or not words or not all(_SMILES.fullmatch(word) for word in words):
        return False
    if all(len(row) == 1 for row in table.rows):
        return True
    return any(map(_TELLING.search, words)) and not set(words).intersection(table.column(1))


def looks_like_sdf(sample: bytes) -> bool:
    """Whether a file has the counts line of a molecule in its fourth line."""
    lines = sample.split(b"\n", 4)
    return len(lines) > 3 and re.search(rb"V[23]000\s*$", lines[3]) is not None


class _Molecules:
    """Collects molecules as graphs."""

    def __init__(self, source: Source, title: str) -> None:
        self.source, self.title = source.name, title
        self.deadline = source.deadline
        # Kinds of bonds are labels even if no two are alike.
        options = ReadOptions(edge_labels=True, deadline=source.deadline)
        self.builder = GraphBuilder(
            options, title, source.name, label_attributes=("element",), edge_label_attribute="bond"
        )
        self.count = 0
        self.unreadable: list[str] = []  # where in the file, and the text
        self.classes: list[str] = []
        self.unclassified = 0

    def add(self, molecule: Any, name: str, label: str | None = None) -> None:
        """Add a molecule, with its class if classes were asked for; an empty one leaves it out."""
        self.deadline.check()
        if label is not None:
            if not label or label in MISSING:
                self.unclassified += 1
                return
            self.classes.append(label)
        for atom in molecule.GetAtoms():
            self.builder.add_node(str(atom.GetIdx()), {"element": atom.GetSymbol()})
        for bond in molecule.GetBonds():
            kind = str(bond.GetBondType())
            label = _BONDS.get(kind, kind.lower())
            self.builder.add_edge(str(bond.GetBeginAtomIdx()), str(bond.GetEndAtomIdx()), {"bond": label})
        self.builder.end_graph(name)
        self.count += 1

    def build(self, options: ReadOptions, left_out: tuple[str, ...] = ()) -> GraphCollection:
        readable = self.count + self.unclassified
        if len(self.unreadable) > readable:
            reason = f"{len(self.unreadable)} of {len(self.unreadable) + readable} molecules cannot be read: "
            raise InputError(
                reason + listed(self.unreadable),
                source=self.source,
                remedy=f"correct them, or give a {self.title} file",
            )
        if self.unclassified and self.count == 0:
            reason = f"no molecule has a class in {options.graph_label}"
            raise InputError(reason, source=self.source, remedy=f"leave {option_text('graph_label')} out")
        if self.count == 0:
            raise InputError("no molecules found", source=self.source, remedy=f"give a {self.title} file")
        if options.directed:
            raise InputError(
                f"{option_text('directed', True)} is not supported for bonds", source=self.source, remedy="leave it out"
            )
        notes = []
        if self.unclassified:
            notes.append(f"left out {self.unclassified} molecule{'s' * (self.unclassified > 1)} without a class")
        if self.unreadable:
            number = len(self.unreadable)
            notes.append(f"skipped {number} molecule{'s' * (number > 1)} that RDKit rejects: {listed(self.unreadable)}")
        log_notes(notes, self.source)
        classes, numbers = None, ""
        if options.graph_label is not None:
            try:
                classes, numbers = encode_classes(self.classes)
            except InputError as error:
                reason = f"{options.graph_label} {error.reason}"
                raise InputError(reason, source=self.source, remedy=error.remedy) from None
        return replace(
            self.builder.build(False),
            graph_labels=classes,
            reading=Reading(
                self.title,
                edges="bonds (of hydrogens only those written out)",
                direction="undirected (bonds have no direction)",
                node_labels="elements of atoms",
                edge_labels="kinds of bonds",
                graph_labels=f"{options.graph_label or ''}{f' ({numbers})' if numbers else ''}",
                left_out=left_out,
                notes=tuple(notes),
            ),
        )


def read_smiles(source: Source, options: ReadOptions) -> GraphCollection:
    """Read one molecule per line, or per row of a table with a column of SMILES; see :func:`spminer.read`."""
    chem, base = import_optional("rdkit.Chem", _INSTALL), import_optional("rdkit.rdBase", _INSTALL)
    sample = source.sample()
    table = sniff_table(sample, header=options.header)
    if not table.names and table.rows and any(_COLUMN.fullmatch(name) for name in table.rows[0]):
        table = sniff_table(sample, header=True)
    place, title_place = _places(table, options, source.name)
    class_place = -1
    if options.graph_label is not None:
        class_place = find_column(options.graph_label, table.names, table.width, source=source.name)
        title_place = -1 if title_place == class_place else title_place
    molecules = _Molecules(source, "SMILES")
    rows = numbered_rows(source, table.delimiter)
    if table.header:
        next(rows, None)
    with base.BlockLogs():
        for line, row in rows:
            text = row[place] if place < len(row) else ""
            molecule = chem.MolFromSmiles(text) if text else None
            if molecule is None:
                molecules.unreadable.append(f"line {line} {text[:40]!r}")
            else:
                label = None if class_place < 0 else row[class_place] if class_place < len(row) else ""
                molecules.add(molecule, row[title_place] if 0 <= title_place < len(row) else "", label)
    others = [name for index, name in enumerate(table.names) if index not in (place, title_place, class_place)]
    return molecules.build(options, tuple(others))


def _places(table: TextTable, options: ReadOptions, source: str) -> tuple[int, int]:
    """Columns of the SMILES and of the molecules' names; -1 for none."""
    if options.source is not None:
        return find_column(options.source, table.names, table.width, source=source), -1
    if not table.names:
        return 0, 1
    place = next((index for index, name in enumerate(table.names) if _COLUMN.fullmatch(name)), 0)
    title = next((index for index, name in enumerate(table.names) if name.lower() in _NAMES and index != place), -1)
    return place, title


def read_sdf(source: Source, options: ReadOptions) -> GraphCollection:
    """Read all molecules of an SD or MOL file; see :func:`spminer.read`."""
    chem, base = import_optional("rdkit.Chem", _INSTALL), import_optional("rdkit.rdBase", _INSTALL)
    blocks = re.split(r"^\$\$\$\$[^\n]*\n?", source.text().replace("\r\n", "\n"), flags=re.MULTILINE)
    molecules = _Molecules(source, "SD file")
    wanted, known = options.graph_label, dict[str, None]()
    with base.BlockLogs():
        for number, block in enumerate(blocks, start=1):
            if not block.strip():
                continue
            molecule = chem.MolFromMolBlock(block, removeHs=False)
            properties = dict(_PROPERTY.findall(block.partition("M  END")[2]))
            known.update(dict.fromkeys(properties))
            if molecule is None:
                molecules.unreadable.append(f"number {number}")
            else:
                label = None if wanted is None else properties.get(wanted, "").strip()
                molecules.add(molecule, block.split("\n", 1)[0].strip(), label)
    if wanted is not None and wanted not in known:
        remedy = f"name one of: {listed(known)}" if known else "leave it out; there are no properties"
        raise InputError(
            f"has no property {wanted!r}{did_you_mean(wanted, known, otherwise='')}", source=source.name, remedy=remedy
        )
    return molecules.build(options, tuple(name for name in known if name != wanted))


SDF_FORMAT = Format("sdf", "SD file of molecules", (".sdf", ".mol"), looks_like_sdf, read_sdf, options=("graph_label",))
SMILES_FORMAT = Format(
    "smiles",
    "SMILES",
    (".smi", ".smiles"),
    looks_like_smiles,
    read_smiles,
    options=("source", "graph_label", "header"),
    heuristic=True,
)

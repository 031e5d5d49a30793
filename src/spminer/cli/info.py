"""``spminer info``: what is in a graph file."""

from dataclasses import dataclass

from spminer._util.options import option
from spminer.cli.options import GRAPH, FileOptions, RunOptions, some
from spminer.cli.session import Session, takes
from spminer.graphs.options import ReadOptions


@dataclass(frozen=True, slots=True, kw_only=True)
class InfoOptions:
    """The options of the verb."""

    graph: str = option(**GRAPH)


@takes(InfoOptions, ReadOptions, some(RunOptions, "quiet"), some(FileOptions, "as_json"))
def command(session: Session, options: InfoOptions, reading: ReadOptions, files: FileOptions) -> int:
    """Describe a graph or a collection of graphs.

    \b
    Examples:
      spminer info friends.csv
      spminer info tu:ENZYMES --json
      zcat edges.txt.gz | spminer info - --directed
    """
    from spminer.graphs.statistics import describe

    graphs = session.read_one(options.graph, reading, tell=files.as_json)  # the table has it
    graphs.check()  # also a store, which is checked in full nowhere else
    facts = describe(graphs)
    return session.deliver(facts.to_dict(), lambda: print(facts), as_json=files.as_json)

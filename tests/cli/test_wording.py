import pytest

from spminer.cli.wording import in_options


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("all names (ids='text')", "all names (--ids text)"),
        ("decide with directed=", "decide with --directed"),
        ("header=True takes it", "--header takes it"),
        ("directed=False takes it", "--undirected takes it"),
        ("say format='sif', or source=2", "say --format sif, or --source 2"),
        ("drop edge_labels", "drop --edge-labels"),
        ("name it with edge_label=", "name it with --edge-label"),
        ("p=0.5 and resource=3 stay", "p=0.5 and resource=3 stay"),
        ("--label and --source stay", "--label and --source stay"),
    ],
)
def test_arguments_become_options(message, expected):
    assert in_options(message) == expected

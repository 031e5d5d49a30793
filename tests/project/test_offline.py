"""Nothing connects to anything at run time but what is asked to fetch: verbs run while sockets refuse."""

import socket
import sys

import pytest

import spminer
from spminer.cli.main import main
from spminer.datasets import example


class ConnectedError(AssertionError):
    """Something tried to reach the network."""


@pytest.fixture
def offline(monkeypatch):
    """Every way to another machine refuses; an audit hook sees those of libraries in C as well."""
    tried = []

    def refuse(*arguments, **_):
        tried.append(arguments)
        raise ConnectedError(arguments)

    for name in ("connect", "connect_ex", "sendto", "bind"):
        monkeypatch.setattr(socket.socket, name, refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    watching = [True]

    def watch(event, arguments):
        if watching[0] and event in {"socket.connect", "socket.getaddrinfo", "socket.bind", "socket.sendto"}:
            tried.append((event, arguments))

    sys.addaudithook(watch)  # it cannot be taken away again, only told to look no more
    yield tried
    watching[0] = False


VERBS = [
    "--help",
    "info club.csv",
    "mine club.csv --sizes 3-5 --top 2 --output result.json --report report.html",
    "mine club.csv --sizes 3 --against degree --null-samples 5 --quiet",
    "mine club.csv --sizes 3-6 --method greedy --walks 10 --neighborhoods 50 --quiet",
    "enumerate club.csv --size 4",
    "count 0-1,1-2,2-0@0 club.csv --examples 1",
    "convert club.csv club.spm",
    "randomize club.csv --model degree -o copy.csv",
    "generate synthetic -o random.zip",
    "report result.json -o again.html",
    "verify result.json club.csv",
    "profile club.csv result.json",
]


def test_verbs_reach_for_nothing(offline, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    spminer.write(example(), "club.csv")
    for line in VERBS:
        assert main(line.split()) == 0, (line, capsys.readouterr().err)
    assert offline == []


def test_fetching_does(offline, tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("SPMINER_DATA", str(tmp_path))
    assert main(["fetch", "tu:MUTAG"]) != 0
    assert offline

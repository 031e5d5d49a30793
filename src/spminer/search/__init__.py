"""Search for frequent patterns: what every method is asked and answers, and the methods that walk the target."""

from spminer.search.task import Candidate, Method, SearchResult, Task

__all__ = ["Candidate", "Method", "SearchResult", "Task"]

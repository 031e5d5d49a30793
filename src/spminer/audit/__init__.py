"""Audit of results: every claim of a result checked anew by separate, simple code."""

from spminer.audit.auditing import verify
from spminer.audit.claims import Audit, Claim

__all__ = ["Audit", "Claim", "verify"]

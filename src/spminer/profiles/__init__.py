"""Profiles: which motifs each node takes part in, where in them, and how often."""

from spminer.profiles.profile import Participation, Profile, profile

__all__ = ["Participation", "Profile", "profile"]

"""The main job: a request becomes a plan, candidates, verified motifs and a result."""

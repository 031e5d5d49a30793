"""What tests share: oracles, random inputs, builders, executors, processes and stand-ins."""

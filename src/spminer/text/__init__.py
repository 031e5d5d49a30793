"""Text for people and from people: sizes, numbers, durations."""

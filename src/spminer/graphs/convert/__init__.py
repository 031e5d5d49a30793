"""Converters from and to the graph types of other libraries, each imported only when used."""

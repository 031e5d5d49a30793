// Nothing: the object that holds the compiled headers of the tests.

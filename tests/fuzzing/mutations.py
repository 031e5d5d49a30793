"""Mutations of bytes: small changes that keep most of a file as it was."""

# Words that formats give a meaning to, and numbers at the edges of what they may be.
TOKENS = [
    *(b"0", b"-1", b"1e999", b"nan", b"NaN", b"Infinity", b"007", b"1.5", b"2147483648", b"9223372036854775808"),
    *(b"99999999999999999999", b"null", b"true", b"[]", b"{}", b'"', b'""', b"'", b",", b";", b"\t", b" ", b"|"),
    *(b"\n", b"\r\n", b"\r", b"#", b"%", b"//", b"<", b"&", b"]]>", b"[", b"]", b"(", b"{", b"->", b"--", b"@"),
    *(b"\x00", b"\x1b[31m", b"\xff", b"\xef\xbb\xbf", b"\xc3\xa9", b"\xe2\x80\xa8", b"\xed\xa0\x80", b"*", b"*Edges"),
    *(b"source", b"target", b"label", b"id", b"node", b"edge", b"graph", b"t # 1", b"v 0", b"e 0 1", b"~~", b"\\u0000"),
]
_MOST_CHANGES = 6
_LONGEST_PIECE = 64


def _flip(data, random, _):
    at = random.randrange(len(data))
    data[at] ^= 1 << random.randrange(8)


def _replace(data, random, _):
    data[random.randrange(len(data))] = random.randrange(256)


def _cut(data, random, _):
    at = random.randrange(len(data))
    del data[at : at + random.randint(1, _LONGEST_PIECE)]


def _double(data, random, _):
    at = random.randrange(len(data))
    piece = data[at : at + random.randint(1, _LONGEST_PIECE)]
    data[at:at] = piece * random.choice((1, 1, 1, 20))


def _insert(data, random, _):
    at = random.randrange(len(data) + 1)
    data[at:at] = random.choice(TOKENS)


def _overwrite(data, random, _):
    token = random.choice(TOKENS)
    at = random.randrange(len(data))
    data[at : at + len(token)] = token


def _number(data, random, _):
    """Another number in the place of a digit."""
    digits = [at for at, byte in enumerate(data) if 48 <= byte <= 57]
    if digits:
        at = random.choice(digits)
        data[at : at + 1] = random.choice(TOKENS[:11])


def _lines(data, random, _):
    lines = bytes(data).split(b"\n")
    i, j = random.randrange(len(lines)), random.randrange(len(lines))
    lines[i], lines[j] = lines[j], lines[i]
    if random.random() < 0.5:
        del lines[random.randrange(len(lines))]
    data[:] = b"\n".join(lines)


def _splice(data, random, seeds):
    other = random.choice(seeds)
    at = random.randrange(len(data))
    data[at:] = other[random.randrange(len(other) + 1) :]


def _end(data, random, _):
    del data[random.randrange(len(data)) :]


_CHANGES = [_flip, _replace, _cut, _double, _insert, _insert, _overwrite, _number, _lines, _splice, _end]


def mutated(seeds, random):
    """One of the seeds with a few changes; ``random`` is a ``random.Random``."""
    data = bytearray(random.choice(seeds))
    for _ in range(random.randint(1, _MOST_CHANGES)):
        if not data:
            data += random.choice(TOKENS)
        random.choice(_CHANGES)(data, random, seeds)
    return bytes(data)

"""Numbers of many magnitudes: small and huge ones by powers of ten."""

from __future__ import annotations

import math

from spminer.text.formatting import format_number

__all__ = ["format_power", "format_small"]

_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def format_small(value: float, *, digits: int = 3) -> str:
    """A number with separators and so many digits, small ones by powers of ten.

    >>> format_small(8.72e-09), format_small(-0.00051), format_small(0.0198), format_small(1151.8), format_small(0)
    ('8.72·10⁻⁹', '-5.1·10⁻⁴', '0.0198', '1,152', '0')
    >>> format_small(0.2256738, digits=5), format_small(1151.82, digits=5)
    ('0.22567', '1,151.8')
    """
    if value != 0 and abs(value) < 0.001:
        return format_power(value, digits=digits)
    return format_number(value) if digits == 3 else f"{value:,.{digits}g}"


def format_power(value: float, *, digits: int = 3) -> str:
    """A number by a power of ten, which alone stands for one times it.

    >>> format_power(1e6), format_power(2_500_000), format_power(9.96e-5, digits=2)
    ('10⁶', '2.5·10⁶', '10⁻⁴')
    """
    mantissa, _, power = f"{value:.{digits - 1}e}".partition("e")
    raised = "10" + str(int(power)).translate(_RAISED)
    return raised if math.isclose(float(mantissa), 1.0) else f"{float(mantissa):.{digits}g}·{raised}"

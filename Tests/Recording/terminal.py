"""Reads the output of 'tmux capture-pane -e': text with the escape sequences that select its style."""

import re
import unicodedata
from dataclasses import dataclass, replace

COLORS = [
    "#484f58", "#ff7b72", "#3fb950", "#d29922", "#58a6ff", "#bc8cff", "#39c5cf", "#b1bac4",
    "#6e7681", "#ffa198", "#56d364", "#e3b341", "#79c0ff", "#d2a8ff", "#56d4dd", "#f0f6fc",
]


@dataclass(frozen=True)
class Style:
    foreground: str = ""
    background: str = ""
    bold: bool = False
    dim: bool = False
    underlined: bool = False
    reversed: bool = False

    def turned(self, foreground, background):
        """The same style without reversal.

        :param foreground: the terminal's own color; so is the background.
        """
        if not self.reversed:
            return self
        return replace(self, reversed=False, foreground=self.background or background,
                       background=self.foreground or foreground)


def indexed(number):
    """The color of a number of the 256 that terminals have."""
    if number < 16:
        return COLORS[number]
    if number >= 232:
        return "#" + 3 * f"{8 + 10 * (number - 232):02x}"
    steps = [0, 95, 135, 175, 215, 255]
    digits = [(number - 16) // 36, (number - 16) // 6 % 6, (number - 16) % 6]
    return "#" + "".join(f"{steps[digit]:02x}" for digit in digits)


def select(style, sequence):
    """The style after the parameters of an SGR sequence."""
    numbers = [int(number or 0) for number in re.split("[;:]", sequence)]
    while numbers:
        match numbers.pop(0):
            case 0: style = Style()
            case 1: style = replace(style, bold=True)
            case 2: style = replace(style, dim=True)
            case 4: style = replace(style, underlined=True)
            case 7: style = replace(style, reversed=True)
            case 24: style = replace(style, underlined=False)
            case 27: style = replace(style, reversed=False)
            case 22: style = replace(style, bold=False, dim=False)
            case 38: style = replace(style, foreground=indexed(numbers[1])); numbers = numbers[2:]
            case 48: style = replace(style, background=indexed(numbers[1])); numbers = numbers[2:]
            case 39: style = replace(style, foreground="")
            case 49: style = replace(style, background="")
            case number if 30 <= number <= 37:
                style = replace(style, foreground=COLORS[number - 30])
            case number if 90 <= number <= 97:
                style = replace(style, foreground=COLORS[number - 82])
            case number if 40 <= number <= 47:
                style = replace(style, background=COLORS[number - 40])
            case number:
                raise ValueError(f"unknown style {number} in {sequence}")
    return style


def cells(text):
    """The lines of a screen, each as a list of cells: column, width, character, style."""
    result, column, style = [[]], 0, Style()
    for index, piece in enumerate(re.split(r"\x1b\[([\d;:]*)m", text)):
        if index % 2 == 1:
            style = select(style, piece)
            continue
        for character in piece:
            if character == "\n":
                result.append([])
                column = 0
                continue
            width = 2 if unicodedata.east_asian_width(character) == "W" else 1
            result[-1].append((column, width, character, style))
            column += width
    return result

"""Draws frames of a terminal as an animated SVG of a terminal window."""

import re
from html import escape

# Of a cell, in pixels. A line is drawn from its baseline.
WIDTH, HEIGHT, BASELINE = 8.4, 18, 13
SIZE, MARGIN = 14, 12
BACKGROUND, FOREGROUND, BORDER = "#0d1117", "#c9d1d9", "#30363d"


def runs(cells):
    """Cells of one style beside each other: column, width, text, style."""
    result = []
    for column, width, character, style in cells:
        style = style.turned(FOREGROUND, BACKGROUND)
        last = result[-1] if result else None
        # A wide character is a run of its own, and so has its place in every font.
        if last and last[3] == style and width == 1 and last[1] == len(last[2]):
            result[-1] = (last[0], last[1] + 1, last[2] + character, style)
        else:
            result.append((column, width, character, style))
    return result


def words(column, width, text):
    """The parts of a run between gaps: column, width, text."""
    for part in re.finditer(r"\S+( \S+)*", text):
        length = len(part.group())
        yield column + part.start(), width if width > len(text) else length, part.group()


def drawing(cells):
    """The elements of one line, with the baseline at 0."""
    elements = []
    for column, width, text, style in runs(cells):
        if style.background:
            d = f"M{column * WIDTH:.4g} -{BASELINE}h{width * WIDTH:.4g}v{HEIGHT}H{column * WIDTH:.4g}"
            elements.append(f'<path fill="{style.background}" d="{d}"/>')
        attributes = f' fill="{style.foreground}"' if style.foreground else ""
        attributes += ' font-weight="bold"' if style.bold else ""
        attributes += ' opacity=".65"' if style.dim else ""
        attributes += ' text-decoration="underline"' if style.underlined else ""
        for start, length, word in words(column, width, text):
            x, extent = f"{start * WIDTH:.4g}", f"{length * WIDTH:.4g}"
            if set(word) == {"─"}:
                color, y = style.foreground or FOREGROUND, HEIGHT / 2 - BASELINE
                elements.append(f'<path stroke="{color}" d="M{x} {y:g}h{extent}"/>')
            elif word == "│":
                x = f"{(start + 0.5) * WIDTH:.4g}"
                color = style.foreground or FOREGROUND
                elements.append(f'<path stroke="{color}" d="M{x} -{BASELINE}v{HEIGHT}"/>')
            else:
                elements.append(
                    f'<text x="{x}" textLength="{extent}"{attributes}>'
                    f"{escape(word, quote=False)}</text>")
    return "".join(elements)


def keyframes(name, times, duration):
    """A rule that shows an element between pairs of times, and hides it at all others."""
    steps = [] if times[0][0] == 0 else ["0%{opacity:0}"]
    for start, end in times:
        steps.append(f"{100 * start / duration:.4g}%{{opacity:1}}")
        if end < duration:
            steps.append(f"{100 * end / duration:.4g}%{{opacity:0}}")
    return f"@keyframes {name}{{{''.join(steps)}}}"


def picture(frames, columns, rows, title):
    """The picture, as text.

    Without animation it shows the last frame. Two equal frames at one time make a still.

    :param frames: pairs of a time in seconds and the lines of a screen, each a list of cells.
    """
    first, duration = frames[0][0], frames[-1][0] - frames[0][0]
    shown = {}  # The times at which a line with a drawing is shown.
    for index, (time, lines) in enumerate(frames[:-1]):
        start, end = time - first, frames[index + 1][0] - first
        for row, line in enumerate(lines[:rows]):
            times = shown.setdefault((row, drawing(line)), [])
            if times and times[-1][1] == start:
                times[-1] = (times[-1][0], end)
            else:
                times.append((start, end))
    rules, lines, names = [], [], {}
    for (row, line), times in shown.items():
        if not line:
            continue
        attributes = f'transform="translate(0 {row * HEIGHT + BASELINE})"'
        if times != [(0, duration)]:
            rule = keyframes("", times, duration)
            if rule not in names:
                names[rule] = f"k{len(names)}"
                rules.append(keyframes(names[rule], times, duration))
                rules.append(f".{names[rule]}{{animation-name:{names[rule]}}}")
            hidden = "" if times[-1][1] == duration else " h"
            attributes += f' class="a {names[rule]}{hidden}"'
        lines.append(f"<g {attributes}>{line}</g>")
    width, height = columns * WIDTH + 2 * MARGIN, rows * HEIGHT + 2 * MARGIN
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}"'
        f' width="{width:g}" height="{height:g}">',
        f"<title>{escape(title, quote=False)}</title>",
        "<style>",
        f"text{{font:{SIZE}px ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace}}",
        *([f".a{{animation:{duration:.4g}s step-end infinite}}.h{{opacity:0}}",
           "@media(prefers-reduced-motion:reduce){.a{animation:none}}"] if rules else []),
        *rules,
        "</style>",
        f'<rect x=".5" y=".5" width="{width - 1:g}" height="{height - 1:g}" rx="8"'
        f' fill="{BACKGROUND}" stroke="{BORDER}"/>',
        f'<g transform="translate({MARGIN} {MARGIN})" fill="{FOREGROUND}">',
        *lines,
        "</g>",
        "</svg>",
        "",
    ])

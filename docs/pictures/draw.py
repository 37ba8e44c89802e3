#!/usr/bin/env python3
"""Draws the output of a command as an SVG picture of a terminal.

Usage: docs/pictures/draw.py OUTPUT.svg LINES COMMAND...

Shows the first LINES lines of what COMMAND prints. The command must print ANSI colors: `--color always`.
docs/pictures/make.sh draws all pictures of the documentation.
"""

import html
import re
import subprocess
import sys

CHARACTER_WIDTH = 8.4
LINE_HEIGHT = 19
MARGIN = 16
STYLES = {
    "1": "font-weight:bold",
    "1;31": "fill:#ff7b72;font-weight:bold",
    "1;32": "fill:#7ee787;font-weight:bold",
    "1;33": "fill:#f2cc60;font-weight:bold",
    "90": "fill:#8b949e",
}


def spans(line, style):
    """Returns the SVG of a line, and the style that continues on the next one."""
    svg = ""
    for text, code in re.findall(r"([^\x1b]*)(?:\x1b\[([0-9;]*)m)?", line):
        if text:
            attribute = f' style="{style}"' if style else ""
            svg += f"<tspan{attribute}>{html.escape(text)}</tspan>"
        if code:
            style = STYLES.get(code, "")
    return svg, style


def main():
    output, count, command = sys.argv[1], int(sys.argv[2]), sys.argv[3:]
    printed = subprocess.run(command, capture_output=True, text=True, check=False).stdout.split("\n")
    shown = "posttask " + " ".join(part for part in command[1:] if part not in ("--color", "always", "--jobs", "1"))
    lines = [f"\x1b[90m$\x1b[0m \x1b[1m{shown}\x1b[0m"] + printed[:count]
    plain = [re.sub(r"\x1b\[[0-9;]*m", "", line) for line in lines]
    width = max(len(line) for line in plain) * CHARACTER_WIDTH + 2 * MARGIN
    height = len(lines) * LINE_HEIGHT + 2 * MARGIN
    body, style = "", ""
    for number, line in enumerate(lines):
        line, style = spans(line, style)
        body += f'<text x="{MARGIN}" y="{MARGIN + (number + 0.75) * LINE_HEIGHT:.1f}">{line}</text>\n'
    with open(output, "w", encoding="utf-8") as file:
        file.write(
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height}" role="img">\n'
            f"<title>Output of {html.escape(shown)}</title>\n"
            "<style>text { white-space: pre }</style>\n"
            '<rect width="100%" height="100%" rx="8" fill="#0d1117"/>\n'
            '<g fill="#e6edf3" font-family="ui-monospace, Menlo, Consolas, monospace" font-size="14" '
            f'xml:space="preserve">\n{body}</g>\n</svg>\n'
        )


main()

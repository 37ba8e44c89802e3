//! Where lines break: an object on one line if it is small, else an entry per line.

use console::{measure_text_width, strip_ansi_codes};

/// Columns that a line may have.
const WIDTH: usize = 76;

/// An object that holds objects this many levels deep is not put on one line.
const LEVELS_ON_A_LINE: usize = 3;

/// A list with more entries than this is set in rows.
const ENTRIES_IN_A_COLUMN: usize = 6;

/// Entries wider than this are not set in rows.
const WIDEST_IN_A_ROW: usize = 16;

/// The text of an object while it grows.
pub(super) struct Layout {
    prefix: String,
    brackets: (&'static str, &'static str),
    entries: Vec<String>,
    /// How many of the first entries are elements of a list, which may be set in rows.
    pub(super) elements: usize,
    pub(super) depth_left: usize,
}

impl Layout {
    pub(super) fn new(prefix: String, brackets: (&'static str, &'static str)) -> Self {
        Self { prefix, brackets, entries: Vec::new(), elements: 0, depth_left: 0 }
    }

    pub(super) fn push(&mut self, entry: String) {
        self.entries.push(entry);
    }

    /// Says that all entries so far are elements of a list.
    pub(super) fn end_of_elements(&mut self) {
        self.elements = self.entries.len();
    }

    /// The whole text. With `alone` the prefix says it all if there are no entries.
    pub(super) fn finish(mut self, alone: bool) -> String {
        let (open, close) = self.brackets;
        let space = if self.prefix.is_empty() { "" } else { " " };
        if self.entries.is_empty() {
            return if alone { self.prefix } else { format!("{}{space}{open}{close}", self.prefix) };
        }
        let set_in_rows = self.set_in_rows();
        let nested = self.entries.iter().map(|entry| levels(entry)).max().unwrap_or(0);
        let width: usize = self.entries.iter().map(|entry| measure_text_width(entry) + 2).sum();
        let on_a_line = !set_in_rows
            && nested < LEVELS_ON_A_LINE
            && width + measure_text_width(&self.prefix) + 2 <= WIDTH
            && !self.entries.iter().any(|entry| entry.contains('\n'));
        if on_a_line {
            return format!("{}{space}{open} {} {close}", self.prefix, self.entries.join(", "));
        }
        let lines = self.entries.join(",\n").replace('\n', "\n  ");
        format!("{}{space}{open}\n  {lines}\n{close}", self.prefix)
    }

    /// Puts many short elements into rows of equal columns, numbers to the right. Returns whether it did.
    fn set_in_rows(&mut self) -> bool {
        let elements = &self.entries[..self.elements];
        let widths: Vec<usize> = elements.iter().map(|entry| measure_text_width(entry)).collect();
        let widest = widths.iter().copied().max().unwrap_or(0);
        let short = widest <= WIDEST_IN_A_ROW && !elements.iter().any(|entry| entry.contains('\n'));
        if elements.len() <= ENTRIES_IN_A_COLUMN || !short {
            return false;
        }
        // About as many columns as make a block of text two and a half times as wide as it is high.
        let columns = (1..=16).take_while(|columns| columns * (widest + 2) <= WIDTH);
        let columns = columns.take_while(|columns| columns * columns * (widest + 2) <= elements.len() * 25 / 4);
        let columns = columns.last().unwrap_or(1).max(3.min(WIDTH / (widest + 2)));
        let rows = elements.chunks(columns).zip(widths.chunks(columns)).map(|(row, widths)| {
            let cells = row.iter().zip(widths).map(|(cell, width)| format!("{}{cell}", " ".repeat(widest - width)));
            cells.collect::<Vec<_>>().join(", ")
        });
        let rows: Vec<String> = rows.collect();
        self.entries.splice(..self.elements, rows);
        true
    }
}

/// How many brackets of an entry are open at once.
fn levels(entry: &str) -> usize {
    let (mut depth, mut deepest) = (0_usize, 0);
    // Colours have brackets too.
    for character in strip_ansi_codes(entry).chars() {
        match character {
            '{' | '[' if entry.len() > 2 => {
                depth += 1;
                deepest = deepest.max(depth);
            }
            '}' | ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    deepest
}

//! Line breaks: a small object is put on one line, a larger one on a line per entry.

use crate::web::html::inspect::object_text::ObjectText;
use crate::web::html::inspect::shown::Shown;
use crate::web::html::inspect::text_width::{text_width, without_colors};

/// The maximum width of an object on one line, and of a row of elements, in columns.
const WIDTH: usize = 76;

/// An object with this many levels of nested objects is not put on one line.
const LEVELS_ON_A_LINE: usize = 3;

/// A list with more elements than this is set in rows.
const ENTRIES_IN_A_COLUMN: usize = 6;

/// A list is not set in rows if one of its elements is wider than this.
const WIDEST_IN_A_ROW: usize = 16;

/// Puts the entries of an object on a line, or on a line each.
pub(super) fn lay_out(mut object: ObjectText) -> Shown {
    let open = object.heading.start();
    let close = object.heading.brackets.1;
    if !set_in_rows(&mut object)
        && let Some(line) = on_a_line(&object)
    {
        return format!("{open} {line} {close}").into();
    }
    Shown::Object { open, entries: object.entries, close }
}

/// Returns the entries on one line, if they are short.
fn on_a_line(object: &ObjectText) -> Option<String> {
    let lines: Vec<&str> = object.entries.iter().map(Shown::line).collect::<Option<_>>()?;
    let nested = lines.iter().map(|entry| levels(entry)).max().unwrap_or(0);
    let width: usize = lines.iter().map(|entry| text_width(entry) + 2).sum();
    let fits = nested < LEVELS_ON_A_LINE && width + text_width(&object.heading.prefix) + 2 <= WIDTH;
    fits.then(|| lines.join(", "))
}

/// Sets many short elements in rows of equally wide, right-aligned columns. Returns whether it did.
fn set_in_rows(object: &mut ObjectText) -> bool {
    if object.elements <= ENTRIES_IN_A_COLUMN {
        return false;
    }
    let elements: Option<Vec<&str>> = object.entries[..object.elements].iter().map(Shown::line).collect();
    let Some(elements) = elements else { return false };
    let widths: Vec<usize> = elements.iter().map(|entry| text_width(entry)).collect();
    let widest = widths.iter().copied().max().unwrap_or(0);
    if widest > WIDEST_IN_A_ROW {
        return false;
    }
    // As many columns as make the block about two and a half times as wide as it is high.
    let columns = (1..=16).take_while(|columns| columns * (widest + 2) <= WIDTH);
    let columns = columns.take_while(|columns| columns * columns * (widest + 2) <= elements.len() * 25 / 4);
    let columns = columns.last().unwrap_or(1).max(3.min(WIDTH / (widest + 2)));
    let rows = elements.chunks(columns).zip(widths.chunks(columns)).map(|(row, widths)| {
        let cells = row.iter().zip(widths).map(|(cell, width)| format!("{}{cell}", " ".repeat(widest - width)));
        Shown::from(cells.collect::<Vec<_>>().join(", "))
    });
    let rows: Vec<Shown> = rows.collect();
    object.entries.splice(..object.elements, rows);
    true
}
/// Returns how deeply the brackets of an entry are nested.
fn levels(entry: &str) -> usize {
    let (mut depth, mut deepest) = (0_usize, 0);
    // The escape sequences of colors contain brackets too.
    for character in without_colors(entry).chars() {
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

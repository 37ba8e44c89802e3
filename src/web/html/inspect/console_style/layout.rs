//! Line breaks, where Node puts them: a small object is put on one line, a larger one on a line per entry, and a list
//! of many small elements in rows.

use crate::web::html::inspect::object_text::ObjectText;
use crate::web::html::inspect::shown::Shown;
use crate::web::html::inspect::text_styles::without_styles;
use crate::web::html::inspect::text_width::text_width;

/// The width of a line, in columns.
const WIDTH: usize = 80;

/// An object is not put on one line if the last object in it is this many levels deeper.
const LEVELS_ON_A_LINE: usize = 3;

/// A list with more entries than this may be set in rows.
const ENTRIES_IN_A_COLUMN: usize = 6;

/// The greatest number of columns.
const MOST_COLUMNS: usize = 12;

/// A list with more entries than this does not show all of its elements.
const MOST_ENTRIES_IN_ROWS: usize = 100;

/// What is between two entries.
const SEPARATOR: usize = 2;

/// Where an object is.
#[derive(Clone, Copy)]
pub(super) struct Surroundings {
    /// The number of objects around it.
    pub(super) level: usize,
    /// How many levels deeper the last object in it is.
    pub(super) levels_below: usize,
}

/// Puts the entries of an object on a line, on a line each, or in rows.
pub(super) fn lay_out(mut object: ObjectText, surroundings: Surroundings) -> Shown {
    let open = object.heading.start();
    let close = object.heading.brackets.1;
    let indentation = 2 * surroundings.level;
    let is_set = object.elements > 0
        && object.entries.len() > ENTRIES_IN_A_COLUMN
        && rows(&object, indentation).map(|rows| object.entries = rows).is_some();
    if !is_set
        && surroundings.levels_below < LEVELS_ON_A_LINE
        && let Some(line) = on_a_line(&object, indentation)
    {
        return format!("{open} {line} {close}").into();
    }
    Shown::Object { open, entries: object.entries, close }
}

/// Returns the entries on one line, if they are short.
fn on_a_line(object: &ObjectText, indentation: usize) -> Option<String> {
    let lines: Vec<&str> = object.entries.iter().map(Shown::line).collect::<Option<_>>()?;
    let units = |text: &str| without_styles(text).encode_utf16().count();
    // A text of its own, such as that of a function, has a bracket behind it.
    let heading = if object.heading.alone { units(&object.heading.prefix) + 1 } else { units(&object.heading.start()) };
    let reserved = 2 * lines.len() + indentation + heading + 10;
    let width = reserved + lines.iter().map(|entry| units(entry)).sum::<usize>();
    let fits = width <= WIDTH && reserved + lines.len() <= WIDTH && !object.heading.prefix.contains('\n');
    fits.then(|| lines.join(", "))
}

/// Returns rows of short entries in columns, each as wide as its widest entry. `None` if they stay on lines of their
/// own.
fn rows(object: &ObjectText, indentation: usize) -> Option<Vec<Shown>> {
    let entries: Vec<&str> = object.entries.iter().map(Shown::line).collect::<Option<_>>()?;
    // What says that there are more elements has a line of its own.
    let has_more = entries.len() > MOST_ENTRIES_IN_ROWS;
    let (entries, rest) = entries.split_at(entries.len() - usize::from(has_more));
    let widths: Vec<usize> = entries.iter().map(|entry| text_width(entry)).collect();
    let columns = columns(&widths, object.entries.len(), indentation)?;
    let widest = |column: usize| widths.iter().skip(column).step_by(columns).copied().max().unwrap_or(0);
    let column_widths: Vec<usize> = (0..columns).map(widest).collect();
    let is_right_aligned = entries.iter().all(|entry| is_number(&without_styles(entry)));
    let row = |start: usize| {
        let cells = (start..entries.len().min(start + columns)).map(|index| {
            let space = " ".repeat(column_widths[index - start] - widths[index]);
            let is_last = index + 1 == entries.len().min(start + columns);
            match (is_right_aligned, is_last) {
                (true, true) => format!("{space}{}", entries[index]),
                (true, false) => format!("{space}{}, ", entries[index]),
                (false, true) => entries[index].to_owned(),
                (false, false) => format!("{}, {space}", entries[index]),
            }
        });
        Shown::from(cells.collect::<String>())
    };
    let rows = (0..entries.len()).step_by(columns).map(row);
    Some(rows.chain(rest.iter().map(|&entry| Shown::from(entry))).collect())
}

/// Returns the number of columns for entries with these widths: as many as make the block about two and a half times as
/// wide as it is high. `None` if it is one, or if the entries are too wide or too different.
fn columns(widths: &[usize], entries: usize, indentation: usize) -> Option<usize> {
    let widest = widths.iter().copied().max()?;
    let total: usize = widths.iter().map(|width| width + SEPARATOR).sum();
    let column = widest + SEPARATOR;
    let is_wide = column * 3 + indentation >= WIDTH;
    let is_uneven = total <= 5 * column && widest > 6;
    if is_wide || is_uneven {
        return None;
    }
    let columns = ideal_columns(column, total, widths.len(), entries).min((WIDTH - indentation) / column);
    Some(columns.min(MOST_COLUMNS)).filter(|columns| *columns > 1)
}

/// The number of columns of a block whose columns are narrower than the widest one.
#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a list has at most a hundred entries, and they are narrow"
)]
fn ideal_columns(column: usize, total: usize, elements: usize, entries: usize) -> usize {
    let bias = (column as f64 - total as f64 / entries as f64).max(0.0).sqrt();
    let width = (column as f64 - 3.0 - bias).max(1.0);
    ((2.5 * width * elements as f64).sqrt() / width).round() as usize
}

/// Whether an entry is a number or a bigint.
fn is_number(entry: &str) -> bool {
    entry.parse::<f64>().is_ok() || entry.strip_suffix('n').is_some_and(|digits| digits.parse::<f64>().is_ok())
}

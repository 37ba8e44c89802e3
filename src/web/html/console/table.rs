//! `console.table`: the contents of an object or an array in rows and columns.

use std::iter;

use boa_engine::object::builtins::{JsMap, JsSet};
use boa_engine::property::PropertyKey;
use boa_engine::{Context, JsObject, JsResult, JsString, JsValue};

use crate::web::html::inspect::{Inspection, entries, inspect, text_width};
use crate::web::webidl::{dom_string, sequence};

const INDEX: &str = "(index)";
const ITERATION: &str = "(iteration index)";
const KEY: &str = "Key";
const VALUES: &str = "Values";

/// A row: its index, its cells with their columns, and its value if that is a primitive or a function.
struct Row {
    index: String,
    cells: Vec<(String, String)>,
    value: Option<String>,
}

/// Returns the table of `data`, limited to the columns in `properties` if that is an object. `None` if `data` is not an
/// object.
pub(super) fn table(
    data: &JsValue,
    properties: &JsValue,
    inspection: Inspection,
    context: &mut Context,
) -> JsResult<Option<String>> {
    let Some(object) = data.as_object() else { return Ok(None) };
    let inspection = Inspection { depth: 0, ..inspection };
    if let Some(table) = collection(&object, inspection, context) {
        return Ok(Some(table));
    }
    let only = if properties.is_object() {
        let names = sequence(properties, &"console.table: properties", context, dom_string)?;
        Some(names.iter().map(JsString::to_std_string_lossy).collect::<Vec<_>>())
    } else {
        None
    };
    let rows = rows(&object, inspection, context);
    let mut columns = vec![INDEX.to_owned()];
    match only {
        Some(only) => columns.extend(only),
        None => {
            for (name, _) in rows.iter().flat_map(|row| &row.cells) {
                if !columns[1..].contains(name) {
                    columns.push(name.clone());
                }
            }
        }
    }
    let has_values = rows.iter().any(|row| row.value.is_some());
    if has_values {
        columns.push(VALUES.to_owned());
    }
    let lines = rows.into_iter().map(|row| {
        let named = columns[1..columns.len() - usize::from(has_values)].iter();
        let cell = |name: &String| row.cells.iter().find(|cell| cell.0 == *name).map_or("", |cell| cell.1.as_str());
        let mut line = vec![row.index.clone()];
        line.extend(named.map(|name| cell(name).to_owned()));
        if has_values {
            line.push(row.value.unwrap_or_default());
        }
        line
    });
    let lines: Vec<_> = lines.collect();
    Ok(Some(draw(&columns, &lines)))
}

/// The table of a map or a set, whose elements have no columns of their own. `None` for other objects.
fn collection(object: &JsObject, inspection: Inspection, context: &mut Context) -> Option<String> {
    let (columns, elements) = if let Ok(map) = JsMap::from_object(object.clone()) {
        let mut pairs = Vec::new();
        let _ = map.for_each_native(|key, value| {
            pairs.push(vec![key, value]);
            Ok(())
        });
        (vec![ITERATION.to_owned(), KEY.to_owned(), VALUES.to_owned()], pairs)
    } else {
        let mut values = Vec::new();
        let _ = JsSet::from_object(object.clone()).ok()?.for_each_native(|value| {
            values.push(vec![value]);
            Ok(())
        });
        (vec![ITERATION.to_owned(), VALUES.to_owned()], values)
    };
    let lines = elements.iter().enumerate().map(|(index, element)| {
        let shown = element.iter().map(|value| inspect(value, inspection, context));
        iter::once(index.to_string()).chain(shown).collect()
    });
    Some(draw(&columns, &lines.collect::<Vec<_>>()))
}

fn rows(object: &JsObject, inspection: Inspection, context: &mut Context) -> Vec<Row> {
    let rows = entries(object, context).into_iter().map(|(key, value)| {
        let (cells, value) = match value.as_object() {
            Some(row) if !row.is_callable() => {
                let cells = entries(&row, context).into_iter();
                let cells = cells.map(|(key, value)| (name_of(&key), inspect(&value, inspection, context)));
                (cells.collect(), None)
            }
            _ => (Vec::new(), Some(inspect(&value, inspection, context))),
        };
        Row { index: name_of(&key), cells, value }
    });
    rows.collect()
}

fn name_of(key: &PropertyKey) -> String {
    match key {
        PropertyKey::Symbol(symbol) => symbol.descriptive_string().to_std_string_lossy(),
        key => key.to_string(),
    }
}

/// Draws a table. Each cell is padded to the width of its column.
#[must_use]
pub fn draw(columns: &[String], rows: &[Vec<String>]) -> String {
    let widths: Vec<usize> = columns
        .iter()
        .enumerate()
        .map(|(index, column)| {
            let cells = rows.iter().map(|row| text_width(&row[index]));
            cells.max().unwrap_or(0).max(text_width(column)) + 2
        })
        .collect();
    let rule = |left: &str, middle: &str, right: &str| {
        let lines: Vec<String> = widths.iter().map(|&width| "─".repeat(width)).collect();
        format!("{left}{}{right}", lines.join(middle))
    };
    let line = |cells: &[String]| {
        let padded = cells.iter().zip(&widths).map(|(cell, width)| {
            let space = width - 1 - text_width(cell);
            format!(" {cell}{}", " ".repeat(space))
        });
        format!("│{}│", padded.collect::<Vec<_>>().join("│"))
    };
    let mut text = vec![rule("┌", "┬", "┐"), line(columns), rule("├", "┼", "┤")];
    text.extend(rows.iter().map(|row| line(row)));
    text.push(rule("└", "┴", "┘"));
    text.join("\n")
}

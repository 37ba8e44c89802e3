//! The format of Istanbul, which nyc, Vitest, Jest and coverage services read.

use posttask_front_end::coverage::{CountedFile, CounterId, Range};
use serde::Serialize;
use serde_json::{Map, Value, json};

use super::hits::Hits;

/// An object whose keys are the positions of its values.
fn numbered<T>(items: &[T], value: impl Fn(usize, &T) -> Value) -> Value {
    items
        .iter()
        .enumerate()
        .map(|(number, item)| (number.to_string(), value(number, item)))
        .collect::<Map<_, _>>()
        .into()
}

fn value(it: impl Serialize) -> Value {
    json!(it)
}

/// The place of what has no text.
fn place(range: Option<Range>) -> Value {
    range.map_or_else(|| json!({ "start": {}, "end": {} }), value)
}

/// Returns the report.
pub(super) fn report(files: &[&CountedFile], hits: &Hits) -> String {
    let files: Map<_, _> = files.iter().map(|file| (file.path.display().to_string(), entry(file, hits))).collect();
    Value::from(files).to_string() + "\n"
}

fn entry(file: &CountedFile, hits: &Hits) -> Value {
    let count = |counter: CounterId| value(hits.get(counter));
    json!({
        "path": file.path.display().to_string(),
        "statementMap": numbered(&file.statements, |_, it| value(it.range)),
        "fnMap": numbered(&file.functions, |number, it| json!({
            "name": it.name.clone().unwrap_or_else(|| format!("(anonymous_{number})")),
            "decl": it.declaration,
            "loc": it.body,
            "line": it.declaration.start.line,
        })),
        "branchMap": numbered(&file.branches, |_, it| json!({
            "loc": it.range,
            "type": it.kind,
            "locations": it.arms.iter().map(|arm| place(arm.range)).collect::<Vec<_>>(),
            "line": it.range.start.line,
        })),
        "s": numbered(&file.statements, |_, it| count(it.counter)),
        "f": numbered(&file.functions, |_, it| count(it.counter)),
        "b": numbered(&file.branches, |_, it| it.arms.iter().map(|arm| count(arm.counter)).collect()),
    })
}

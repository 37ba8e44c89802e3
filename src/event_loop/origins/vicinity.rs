//! Where in the bytecode of a function an error is.
//!
//! The engine knows it, and tells it only in the debug format of an error: for each call frame, the offset in the
//! bytecode, and the offsets from which it has positions. If the format changes, nothing is found.

use std::cell::Cell;
use std::fmt::{self, Write};

use boa_engine::JsObject;
use boa_engine::builtins::error::Error;

use super::built_in_report::Vicinity;

/// How much of debug formats is read for all errors of a context, in bytes: 256 MiB, which takes a few seconds.
const MOST: usize = 256 << 20;

/// How much has been read.
#[derive(Debug, Default)]
pub(super) struct Read(Cell<usize>);

/// Returns what surrounds the place of an error in the innermost function of the program. If the source text has an
/// extra line, it is not counted, and nothing is known about it.
pub(super) fn vicinity(error: &JsObject, has_extra_line: bool, read: &Read) -> Option<Vicinity> {
    let error = error.downcast_ref::<Error>()?;
    let mut frame = InnermostFrame { text: String::new(), is_kept: false, read };
    write!(frame, "{:?}", *error).ok()?;
    let (offset, entries) = parse(&frame.text)?;
    let shown = |(line, column): (u32, u32)| Some((line.checked_sub(u32::from(has_extra_line))?, column));
    let entries: Vec<_> = entries.into_iter().map(|entry| (entry.start, entry.position.and_then(shown))).collect();
    Some(around(offset, &entries))
}

/// Receives the debug format of an error, and keeps the last frame of a function that is not native.
struct InnermostFrame<'r> {
    text: String,
    is_kept: bool,
    read: &'r Read,
}

impl Write for InnermostFrame<'_> {
    fn write_str(&mut self, part: &str) -> fmt::Result {
        let Read(read) = self.read;
        read.set(read.get().saturating_add(part.len()));
        if read.get() > MOST {
            return Err(fmt::Error);
        }
        match part {
            "Bytecode" => {
                self.text.clear();
                self.is_kept = true;
            }
            "Native" => self.is_kept = false,
            _ if self.is_kept => self.text.push_str(part),
            _ => {}
        }
        Ok(())
    }
}

/// Bytecode with a position.
#[derive(Debug, PartialEq, Eq)]
struct Entry {
    start: u32,
    position: Option<(u32, u32)>,
}

/// Returns the offset in the bytecode, and the entries of the source map.
fn parse(frame: &str) -> Option<(u32, Vec<Entry>)> {
    let (offset, rest) = frame.strip_prefix(" { pc: ")?.split_once(", ")?;
    let (_, entries) = rest.split_once("entries: [")?;
    let (entries, _) = entries.split_once("], path: ")?;
    let entries = entries.split("Entry { pc: ").skip(1).map(entry).collect::<Option<_>>()?;
    Some((offset.parse().ok()?, entries))
}

fn entry(text: &str) -> Option<Entry> {
    let (start, position) = text.split_once(", position: ")?;
    let position = match position.strip_prefix("Some(Position { line_number: ") {
        Some(position) => {
            let (line, rest) = position.split_once(", column_number: ")?;
            let (column, _) = rest.split_once(' ')?;
            Some((line.parse().ok()?, column.parse().ok()?))
        }
        None => None,
    };
    Some(Entry { start: start.parse().ok()?, position })
}

fn around(offset: u32, entries: &[(u32, Option<(u32, u32)>)]) -> Vicinity {
    let next = entries.partition_point(|(start, _)| *start <= offset);
    let (earlier, later) = entries.split_at(next);
    let here = earlier.last().and_then(|(_, position)| *position);
    let other = |(_, position): &(u32, Option<(u32, u32)>)| position.filter(|_| *position != here);
    Vicinity { before: earlier.iter().rev().find_map(other), after: later.iter().find_map(other) }
}

#[cfg(test)]
mod tests {
    use boa_engine::{Context, JsValue, Source};

    use super::*;

    fn of_program(program: &str) -> Option<Vicinity> {
        let mut context = Context::default();
        let error = context.eval(Source::from_bytes(program)).unwrap_err();
        let value: JsValue = error.into_opaque(&mut context).unwrap();
        vicinity(&value.as_object().unwrap(), false, &Read::default())
    }

    #[test]
    fn no_more_than_a_limit_is_read() {
        let mut context = Context::default();
        let error = context.eval(Source::from_bytes("null.a")).unwrap_err().into_opaque(&mut context).unwrap();
        let read = |amount| vicinity(&error.as_object().unwrap(), false, &Read(Cell::new(amount)));
        assert_eq!(read(0), Some(Vicinity::default()));
        assert_eq!(read(MOST), None);
    }

    #[test]
    fn the_debug_format_of_the_engine_is_known() {
        for (program, before, after) in [
            ("function f(a, b) { const [x] = a; g(1); const [y] = b; g(2); } function g() {} f([], 1);", 36, 57),
            ("function f(a, b) { g(1); const [x] = a; g(2); const [y] = b; } function g() {} f(1, []);", 21, 42),
            ("function f(a) { g(1); null.map(a); g(2); } function g() {} f();", 18, 31),
        ] {
            let expected = Vicinity { before: Some((1, before)), after: Some((1, after)) };
            assert_eq!(of_program(program), Some(expected), "{program}");
        }
        let nested = of_program("function f({ a: { b } }) { b(); } f({});");
        assert_eq!(nested, Some(Vicinity { before: None, after: Some((1, 26)) }));
        let native = of_program("function f(a) { g(1); [1].map(a); g(2); } function g() {} f();");
        assert_eq!(native, Some(Vicinity { before: Some((1, 15)), after: Some((1, 15)) }));
    }

    #[test]
    fn other_formats_are_not_understood() {
        assert_eq!(parse(" { pc: 3, source_info: SourceInfo }"), None);
        assert_eq!(parse(" { offset: 3, entries: [], path: None }"), None);
        assert_eq!(parse(" { pc: 3, entries: [], path: None }"), Some((3, Vec::new())));
        assert_eq!(parse(" { pc: 3, entries: [Entry { pc: 1, position: 7 }, Entry { pc: x }], path: None }"), None);
    }
}

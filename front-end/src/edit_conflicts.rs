//! Whether two lists of edits of one text can be made together.

use std::cmp::Reverse;

use oxc_span::Span;
use rustc_hash::FxHashSet;

/// What an edit does with the text at its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Change {
    Insert,
    Replace,
    Wrap,
}

/// The place of an edit.
#[derive(Clone, Copy, Debug)]
pub(super) struct Extent {
    pub(super) span: Span,
    pub(super) change: Change,
}

/// Whether edits of one list change what edits of the other one change or insert, so that the result would depend on
/// their order. Both may wrap parts of the text that contain each other. Within a list, nothing is in conflict.
pub(super) fn are_in_conflict(one: &[Extent], other: &[Extent]) -> bool {
    if one.is_empty() || other.is_empty() {
        return false;
    }
    share_places(one, other) || overlap(one, other)
}

/// Whether both insert at the same offset, or wrap the same part.
fn share_places(one: &[Extent], other: &[Extent]) -> bool {
    let places = |list: &[Extent]| -> FxHashSet<(u32, u32)> {
        list.iter().filter(|it| it.change != Change::Replace).map(|it| (it.span.start, it.span.end)).collect()
    };
    let known = places(one);
    places(other).iter().any(|place| known.contains(place))
}

/// Whether an edit of one list is within a replacement of the other one, or crosses what the other one changes.
fn overlap(one: &[Extent], other: &[Extent]) -> bool {
    let mut all: Vec<(Extent, bool)> = one.iter().map(|&it| (it, false)).collect();
    all.extend(other.iter().map(|&it| (it, true)));
    // What contains another part comes before it. An insertion at the start of a part is outside of it, and a part that
    // is replaced comes before a wrap of the same part.
    all.sort_by_key(|(it, _)| {
        let (is_insertion, is_replaced) = (it.change == Change::Insert, it.change == Change::Replace);
        (it.span.start, !is_insertion, Reverse(it.span.end), !is_replaced)
    });
    let mut open: Vec<(Extent, bool)> = Vec::new();
    let mut replaced = [0; 2];
    for (it, owner) in all {
        while let Some(&(outer, outer_owner)) = open.last().filter(|(outer, _)| outer.span.end <= it.span.start) {
            replaced[usize::from(outer_owner)] -= u32::from(outer.change == Change::Replace);
            open.pop();
        }
        let crosses = |&(outer, outer_owner): &(Extent, bool)| outer_owner != owner && outer.span.end < it.span.end;
        if replaced[usize::from(!owner)] > 0 || open.last().is_some_and(crosses) {
            return true;
        }
        if it.change != Change::Insert {
            replaced[usize::from(owner)] += u32::from(it.change == Change::Replace);
            open.push((it, owner));
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use oxc_span::Span;

    use super::{Change, Extent, are_in_conflict};

    /// The edits that a line of a picture shows: `^` is replaced, `(..)` is wrapped, `|` is inserted before.
    fn edits(picture: &str) -> Vec<Extent> {
        let at = |index: usize| u32::try_from(index).unwrap();
        let mut extents = Vec::new();
        let mut open = Vec::new();
        for (index, character) in picture.char_indices() {
            match character {
                '^' => extents.push(Extent { span: Span::sized(at(index), 1), change: Change::Replace }),
                '|' => extents.push(Extent { span: Span::empty(at(index)), change: Change::Insert }),
                '(' | '<' => open.push(at(index)),
                ')' => {
                    let span = Span::new(open.pop().unwrap(), at(index) + 1);
                    extents.push(Extent { span, change: Change::Wrap });
                }
                '>' => {
                    let span = Span::new(open.pop().unwrap(), at(index) + 1);
                    extents.push(Extent { span, change: Change::Replace });
                }
                _ => {}
            }
        }
        extents
    }

    #[test]
    fn edits_at_one_place_are_in_conflict() {
        for (one, other, expected) in [
            ("", "^", false),
            ("^  ", "  ^", false),
            (" ^ ", " ^ ", true),
            ("<--> ", "  ^  ", true),
            (" <-->", "  () ", true),
            (" <-->", " (--)", true),
            (" <-->", "(---)", false),
            (" <-->", " |   ", false),
            (" <-->", "  |  ", true),
            (" <-->", "     |", false),
            ("|    ", "|    ", true),
            ("|    ", " |   ", false),
            ("(---)", "(---)", true),
            ("(---)", "(--) ", false),
            ("(---)", " () |", false),
            ("(--) ", " (--)", true),
            ("(--)(", "", false),
            ("(-(-))", "   ^  ", false),
        ] {
            assert_eq!(are_in_conflict(&edits(one), &edits(other)), expected, "{one:?} {other:?}");
            assert_eq!(are_in_conflict(&edits(other), &edits(one)), expected, "{other:?} {one:?}");
        }
    }
}

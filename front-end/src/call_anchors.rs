//! What stands around the calls of a text, so that a call can be found again after the text was edited.
//!
//! An anchor consists of the name of the function around a call, and of hashes of the tokens in its statement: what is
//! called, what stands before it, and what stands after it. Spaces, comments, quotes, commas, semicolons and
//! parentheses do not count, because formatters change them.

use std::fmt;
use std::str::FromStr;

use oxc_ast::ast::{
    CallExpression, ChainExpression, Expression, NewExpression, Program, Statement, TSTypeParameterInstantiation,
};
use oxc_ast_visit::{VisitJs, walk_js};
use oxc_span::{GetSpan, Span};

use super::function_names::FunctionNames;
use super::text_index::{Position, TextIndex};
use super::token_search::Source;
use super::tokens::Tokens;

/// The number of tokens before the function of a call that count, those right after the parenthesis, and those behind.
const LENGTHS: [usize; 3] = [4, 3, 8];

/// How much it counts that the parts of two anchors are equal: what is called, what stands before it, what stands
/// after it, what stands behind that, and the function around it.
const WEIGHTS: [u32; 5] = [3, 2, 3, 1, 2];

/// The least weight of equal parts: this much, and this part of the weight of the anchor.
const LEAST: u32 = 5;
const LEAST_PART: (u32, u32) = (3, 5);

/// How much more similar a call must be than any other one.
const MARGIN: u32 = 2;

/// What stands around a call. The text form is `1f4be07c:save`, or `1f4be07c.2/3:save` for the second of three calls
/// that look the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallAnchor {
    parts: [u8; 4],
    /// The name of the function around the call. Empty for top-level code and for functions without a name.
    function: String,
    /// Which one it is of the calls that look the same, from 1, and their number.
    number: u32,
    of: u32,
}

/// The calls of a text.
#[derive(Debug)]
pub struct CallAnchors(Vec<(Position, CallAnchor)>);

impl CallAnchors {
    pub(super) fn of(program: &Program<'_>, text: &str) -> Self {
        let source = Source::new(program.source_text, &program.comments);
        let mut collector = Collector { source, statement: program.span, chain: None, calls: Vec::new() };
        collector.visit_program(program);
        let (tokens, index, names) = (Tokens::new(text), TextIndex::new(text), FunctionNames::new(program, text));
        let mut calls = collector.calls;
        calls.sort_unstable_by_key(|call| (call.place, call.parenthesis));
        calls.dedup_by_key(|call| call.place);
        let anchor = |Call { place, parenthesis, statement }| {
            let (line, column) = index.position(place);
            let function = names.name_at(line, column).filter(|name| !name.starts_with('<')).unwrap_or_default();
            let parts = parts(&tokens, parenthesis, statement);
            ((line, column), CallAnchor { parts, function: function.to_owned(), number: 1, of: 1 })
        };
        let mut anchors: Vec<_> = calls.into_iter().map(anchor).collect();
        number(&mut anchors);
        Self(anchors)
    }

    /// The anchor of the call at a position, as the engine reports it, if there is one. Lines and columns are from 1.
    #[must_use]
    pub fn at(&self, position: (u32, u32)) -> Option<&CallAnchor> {
        self.0.iter().find(|(known, _)| *known == position).map(|(_, anchor)| anchor)
    }

    /// The position of the call that has an anchor, or of the one that looks most like it. `None` if no call is similar
    /// enough, or if several are.
    #[must_use]
    pub fn find(&self, anchor: &CallAnchor) -> Option<(u32, u32)> {
        if let Some((position, _)) = self.0.iter().find(|(_, known)| known == anchor) {
            return Some(*position);
        }
        let mut similar: Vec<(u32, Position)> =
            self.0.iter().map(|(position, other)| (anchor.similarity(other), *position)).collect();
        similar.sort_unstable_by_key(|&(similarity, _)| std::cmp::Reverse(similarity));
        let &(best, position) = similar.first()?;
        let is_clear = similar.get(1).is_none_or(|&(next, _)| best >= next + MARGIN);
        let is_enough = best >= LEAST && best * LEAST_PART.1 >= anchor.weight() * LEAST_PART.0;
        (is_clear && is_enough).then_some(position)
    }
}

impl CallAnchor {
    /// The name of the function around the call. Empty for top-level code and for functions without a name.
    #[must_use]
    pub fn function(&self) -> &str {
        &self.function
    }

    /// How much of this anchor another one has. What is empty says nothing.
    fn similarity(&self, other: &Self) -> u32 {
        let parts = self.parts.iter().zip(&other.parts).map(|(part, other)| *part != 0 && part == other);
        let function = !self.function.is_empty() && self.function == other.function;
        let equal = parts.chain([function]);
        WEIGHTS.iter().zip(equal).map(|(weight, is_equal)| if is_equal { *weight } else { 0 }).sum()
    }

    /// The similarity to itself.
    fn weight(&self) -> u32 {
        self.similarity(self)
    }
}

/// Numbers the calls that look the same.
fn number(anchors: &mut [(Position, CallAnchor)]) {
    let looks_same = |one: &CallAnchor, other: &CallAnchor| one.parts == other.parts && one.function == other.function;
    for index in 0..anchors.len() {
        let (before, rest) = anchors.split_at_mut(index);
        let Some(((_, anchor), after)) = rest.split_first_mut() else { continue };
        let count = |others: &[(Position, CallAnchor)]| {
            let same = others.iter().filter(|(_, other)| looks_same(anchor, other)).count();
            u32::try_from(same).unwrap_or(u32::MAX - 1)
        };
        let (earlier, later) = (count(before), count(after));
        (anchor.number, anchor.of) = (earlier + 1, earlier.saturating_add(later).saturating_add(1));
    }
}

/// The hashes of the tokens around the parenthesis of a call in a statement.
fn parts(tokens: &Tokens<'_>, parenthesis: u32, statement: Span) -> [u8; 4] {
    let at = tokens.at(parenthesis);
    let is_inside = |index: &usize| tokens.get(*index).is_some_and(|token| statement.contains_inclusive(token.span));
    let words = |index: usize| Some(tokens.text(index)).filter(|word| !matches!(*word, "(" | ")" | ";" | ","));
    let mut before = (0..at).rev().take_while(is_inside).filter_map(words);
    let mut after = (at + 1..tokens.len()).take_while(is_inside).filter_map(words);
    let [before_it, after_it, behind] = LENGTHS;
    [
        hash(before.by_ref().take(1)),
        hash(before.take(before_it)),
        hash(after.by_ref().take(after_it)),
        hash(after.take(behind)),
    ]
}

/// Hashes words, with FNV-1a, because schedules last longer than a version of this program. 0 stands for no words.
fn hash<'t>(words: impl Iterator<Item = &'t str>) -> u8 {
    let mut words = words.peekable();
    if words.peek().is_none() {
        return 0;
    }
    let byte = |byte: u8| if byte == b'"' { b'\'' } else { byte };
    let bytes = words.flat_map(|word| word.bytes().map(byte).chain([0]));
    let hash = bytes.fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    let [one, two, three, four] = hash.to_le_bytes();
    (one ^ two ^ three ^ four).max(1)
}

/// A call in a text.
struct Call {
    /// Where the engine reports it: at its parenthesis, at `new`, or where an optional chain starts.
    place: u32,
    parenthesis: u32,
    statement: Span,
}

struct Collector<'s> {
    source: Source<'s>,
    /// The innermost statement.
    statement: Span,
    /// Where the optional chain starts whose first call is visited next.
    chain: Option<u32>,
    calls: Vec<Call>,
}

impl Collector<'_> {
    /// Adds a call, which the engine reports at `start` or, without it, at its parenthesis.
    fn call(
        &mut self,
        start: Option<u32>,
        callee: &Expression<'_>,
        types: Option<&TSTypeParameterInstantiation<'_>>,
        call: Span,
    ) {
        let end = types.map_or(callee.span().end, |types| types.span.end);
        if let Some(parenthesis) = self.source.find("(", end, call.end) {
            let parenthesis = parenthesis.start;
            let place = start.unwrap_or(parenthesis);
            self.calls.push(Call { place, parenthesis, statement: self.statement });
        }
    }
}

impl<'a> VisitJs<'a> for Collector<'_> {
    fn visit_statement(&mut self, it: &Statement<'a>) {
        let outer = std::mem::replace(&mut self.statement, it.span());
        walk_js::walk_statement(self, it);
        self.statement = outer;
    }

    fn visit_chain_expression(&mut self, it: &ChainExpression<'a>) {
        self.chain = Some(it.span.start);
        walk_js::walk_chain_expression(self, it);
        self.chain = None;
    }

    fn visit_call_expression(&mut self, it: &CallExpression<'a>) {
        let start = self.chain.take();
        self.call(start, &it.callee, it.type_arguments.as_deref(), it.span);
        walk_js::walk_call_expression(self, it);
    }

    fn visit_new_expression(&mut self, it: &NewExpression<'a>) {
        self.call(Some(it.span.start), &it.callee, it.type_arguments.as_deref(), it.span);
        walk_js::walk_new_expression(self, it);
    }
}

impl fmt::Display for CallAnchor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.parts.iter().try_for_each(|part| write!(f, "{part:02x}"))?;
        if self.of > 1 {
            write!(f, ".{}/{}", self.number, self.of)?;
        }
        if self.function.is_empty() { Ok(()) } else { write!(f, ":{}", self.function) }
    }
}

impl FromStr for CallAnchor {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let (code, function) = text.split_once(':').unwrap_or((text, ""));
        let (hashes, number) = code.split_once('.').unwrap_or((code, "1/1"));
        let (number, of) = number.split_once('/').ok_or(())?;
        let part = |index: usize| u8::from_str_radix(hashes.get(index..index + 2)?, 16).ok();
        let parts = [0, 2, 4, 6].map(part);
        let [Some(one), Some(two), Some(three), Some(four)] = parts else { return Err(()) };
        let number = number.parse().map_err(drop)?;
        Ok(Self {
            parts: [one, two, three, four],
            function: function.to_owned(),
            number,
            of: of.parse().map_err(drop)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{CallAnchor, CallAnchors};
    use crate::{FrontEnd, Options};

    fn anchors(text: &str) -> CallAnchors {
        let front_end = FrontEnd::new(Options::default()).unwrap();
        front_end.add(Path::new("a.ts"), text);
        front_end.call_anchors(Path::new("a.ts")).unwrap()
    }

    /// Where the call at a position of a text is after an edit. The anchor is written and read between.
    fn moved(before: &str, position: (u32, u32), after: &str) -> Option<(u32, u32)> {
        let anchors_before = anchors(before);
        let anchor = anchors_before.at(position).unwrap();
        let read: CallAnchor = anchor.to_string().parse().unwrap();
        assert_eq!(read, *anchor);
        assert_eq!(anchors_before.find(&read), Some(position));
        anchors(after).find(&read)
    }

    const BEFORE: &str = "function save(text) {\n  return scheduler.postTask(() => write(text), { delay: 8 });\n}\n\
                          setTimeout(close, 10);\nsetTimeout(open, 20);\n";

    #[test]
    fn calls_are_found_after_edits() {
        let added = format!("let unrelated;\nsetTimeout(other, 30);\n{BEFORE}");
        assert_eq!(moved(BEFORE, (2, 28), &added), Some((4, 28)));
        assert_eq!(moved(BEFORE, (4, 11), &added), Some((6, 11)));
        let renamed = BEFORE.replace("save", "store");
        assert_eq!(moved(BEFORE, (2, 28), &renamed), Some((2, 28)));
        let formatted = [
            "function save(text)",
            "{",
            "    return scheduler",
            "        .postTask(",
            "            () => write(text),",
            "            { delay: 8, },",
            "        )",
            "}",
            "setTimeout(",
            "    close,",
            "    10,",
            ")",
            "setTimeout(open, 20)",
        ];
        let formatted = &formatted.join("\n");
        assert_eq!(moved(BEFORE, (2, 28), formatted), Some((4, 18)));
        assert_eq!(moved(BEFORE, (4, 11), formatted), Some((9, 11)));
        let swapped = "setTimeout(open, 20);\nsetTimeout(close, 10);\n";
        assert_eq!(moved(BEFORE, (4, 11), swapped), Some((2, 11)));
    }

    #[test]
    fn what_is_not_clear_is_not_found() {
        assert_eq!(moved(BEFORE, (4, 11), &BEFORE.replace("close", "shut")), None);
        assert_eq!(moved(BEFORE, (4, 11), "setTimeout(shut, 99);"), None);
        assert_eq!(moved("f(1);\nf(1);\n", (2, 2), "f(1);\nf(1);\nf(1);\n"), None);
        assert_eq!(moved("f(1);\nf(1);\n", (2, 2), "// more\nf(1);\nf(1);\n"), Some((3, 2)));
    }
}

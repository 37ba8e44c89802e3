//! Adds counters to a text, and remembers what they count.

use std::sync::atomic::{AtomicU32, Ordering};

use oxc_span::Span;
use posttask::internal::exploration::footprints::hidden;

use super::counted_file::{
    Arm, CountedBranch, CountedFile, CountedFunction, CountedStatement, CounterId, Place, Range,
};
use super::ignored::Ignored;
use crate::edits::Edits;
use crate::text_index::TextIndex;

/// The hidden global function that counts.
pub(super) const COUNT: &str = "__posttask_count";

/// Returns the call that counts.
pub(super) fn call(counter: CounterId) -> String {
    format!("{COUNT}({counter})")
}

/// Returns the calls as statements.
pub(super) fn statements(counters: impl IntoIterator<Item = CounterId>) -> String {
    counters.into_iter().map(|counter| call(counter) + ";").collect()
}

/// The counters of a text so far, and the edits that add them.
pub(super) struct Recording<'s> {
    index: TextIndex,
    pub(super) ignored: Ignored,
    next: &'s AtomicU32,
    pub(super) file: CountedFile,
    pub(super) edits: Edits,
}

impl<'s> Recording<'s> {
    pub(super) fn new(index: TextIndex, ignored: Ignored, next: &'s AtomicU32, file: CountedFile) -> Self {
        Self { index, ignored, next, file, edits: Edits::default() }
    }

    fn place(&self, offset: u32) -> Place {
        let (line, column) = self.index.line_and_units(offset);
        Place { line, column }
    }

    fn range(&self, span: Span) -> Range {
        Range { start: self.place(span.start), end: self.place(span.end) }
    }

    /// Returns where a span is, unless its first line is left out.
    fn counted(&self, span: Span) -> Option<Range> {
        let range = self.range(span);
        (!self.ignored.has_line(range.start.line)).then_some(range)
    }

    fn new_counter(&self) -> CounterId {
        self.next.fetch_add(1, Ordering::Relaxed)
    }

    /// Counts a statement, unless its line is left out.
    pub(super) fn statement(&mut self, span: Span) -> Option<CounterId> {
        let range = self.counted(span)?;
        let counter = self.new_counter();
        self.file.statements.push(CountedStatement { range, counter });
        Some(counter)
    }

    /// Counts a function, unless its line is left out.
    pub(super) fn function(&mut self, name: Option<String>, declaration: Span, body: Span) -> Option<CounterId> {
        let declaration = self.counted(declaration)?;
        let counter = self.new_counter();
        let body = self.range(body);
        self.file.functions.push(CountedFunction { name, declaration, body, counter });
        Some(counter)
    }

    /// Counts the ways of a branch that are not left out, and returns their counters.
    pub(super) fn branch(
        &mut self,
        kind: &'static str,
        span: Span,
        arms: impl IntoIterator<Item = ArmSpan>,
    ) -> Vec<Option<CounterId>> {
        let range = self.counted(span);
        let mut found = Vec::new();
        let counters = arms.into_iter().map(|arm| {
            let span = match arm {
                ArmSpan::At(span) => Some(span),
                ArmSpan::Nowhere => None,
                ArmSpan::LeftOut => return None,
            };
            let at = span.map(|span| self.counted(span));
            if range.is_none() || at == Some(None) {
                return None;
            }
            let counter = self.new_counter();
            found.push(Arm { range: at.flatten(), counter });
            Some(counter)
        });
        let counters = counters.collect();
        if let Some(range) = range.filter(|_| !found.is_empty()) {
            self.file.branches.push(CountedBranch { kind, range, arms: found });
        }
        counters
    }

    /// Inserts statements at an offset.
    pub(super) fn insert(&mut self, offset: u32, text: &str) {
        if !text.is_empty() {
            self.edits.insert(offset, hidden(text));
        }
    }

    /// Inserts text around a part of the text.
    pub(super) fn wrap(&mut self, span: Span, before: &str, after: &str) {
        if !before.is_empty() || !after.is_empty() {
            self.edits.wrap(span, hidden(before), hidden(after));
        }
    }

    /// Counts before an expression is evaluated. Parentheses keep it together.
    pub(super) fn count_before(&mut self, span: Span, counters: impl IntoIterator<Item = CounterId>) {
        let calls: Vec<String> = counters.into_iter().map(call).collect();
        if !calls.is_empty() {
            self.wrap(span, &format!("({},", calls.join(",")), ")");
        }
    }
}

/// Where a way of a branch is.
#[derive(Clone, Copy, Debug)]
pub(super) enum ArmSpan {
    At(Span),
    /// It is counted, although it has no text.
    Nowhere,
    /// A comment leaves it out.
    LeftOut,
}

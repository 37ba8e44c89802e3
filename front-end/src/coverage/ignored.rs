//! The comments that leave parts of a file out of its coverage: those of Istanbul, V8, c8 and Node.

use oxc_ast::ast::Program;
use rustc_hash::FxHashMap;

use crate::text_index::TextIndex;
use crate::token_search::Source;

/// What a comment says about the code that follows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Hint {
    /// Leave it out.
    Next,
    /// Leave out what runs if the condition holds.
    If,
    /// Leave out what runs if it does not.
    Else,
}

/// What the comments of a file leave out.
#[derive(Debug, Default)]
pub(super) struct Ignored {
    /// By the offset of the token that follows the comment.
    hints: FxHashMap<u32, Hint>,
    /// The first and the last line of each part.
    lines: Vec<(u32, u32)>,
    /// Whether the whole file is left out.
    pub(super) is_everything: bool,
}

/// What a comment asks for.
enum Request {
    File,
    Hint(Hint),
    /// This many of the lines that follow.
    Lines(u32),
    Start,
    Stop,
}

/// Reads a comment. c8 and Node count lines where the others leave out a part of the syntax.
fn request(comment: &str) -> Option<Request> {
    let mut words = comment.trim_matches(|c: char| c == '*' || c.is_whitespace()).split_whitespace();
    let tool = words.next().filter(|tool| ["istanbul", "v8", "c8", "node:coverage"].contains(tool))?;
    let counts_lines = matches!(tool, "c8" | "node:coverage");
    match (words.next()?, words.next(), words.next()) {
        ("ignore", Some("file"), _) => Some(Request::File),
        ("disable", ..) | ("ignore", Some("start"), _) => Some(Request::Start),
        ("enable", ..) | ("ignore", Some("stop"), _) => Some(Request::Stop),
        ("ignore", Some("if"), _) => Some(Request::Hint(Hint::If)),
        ("ignore", Some("else"), _) => Some(Request::Hint(Hint::Else)),
        ("ignore", Some("next"), count) => Some(match count.and_then(|count| count.parse().ok()) {
            Some(count) => Request::Lines(count),
            None if counts_lines => Request::Lines(1),
            None => Request::Hint(Hint::Next),
        }),
        _ => None,
    }
}

impl Ignored {
    pub(super) fn of(program: &Program<'_>, source: Source<'_>, index: &TextIndex) -> Self {
        let mut ignored = Self::default();
        let mut started = None;
        for comment in &program.comments {
            let Some(request) = request(source.slice(comment.content_span())) else { continue };
            let line = index.position(comment.span.end).0;
            match request {
                Request::File => ignored.is_everything = true,
                Request::Hint(hint) => {
                    ignored.hints.insert(source.skip_trivia(comment.span.end), hint);
                }
                Request::Lines(count) => ignored.lines.push((line, line.saturating_add(count))),
                Request::Start => started = started.or(Some(line)),
                Request::Stop => ignored.lines.extend(started.take().map(|start| (start, line))),
            }
        }
        ignored.lines.extend(started.map(|start| (start, u32::MAX)));
        ignored
    }

    /// Whether the part of the syntax that starts at an offset is left out.
    pub(super) fn skips(&self, offset: u32) -> bool {
        self.hints.get(&offset) == Some(&Hint::Next)
    }

    /// Whether the `if` at an offset has ways that are left out: the first one, and the second one.
    pub(super) fn arms(&self, offset: u32) -> [bool; 2] {
        [Hint::If, Hint::Else].map(|hint| self.hints.get(&offset) == Some(&hint))
    }

    pub(super) fn has_line(&self, line: u32) -> bool {
        self.lines.iter().any(|&(first, last)| (first..=last).contains(&line))
    }
}

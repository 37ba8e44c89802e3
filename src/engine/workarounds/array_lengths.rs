//! Assignments to `length`, written with brackets.
//!
//! The engine remembers where `array.length = 0` has found the property, and the next time, it writes there without
//! removing elements. It does not remember this for `array["length"] = 0`. Texts that may have such an assignment are
//! parsed once more, to find it, unless a front end has done this already.

use std::borrow::Cow;
use std::ops::ControlFlow;

use boa_engine::Source;
use boa_engine::ast::expression::access::{PropertyAccess, PropertyAccessField};
use boa_engine::ast::expression::operator::assign::AssignTarget;
use boa_engine::ast::expression::operator::update::{Update, UpdateTarget};
use boa_engine::ast::pattern::{ArrayPatternElement, ObjectPatternElement};
use boa_engine::ast::scope::Scope;
use boa_engine::ast::statement::iteration::IterableLoopInitializer;
use boa_engine::ast::visitor::{VisitWith, Visitor};
use boa_engine::ast::{Position, Spanned};
use boa_engine::interner::{Interner, Sym};
use boa_engine::parser::Parser;

use crate::engine::lines::is_line_terminator;

const NAME: &str = "length";

/// What a source text is parsed as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// A classic script.
    Script,
    /// An ES module.
    Module,
}

/// Writes each property `length` that a text assigns to with brackets: the text has the same lines, and three more
/// characters after each of them. A text that does not parse stays as it is. Comments before the name, and a name with
/// escapes, are not recognized.
#[must_use]
pub fn with_bracketed_lengths(text: &str, goal: Goal) -> Cow<'_, str> {
    if !may_assign(text) {
        return Cow::Borrowed(text);
    }
    let mut bracketed = String::new();
    let mut rest = 0;
    for at in offsets(text, assigned_lengths(text, goal)) {
        let before = text[rest..at].trim_end();
        if text[at..].starts_with(NAME)
            && let Some(object) = before.strip_suffix('.')
        {
            let space = &text[rest + before.len()..at];
            bracketed.extend([object, "[", space, "\"length\"]"]);
            rest = at + NAME.len();
        }
    }
    if rest == 0 {
        return Cow::Borrowed(text);
    }
    bracketed.push_str(&text[rest..]);
    Cow::Owned(bracketed)
}

/// Whether a text may assign to a property `length`. True for some other texts: comments and literals are not told
/// apart from code.
fn may_assign(text: &str) -> bool {
    let mut has_patterns = None;
    text.match_indices(NAME).any(|(at, _)| {
        let Some(object) = text[..at].trim_end().strip_suffix('.') else { return false };
        let after = text[at + NAME.len()..].trim_start_matches(|c: char| c.is_whitespace() || c == ')');
        is_assignment(after)
            || is_updated(object)
            || after.starts_with([',', ']', '}']) && *has_patterns.get_or_insert_with(|| may_have_patterns(text))
    })
}

/// Whether a text that follows a property may assign to it.
fn is_assignment(after: &str) -> bool {
    const OPERATORS: [&str; 18] = [
        "+=", "-=", "*=", "/=", "%=", "**=", "<<=", ">>=", ">>>=", "&=", "|=", "^=", "&&=", "||=", "??=", "++", "--",
        "/*",
    ];
    is_equals_sign(after)
        || OPERATORS.iter().any(|operator| after.starts_with(operator))
        || ["//", "of", "in"].iter().any(|word| after.starts_with(word))
}

fn is_equals_sign(text: &str) -> bool {
    text.starts_with('=') && !text.starts_with("==") && !text.starts_with("=>")
}

/// Whether there may be a `++` or `--` before an object.
fn is_updated(object: &str) -> bool {
    /// The number of characters that are looked at: an object may be a long text.
    const MOST: usize = 200;
    let is_of_the_object = |c: char| c.is_alphanumeric() || "_$.[]()'\"`#!?\\".contains(c);
    let mut before =
        object.chars().rev().take(MOST).skip_while(|&c| is_of_the_object(c)).skip_while(|c| c.is_whitespace());
    match (before.next(), before.next()) {
        (Some('+'), Some('+')) | (Some('-'), Some('-')) => true,
        (found, _) => found.is_none() && object.chars().nth(MOST).is_some(),
    }
}

/// Whether a text may have patterns: assignments or loops whose target ends with a bracket or a brace.
fn may_have_patterns(text: &str) -> bool {
    text.match_indices([']', '}']).any(|(at, _)| {
        let after = text[at + 1..].trim_start_matches(|c: char| c.is_whitespace() || c == ')');
        is_equals_sign(after) || after.starts_with("of") || after.starts_with("in") || after.starts_with('/')
    })
}

/// The places of the properties `length` that a text assigns to, in order; none if it does not parse.
fn assigned_lengths(text: &str, goal: Goal) -> Vec<Position> {
    let (mut interner, scope) = (Interner::default(), Scope::new_global());
    let mut assigned = Assigned { name: interner.get_or_intern(NAME), places: Vec::new() };
    let mut parser = Parser::new(Source::from_bytes(text));
    let _ = match goal {
        Goal::Script => parser.parse_script(&scope, &mut interner).map(|script| assigned.visit_script(&script)).is_ok(),
        Goal::Module => parser.parse_module(&scope, &mut interner).map(|module| assigned.visit_module(&module)).is_ok(),
    };
    assigned.places.sort_unstable();
    assigned.places
}

/// Finds the properties with this name that are assigned to.
struct Assigned {
    name: Sym,
    places: Vec<Position>,
}

impl Assigned {
    fn add(&mut self, target: &PropertyAccess) {
        let field = match target {
            PropertyAccess::Simple(access) => access.field(),
            PropertyAccess::Super(access) => access.field(),
            PropertyAccess::Private(_) => return,
        };
        if let PropertyAccessField::Const(name) = field
            && name.sym() == self.name
        {
            self.places.push(name.span().start());
        }
    }
}

impl<'ast> Visitor<'ast> for Assigned {
    type BreakTy = ();

    fn visit_assign_target(&mut self, target: &'ast AssignTarget) -> ControlFlow<()> {
        if let AssignTarget::Access(access) = target {
            self.add(access);
        }
        target.visit_with(self)
    }

    fn visit_update(&mut self, update: &'ast Update) -> ControlFlow<()> {
        if let UpdateTarget::PropertyAccess(access) = update.target() {
            self.add(access);
        }
        update.visit_with(self)
    }

    fn visit_iterable_loop_initializer(&mut self, initializer: &'ast IterableLoopInitializer) -> ControlFlow<()> {
        if let IterableLoopInitializer::Access(access) = initializer {
            self.add(access);
        }
        initializer.visit_with(self)
    }

    fn visit_object_pattern_element(&mut self, element: &'ast ObjectPatternElement) -> ControlFlow<()> {
        if let ObjectPatternElement::AssignmentPropertyAccess { access, .. }
        | ObjectPatternElement::AssignmentRestPropertyAccess { access } = element
        {
            self.add(access);
        }
        element.visit_with(self)
    }

    fn visit_array_pattern_element(&mut self, element: &'ast ArrayPatternElement) -> ControlFlow<()> {
        if let ArrayPatternElement::PropertyAccess { access, .. } | ArrayPatternElement::PropertyAccessRest { access } =
            element
        {
            self.add(access);
        }
        element.visit_with(self)
    }
}

/// The offsets in bytes of places, which are in order.
fn offsets(text: &str, places: Vec<Position>) -> Vec<usize> {
    let mut places = places.into_iter().peekable();
    let mut offsets = Vec::new();
    let (mut line, mut column) = (1, 1);
    for (at, character) in text.char_indices() {
        let Some(next) = places.peek() else { break };
        if (next.line_number(), next.column_number()) == (line, column) {
            offsets.push(at);
            places.next();
        }
        if !is_line_terminator(character) {
            column += 1;
        } else if character != '\r' || !text[at + 1..].starts_with('\n') {
            (line, column) = (line + 1, 1);
        }
    }
    offsets
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn assigned_lengths_have_brackets() {
        for (text, expected) in [
            ("a.length = 0", r#"a["length"] = 0"#),
            ("a.length=-1", r#"a["length"]=-1"#),
            ("a.b().length -= a.length", r#"a.b()["length"] -= a.length"#),
            ("a.length++; --a.length", r#"a["length"]++; --a["length"]"#),
            ("-- this.b[0].length", r#"-- this.b[0]["length"]"#),
            ("[a.length, b.size] = [0]", r#"[a["length"], b.size] = [0]"#),
            ("({ n: a.length = 1, ...b.length } = c)", r#"({ n: a["length"] = 1, ...b["length"] } = c)"#),
            ("({ n: a.length } = c)", r#"({ n: a["length"] } = c)"#),
            ("for (a.length of b);", r#"for (a["length"] of b);"#),
            ("for ([a.length] of b);", r#"for ([a["length"]] of b);"#),
            ("for (a.length in b);", r#"for (a["length"] in b);"#),
            ("(a).length = 0; (a.length) = 1", r#"(a)["length"] = 0; (a["length"]) = 1"#),
            ("é\r\n\u{2028}a.\n length /* . */ = 0", "é\r\n\u{2028}a[\n \"length\"] /* . */ = 0"),
            ("a[(b.length = 1)].length = 2", r#"a[(b["length"] = 1)]["length"] = 2"#),
            ("'a.length = 0'; f(() => { this.length = 0 })", r#"'a.length = 0'; f(() => { this["length"] = 0 })"#),
            ("({ m() { super.length = 0 } })", r#"({ m() { super["length"] = 0 } })"#),
        ] {
            for goal in [Goal::Script, Goal::Module] {
                assert_eq!(with_bracketed_lengths(text, goal), expected);
            }
        }
        assert_eq!(with_bracketed_lengths("await a; b.length = 0", Goal::Module), r#"await a; b["length"] = 0"#);
    }

    #[test]
    fn other_texts_stay() {
        for text in [
            "a.length; a.length == 0; a.length >= 0; a.lengths = 0; a['length'] = 0",
            "a.length = 0; ]",
            "delete a.length; length = 0; ({ length: 0 }); x => a.length",
            "f(a.length, [a.length]); const { length } = a",
            "a.// =\nlength = 0",
        ] {
            assert!(matches!(with_bracketed_lengths(text, Goal::Script), Cow::Borrowed(_)), "{text}");
        }
    }

    #[test]
    fn most_texts_are_parsed_only_once() {
        for text in [
            "for (let i = 0; i < a.length; ++i) f(a.length - 1, a.length)",
            "if (a.length) b(); const { c } = a.length; (a.length)",
            "const [b] = a; a.length ** 2; a.length <= 0; a.length => b",
        ] {
            assert!(!may_assign(text), "{text}");
        }
        // A long object is not looked at to its start.
        assert!(may_assign(&format!("{}.length", "a".repeat(1000))));
    }
}

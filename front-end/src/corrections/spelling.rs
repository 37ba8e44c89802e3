//! Valid imports and exports that the engine's parser refuses, written in another way.
//!
//! The parser takes `of` and `async` for keywords where an import declares a variable: `import { of } from 'rxjs'` is
//! refused, and `import { of as of } from 'rxjs'` is not. At the end of a text, it expects more after `export {}`.

use oxc_ast::ast::{ImportDeclaration, ImportDeclarationSpecifier, Program, Statement};
use oxc_span::{GetSpan, Span};

use crate::edits::Edits;
use crate::token_search::Source;

const WORDS: [&str; 2] = ["of", "async"];

/// Writes imports called `of` or `async` with `as`, and a semicolon after an export at the end.
pub(super) fn correct(program: &Program<'_>, source: Source<'_>, edits: &mut Edits) {
    for statement in &program.body {
        if let Statement::ImportDeclaration(import) = statement {
            spell_out(import, source, edits);
        }
    }
    if let Some(Statement::ExportNamedDeclaration(export)) = program.body.last()
        && !source.slice(export.span).ends_with(';')
    {
        edits.insert(export.span.end, ";");
    }
}

fn spell_out(import: &ImportDeclaration<'_>, source: Source<'_>, edits: &mut Edits) {
    let Some(specifiers) = &import.specifiers else { return };
    for (index, specifier) in specifiers.iter().enumerate() {
        let word = specifier.local().name.as_str();
        let span = specifier.local().span;
        if !WORDS.contains(&word) {
            continue;
        }
        match specifier {
            ImportDeclarationSpecifier::ImportSpecifier(named) if named.imported.span() == span => {
                edits.insert(span.end, format!(" as {word}"));
            }
            ImportDeclarationSpecifier::ImportDefaultSpecifier(_) => match specifiers.get(index + 1) {
                None => edits.replace(span, format!("{{ default as {word} }}")),
                Some(ImportDeclarationSpecifier::ImportSpecifier(next)) => {
                    let end = source.next_if(",", span.end).map_or(span.end, |comma| comma.end);
                    edits.blank(Span::new(span.start, end));
                    edits.insert(next.span.start, format!("default as {word}, "));
                }
                // A namespace cannot be in the same import. The engine refuses this one.
                Some(_) => {}
            },
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use oxc_allocator::Allocator;
    use oxc_span::SourceType;

    use super::correct;
    use crate::edits::Edits;
    use crate::syntax::{Thoroughness, parse};
    use crate::token_search::Source;

    #[test]
    fn the_engine_accepts_the_text() {
        for (text, expected) in [
            ("import { of, map } from 'a'", "import { of as of, map } from 'a'"),
            ("import { a as of } from 'a'", "import { a as of } from 'a'"),
            ("import { of as a } from 'a'", "import { of as a } from 'a'"),
            ("import of from 'a'", "import { default as of } from 'a'"),
            ("import async, { of } from 'a'", "import        { default as async, of as of } from 'a'"),
            ("import of /* , */, { a } from 'a'", "import             { default as of, a } from 'a'"),
            ("import { offer } from 'a'; of", "import { offer } from 'a'; of"),
            ("export {}", "export {};"),
            ("export {};", "export {};"),
        ] {
            let (allocator, mut edits) = (Allocator::default(), Edits::default());
            let program = parse(&allocator, text, SourceType::mjs(), Thoroughness::Usual).program;
            correct(&program, Source::new(text, &program.comments), &mut edits);
            assert_eq!(edits.apply(text).0, expected);
        }
    }
}

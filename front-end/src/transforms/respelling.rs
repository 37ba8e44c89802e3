//! Valid imports and exports that the engine's parser refuses.
//!
//! The parser takes `of` and `async` for keywords where an import declares a variable: `import { of } from 'rxjs'` is
//! refused. At the end of a text, it expects more after `export {}`.

use oxc_ast::ast::{ImportDeclarationSpecifier, Program, Statement};
use oxc_semantic::SymbolId;

use super::look_alikes::unused_name;
use super::{Settings, Transform, Tree};
use crate::syntax_error::SyntaxError;

const WORDS: [&str; 2] = ["of", "async"];

/// Gives imports called `of` or `async` another name, and prints a semicolon after an export at the end.
pub(super) struct Respelling;

impl Transform for Respelling {
    fn may_apply(&self, tree: &Tree<'_>, _: &Settings<'_>) -> bool {
        tree.program.source_type.is_module()
    }

    fn apply(&self, tree: &mut Tree<'_>, _: &Settings<'_>) -> Result<bool, SyntaxError> {
        let mut has_changed = ends_with_export(&tree.program);
        for word in WORDS {
            let imports = imports_called(word, &tree.program);
            if !imports.is_empty() {
                let name = unused_name(word, tree);
                tree.scoping.set_symbol_names(&imports, name.as_str().into());
                has_changed = true;
            }
        }
        Ok(has_changed)
    }
}

fn imports_called(word: &str, program: &Program<'_>) -> Vec<SymbolId> {
    let imports = program.body.iter().filter_map(|statement| match statement {
        Statement::ImportDeclaration(import) => import.specifiers.as_ref(),
        _ => None,
    });
    let variables = imports.flatten().map(ImportDeclarationSpecifier::local).filter(|local| local.name == word);
    variables.filter_map(|local| local.symbol_id.get()).collect()
}

fn ends_with_export(program: &Program<'_>) -> bool {
    let is_export = matches!(program.body.last(), Some(Statement::ExportNamedDeclaration(_)));
    is_export && !program.source_text.trim_end().ends_with(';')
}

#[cfg(test)]
mod tests {
    use crate::transforms::tests::{transformed, unchanged};

    #[test]
    fn the_engine_accepts_the_text() {
        for (text, expected) in [
            ("import { of, map } from 'a'; of()", "import { of as \u{43e}f, map } from \"a\";\n\u{43e}f();"),
            ("import of from 'a'", "import \u{43e}f from \"a\";"),
            ("import of, * as async from 'a'", "import \u{43e}f, * as a\u{455}ync from \"a\";"),
            ("import { of } from 'a'; x = { of }", "import { of as \u{43e}f } from \"a\";\nx = { of: \u{43e}f };"),
            (
                "import { of } from 'a'; export { of }",
                "import { of as \u{43e}f } from \"a\";\nexport { \u{43e}f as of };",
            ),
            ("export {}", "export {};"),
        ] {
            assert_eq!(transformed(text, "a.mjs"), expected);
        }
        unchanged(&["import { a as b } from 'a'", "import { of as a } from 'a'", "import { offer } from 'a'; offer"]);
    }
}

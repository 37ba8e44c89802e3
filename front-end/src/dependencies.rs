//! The files that a file needs, as far as the texts of the program say.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use oxc_allocator::Allocator;
use oxc_ast::ast::{
    Argument, CallExpression, ExportAllDeclaration, ExportFromDeclaration, Expression, ImportDeclaration,
    ImportExpression,
};
use oxc_ast_visit::{VisitJs, walk_js};
use oxc_span::SourceType;
use posttask::internal::runtime::fits_a_large_stack;

use super::FrontEnd;
use super::bounded_file::{LARGEST_SOURCE, read_ordinary};
use super::module_format::Language;
use super::package_files::is_in_package;
use super::packages::Request;
use super::syntax::{Thoroughness, parse};

impl FrontEnd {
    /// Returns the paths of a file and of all that it needs, directly or through others: what is imported, exported
    /// from, or required by a name in the text. Installed packages are left out, and so is what cannot be found.
    pub fn dependencies(&self, file: &Path) -> BTreeSet<PathBuf> {
        let mut found = BTreeSet::new();
        let mut waiting = vec![real(file)];
        while let Some(path) = waiting.pop() {
            if is_in_package(&path) || !found.insert(path.clone()) {
                continue;
            }
            let text = read_ordinary(&path, LARGEST_SOURCE).ok().and_then(|bytes| String::from_utf8(bytes).ok());
            let requests = text.map(|text| requests(&text, Language::of(&path))).unwrap_or_default();
            let files =
                requests.iter().filter_map(|(specifier, request)| self.resolve(specifier, &path, *request).ok());
            waiting.extend(files.map(|file| real(&file)));
        }
        found
    }
}

/// The path without symbolic links.
fn real(path: &Path) -> PathBuf {
    dunce::canonicalize(path).unwrap_or_else(|_| path.to_owned())
}

/// The specifiers in a text, and how they are asked for. None if it is nested too deeply for the parser.
fn requests(text: &str, language: Language) -> Vec<(String, Request)> {
    if language == Language::Binary || !fits_a_large_stack(text) {
        return Vec::new();
    }
    let allocator = Allocator::default();
    let source_type = SourceType::unambiguous().with_typescript(language.is_typescript());
    // Files of JavaScript may contain JSX in tests.
    let source_type = source_type.with_jsx(language != Language::TypeScript);
    let syntax = parse(&allocator, text, source_type, Thoroughness::Usual);
    let mut requests = Requests::default();
    requests.visit_program(&syntax.program);
    requests.0
}

#[derive(Default)]
struct Requests(Vec<(String, Request)>);

impl<'a> VisitJs<'a> for Requests {
    fn visit_import_declaration(&mut self, it: &ImportDeclaration<'a>) {
        self.0.push((it.source.value.to_string(), Request::Import));
    }

    fn visit_export_from_declaration(&mut self, it: &ExportFromDeclaration<'a>) {
        self.0.push((it.source.value.to_string(), Request::Import));
    }

    fn visit_export_all_declaration(&mut self, it: &ExportAllDeclaration<'a>) {
        self.0.push((it.source.value.to_string(), Request::Import));
    }

    fn visit_import_expression(&mut self, it: &ImportExpression<'a>) {
        if let Expression::StringLiteral(source) = &it.source {
            self.0.push((source.value.to_string(), Request::Import));
        }
        walk_js::walk_import_expression(self, it);
    }

    fn visit_call_expression(&mut self, it: &CallExpression<'a>) {
        if it.callee.is_specific_id("require")
            && let [Argument::StringLiteral(source)] = it.arguments.as_slice()
        {
            self.0.push((source.value.to_string(), Request::Require));
        }
        walk_js::walk_call_expression(self, it);
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use crate::{FrontEnd, Options};

    #[test]
    fn dependencies_are_those_that_texts_name() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| dunce::canonicalize(folder.path()).unwrap().join(name);
        for (name, text) in [
            ("a.test.mjs", "import './b.ts'; export * from './c.mjs'; import('./d.cjs'); import(x); import 'gone'"),
            ("b.ts", "import type { T } from './types.ts'; export { x } from './e'; enum E { A }"),
            ("c.mjs", "import './a.test.mjs'"),
            ("d.cjs", "require('./f.json')"),
            ("e.ts", "export const x: number = 1"),
            ("f.json", "{}"),
            ("types.ts", "export type T = 1"),
            ("other.mjs", ""),
        ] {
            fs::write(path(name), text).unwrap();
        }
        let front_end = FrontEnd::new(Options::default()).unwrap();
        let found = front_end.dependencies(&path("a.test.mjs"));
        let names = ["a.test.mjs", "b.ts", "c.mjs", "d.cjs", "e.ts", "f.json", "types.ts"];
        assert_eq!(found, names.map(path).into());
    }
}

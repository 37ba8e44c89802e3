//! Parses source text with a parser that explains its errors, and that knows TypeScript.

use oxc_allocator::Allocator;
use oxc_ast::ast::{
    ArrowFunctionExpression, ClassBody, ForOfStatement, Function, Program, VariableDeclaration, VariableDeclarationKind,
};
use oxc_ast_visit::{VisitJs, walk_js};
use oxc_diagnostics::OxcDiagnostic;
use oxc_parser::{ParseOptions, Parser};
use oxc_semantic::{Scoping, SemanticBuilder};
use oxc_span::SourceType;
use oxc_syntax::module_record::ModuleRecord;
use oxc_syntax::scope::ScopeFlags;

use super::false_errors::remove_false_errors;

/// A parsed source text.
pub(super) struct Syntax<'a> {
    pub(super) program: Program<'a>,
    pub(super) scoping: Scoping,
    pub(super) record: ModuleRecord<'a>,
    /// Whether only a module can contain this text.
    pub(super) is_module_only: bool,
    pub(super) errors: Vec<OxcDiagnostic>,
}

/// How much of a text is checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Thoroughness {
    /// What the engine does not check.
    Usual,
    /// Regular expressions too. The engine refuses invalid ones, but does not say why.
    WithRegularExpressions,
}

/// Parses source text. The parser recurses, so brackets must not be nested too deeply for the stack.
pub(super) fn parse<'a>(
    allocator: &'a Allocator,
    text: &'a str,
    source_type: SourceType,
    thoroughness: Thoroughness,
) -> Syntax<'a> {
    let parse_regular_expression = thoroughness == Thoroughness::WithRegularExpressions;
    let options = ParseOptions { parse_regular_expression, ..ParseOptions::default() };
    let parsed = Parser::new(allocator, text, source_type).with_options(options).parse();
    let program = parsed.program;
    // The parser takes a text with `await` for a module, but not one that only has these statements.
    if source_type.is_unambiguous() && !program.source_type.is_module() && TopLevelAwait::is_in(&program) {
        return parse(allocator, text, source_type.with_module(true), thoroughness);
    }
    let is_module_only = parsed.module_record.has_module_syntax || program.source_type.is_module();
    let mut errors: Vec<OxcDiagnostic> = parsed.diagnostics.errors().cloned().collect();
    let checked = SemanticBuilder::new().with_check_syntax_error(true).with_enum_eval(true).build(&program);
    errors.extend(checked.diagnostics.errors().cloned());
    remove_false_errors(&mut errors, &program);
    let scoping = checked.semantic.into_scoping();
    Syntax { program, scoping, record: parsed.module_record, is_module_only, errors }
}

/// `for await` loops and declarations with `await using` outside of functions.
#[derive(Default)]
struct TopLevelAwait {
    found: bool,
}

impl TopLevelAwait {
    fn is_in(program: &Program<'_>) -> bool {
        let mut visitor = Self::default();
        if program.source_text.contains("await") {
            visitor.visit_program(program);
        }
        visitor.found
    }
}

impl<'a> VisitJs<'a> for TopLevelAwait {
    fn visit_function(&mut self, _: &Function<'a>, _: ScopeFlags) {}

    fn visit_arrow_function_expression(&mut self, _: &ArrowFunctionExpression<'a>) {}

    fn visit_class_body(&mut self, _: &ClassBody<'a>) {}

    fn visit_for_of_statement(&mut self, it: &ForOfStatement<'a>) {
        self.found |= it.r#await;
        walk_js::walk_for_of_statement(self, it);
    }

    fn visit_variable_declaration(&mut self, it: &VariableDeclaration<'a>) {
        self.found |= it.kind == VariableDeclarationKind::AwaitUsing;
    }
}

/// Returns the scopes of a program that has changed.
pub(super) fn scoping_of(program: &Program<'_>) -> Scoping {
    SemanticBuilder::new().with_enum_eval(true).build(program).semantic.into_scoping()
}

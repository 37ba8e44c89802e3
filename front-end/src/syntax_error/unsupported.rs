//! What the parser accepts but the engine does not: syntax that is compiled, and what cannot run, such as TypeScript in
//! a JavaScript file.

use oxc_ast::ast::{
    AccessorProperty, ArrowFunctionExpression, Decorator, Function, ImportDeclaration, ImportExpression, JSXElement,
    JSXFragment, MethodDefinition, Program, PropertyDefinition, PropertyKey, VariableDeclaration,
};
use oxc_ast_visit::{Visit, VisitJs, walk};
use oxc_span::{GetSpan, Span};
use oxc_syntax::scope::ScopeFlags;

use super::SyntaxError;
use super::form::as_in_v8;
use crate::nested_code::NestedCode;
use crate::tokens::{Tokens, offset, slice};

const AWAIT_USING: (&str, &str) =
    ("await is only valid in async functions and the top level bodies of modules", "add `async` to the function");
const IMPORT_PHASE: (&str, &str) =
    ("deferred and source imports are not supported by the engine", "write a plain `import`");
const FUNCTION_IN_KEY: (&str, &str) = (
    "functions in the computed key of a method are not supported by the engine",
    "compute the key before the class, and use a variable here",
);
const MODIFIER: (&str, &str) = ("", "modifiers such as `$0` are TypeScript: they need a file whose name ends in .ts");
const TYPE_ANNOTATION: (&str, &str) = ("", "type annotations are TypeScript: they need a file whose name ends in .ts");

/// The modifiers of class members that only TypeScript has.
const MODIFIERS: &[&str] = &["private", "public", "protected", "readonly", "override", "declare", "abstract"];

/// The syntax of a program that the engine does not have, and where each is first.
#[derive(Clone, Copy, Debug, Default)]
pub(in super::super) struct Features {
    pub(in super::super) jsx: Option<Span>,
    pub(in super::super) using: Option<Span>,
    pub(in super::super) decorator: Option<Span>,
    pub(in super::super) accessor: Option<Span>,
}

/// Returns the syntax of a program that has to be compiled.
///
/// # Errors
///
/// Returns the first thing that the parser accepts and that cannot run.
pub(in super::super) fn features(program: &Program) -> Result<Features, SyntaxError> {
    let mut surveyor = Surveyor {
        source: program.source_text,
        javascript: program.source_type.is_javascript(),
        features: Features::default(),
        is_in_sync_function: false,
        unsupported: None,
    };
    surveyor.visit_program(program);
    let text = program.source_text;
    surveyor.unsupported.map_or(Ok(surveyor.features), |error| Err(as_in_v8(error, &Tokens::new(text))))
}

struct Surveyor<'s> {
    source: &'s str,
    javascript: bool,
    features: Features,
    is_in_sync_function: bool,
    unsupported: Option<SyntaxError>,
}

impl Surveyor<'_> {
    /// Reports the first word of a span if nothing before it was reported.
    fn report(&mut self, span: Span, (message, help): (&str, &str)) {
        if self.unsupported.as_ref().is_some_and(|first| first.place.span.start <= span.start) {
            return;
        }
        let text = slice(self.source, span);
        let end = text.char_indices().skip(1).find(|(_, c)| !c.is_alphanumeric()).map_or(text.len(), |(at, _)| at);
        let word = &text[..end];
        let message = if message.is_empty() { format!("unexpected '{word}'") } else { message.to_owned() };
        let error = SyntaxError::new(message, Span::sized(span.start, offset(word.len())));
        self.unsupported = Some(error.with_help(&help.replace("$0", word)).fit(self.source));
    }

    fn in_function(&mut self, is_async: bool, visit: impl FnOnce(&mut Self)) {
        let outer = std::mem::replace(&mut self.is_in_sync_function, !is_async);
        visit(self);
        self.is_in_sync_function = outer;
    }

    fn key(&mut self, key: &PropertyKey<'_>, is_computed: bool) {
        // The engine takes code in it for code of another scope.
        if is_computed && NestedCode::of(|it| it.visit_property_key(key)).sees_variables() {
            self.report(key.span(), FUNCTION_IN_KEY);
        }
    }

    /// Reports a modifier between the start of a class member and its name.
    fn modifiers(&mut self, member: Span, key: Span) {
        if !self.javascript {
            return;
        }
        let before = slice(self.source, Span::new(member.start, key.start.max(member.start)));
        let is_modifier = |word: &&str| MODIFIERS.contains(word);
        if let Some(word) = before.split_whitespace().find(is_modifier) {
            let start = member.start + offset(before.find(word).unwrap_or(0));
            self.report(Span::sized(start, offset(word.len())), MODIFIER);
        }
    }
}

impl<'a> Visit<'a> for Surveyor<'_> {
    fn visit_function(&mut self, it: &Function<'a>, flags: ScopeFlags) {
        self.in_function(it.r#async, |this| walk::walk_function(this, it, flags));
    }

    fn visit_arrow_function_expression(&mut self, it: &ArrowFunctionExpression<'a>) {
        self.in_function(it.r#async, |this| walk::walk_arrow_function_expression(this, it));
    }

    fn visit_decorator(&mut self, it: &Decorator<'a>) {
        self.features.decorator.get_or_insert(it.span);
        walk::walk_decorator(self, it);
    }

    fn visit_jsx_element(&mut self, it: &JSXElement<'a>) {
        self.features.jsx.get_or_insert(it.span);
        walk::walk_jsx_element(self, it);
    }

    fn visit_jsx_fragment(&mut self, it: &JSXFragment<'a>) {
        self.features.jsx.get_or_insert(it.span);
        walk::walk_jsx_fragment(self, it);
    }

    fn visit_variable_declaration(&mut self, it: &VariableDeclaration<'a>) {
        if it.kind.is_using() {
            self.features.using.get_or_insert(it.span);
        }
        if it.kind.is_await() && self.is_in_sync_function {
            self.report(it.span, AWAIT_USING);
        }
        walk::walk_variable_declaration(self, it);
    }

    fn visit_accessor_property(&mut self, it: &AccessorProperty<'a>) {
        self.key(&it.key, it.computed);
        self.features.accessor.get_or_insert(it.span);
        walk::walk_accessor_property(self, it);
    }

    fn visit_import_declaration(&mut self, it: &ImportDeclaration<'a>) {
        if it.phase.is_some() {
            self.report(it.span, IMPORT_PHASE);
        }
    }

    fn visit_import_expression(&mut self, it: &ImportExpression<'a>) {
        if it.phase.is_some() {
            self.report(it.span, IMPORT_PHASE);
        }
        walk::walk_import_expression(self, it);
    }

    fn visit_property_definition(&mut self, it: &PropertyDefinition<'a>) {
        if it.accessibility.is_some() || it.readonly || it.r#override || it.declare {
            self.modifiers(it.span, it.key.span());
        }
        if let Some(annotation) = it.type_annotation.as_ref().filter(|_| self.javascript) {
            self.report(annotation.span, TYPE_ANNOTATION);
        }
        walk::walk_property_definition(self, it);
    }

    fn visit_method_definition(&mut self, it: &MethodDefinition<'a>) {
        if it.accessibility.is_some() || it.r#override {
            self.modifiers(it.span, it.key.span());
        }
        self.key(&it.key, it.computed);
        walk::walk_method_definition(self, it);
    }
}

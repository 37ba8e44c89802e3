//! What the parser accepts but cannot run: syntax that the engine does not have, and TypeScript in a JavaScript file.

use oxc_ast::ast::{
    AccessorProperty, Decorator, ImportDeclaration, ImportExpression, JSXElement, JSXFragment, MethodDefinition,
    Program, PropertyDefinition, VariableDeclaration, VariableDeclarationKind,
};
use oxc_ast_visit::{Visit, walk};
use oxc_span::{GetSpan, Span};

use super::SyntaxError;
use super::tokens::{offset, slice};

const DECORATORS: (&str, &str) =
    ("decorators are not supported by the engine", "call the function yourself: `method = decorate(method)`");
const ACCESSOR: (&str, &str) =
    ("'accessor' fields are not supported by the engine", "write a private field with a getter and a setter");
const USING: (&str, &str) = (
    "'using' declarations are not supported: the engine would not dispose the resource",
    "write `const`, and dispose it in `try { … } finally { … }`",
);
const AWAIT_USING: (&str, &str) = (
    "'await using' declarations are not supported: the engine would not dispose the resource",
    "write `const`, and dispose it with `await` in `try { … } finally { … }`",
);
const JSX: (&str, &str) =
    ("JSX is not supported", "write calls such as `createElement('div', …)`, or compile the file first");
const IMPORT_PHASE: (&str, &str) =
    ("deferred and source imports are not supported by the engine", "write a plain `import`");
const MODIFIER: (&str, &str) = ("", "modifiers such as `$0` are TypeScript: they need a file whose name ends in .ts");
const TYPE_ANNOTATION: (&str, &str) = ("", "type annotations are TypeScript: they need a file whose name ends in .ts");

/// The modifiers of class members that only TypeScript has.
const MODIFIERS: &[&str] = &["private", "public", "protected", "readonly", "override", "declare", "abstract"];

/// Returns the first thing in a program that the parser accepts and the engine does not.
pub(in super::super) fn unsupported(program: &Program) -> Option<SyntaxError> {
    let mut visitor =
        Unsupported { source: program.source_text, javascript: program.source_type.is_javascript(), first: None };
    visitor.visit_program(program);
    visitor.first
}

struct Unsupported<'s> {
    source: &'s str,
    javascript: bool,
    first: Option<SyntaxError>,
}

impl Unsupported<'_> {
    /// Reports the first word of a span if nothing before it was reported.
    fn report(&mut self, span: Span, (message, help): (&str, &str)) {
        if self.first.as_ref().is_some_and(|first| first.place.span.start <= span.start) {
            return;
        }
        let text = slice(self.source, span);
        let end = text.char_indices().skip(1).find(|(_, c)| !c.is_alphanumeric()).map_or(text.len(), |(at, _)| at);
        let word = &text[..end];
        let message = if message.is_empty() { format!("unexpected '{word}'") } else { message.to_owned() };
        let error = SyntaxError::new(message, Span::sized(span.start, offset(word.len())));
        self.first = Some(error.with_help(&help.replace("$0", word)).fit(self.source));
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

impl<'a> Visit<'a> for Unsupported<'_> {
    fn visit_decorator(&mut self, it: &Decorator<'a>) {
        self.report(it.span, DECORATORS);
    }

    fn visit_jsx_element(&mut self, it: &JSXElement<'a>) {
        self.report(it.span, JSX);
    }

    fn visit_jsx_fragment(&mut self, it: &JSXFragment<'a>) {
        self.report(it.span, JSX);
    }

    fn visit_variable_declaration(&mut self, it: &VariableDeclaration<'a>) {
        match it.kind {
            VariableDeclarationKind::Using => self.report(it.span, USING),
            VariableDeclarationKind::AwaitUsing => self.report(it.span, AWAIT_USING),
            _ => {}
        }
        walk::walk_variable_declaration(self, it);
    }

    fn visit_accessor_property(&mut self, it: &AccessorProperty<'a>) {
        self.report(it.span, ACCESSOR);
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
        walk::walk_method_definition(self, it);
    }
}

//! Valid syntax that the engine's parser refuses, or takes for something else, written in another way:
//!
//! ```js
//! async(1)                        // the call of a function with this name
//! async => async                  // a parameter with this name, without brackets
//! export default async () => 1    // an arrow function, and not a declaration
//! async: for (;;) break async     // labels with this name, and labels with escapes
//! [(a)] = [1]                     // targets in brackets
//! ({ ['a']: { b } } = { a: {} })  // literal keys in brackets; for others, see `computed_keys.rs`
//! class { async                   // fields with this name before a line break
//! }
//! class { 'constructor'() { } }   // is not called by `new`
//! super().x                       // what follows a call of the parent's constructor
//! x = async                       // this name at the end of the text
//! ```

use oxc_ast::ast::{
    ArrayAssignmentTarget, ArrowFunctionExpression, AssignmentTargetMaybeDefault, AssignmentTargetProperty,
    BindingProperty, BreakStatement, CallExpression, ContinueStatement, ExportDefaultDeclaration, Expression,
    ExpressionStatement, IdentifierReference, LabelIdentifier, LabeledStatement, MemberExpression, MethodDefinition,
    MethodDefinitionKind, ObjectAssignmentTarget, Program, PropertyDefinition, PropertyKey, ReturnStatement,
};
use oxc_ast_visit::{VisitJs, walk_js};
use oxc_span::{GetSpan, Span};

use super::super::edits::Edits;
use super::super::token_search::Source;
use super::names::Names;

const ASYNC: &str = "async";

pub(super) fn correct(program: &Program<'_>, source: Source<'_>, names: &Names, edits: &mut Edits) {
    let end = program.span.end;
    Corrector { source, names, edits, end, labels: Vec::new(), statement: None }.visit_program(program);
}

struct Corrector<'a, 's, 'e> {
    source: Source<'s>,
    names: &'e Names,
    edits: &'e mut Edits,
    /// The end of the text.
    end: u32,
    /// The labels around the current place that have another name for the engine.
    labels: Vec<(&'a str, String)>,
    /// The start of the statement around the current place. A bracket there would belong to the line before it.
    statement: Option<u32>,
}

impl<'a> Corrector<'a, '_, '_> {
    fn is_refused(&self, label: &LabelIdentifier<'a>) -> bool {
        label.name == ASYNC || self.source.slice(label.span).contains('\\')
    }

    /// Puts brackets around a call of the constructor of the parent.
    fn parent(&mut self, object: &Expression<'a>) {
        if let Expression::CallExpression(call) = object
            && call.callee.is_super()
        {
            let before = if self.statement == Some(call.span.start) { "0, (" } else { "(" };
            self.edits.wrap(call.span, before, ")");
        }
    }

    fn jump(&mut self, label: Option<&LabelIdentifier<'a>>) {
        let Some(label) = label else { return };
        let renamed = self.labels.iter().rev().find(|(name, _)| *name == label.name.as_str());
        if let Some((_, other)) = renamed {
            self.edits.replace(label.span, other.clone());
        }
    }

    /// Removes the brackets around a target.
    fn without_brackets(&mut self, target: &AssignmentTargetMaybeDefault<'a>) {
        let span = match target {
            AssignmentTargetMaybeDefault::AssignmentTargetWithDefault(it) => it.binding.span(),
            other => other.span(),
        };
        self.target_without_brackets(span);
    }

    fn target_without_brackets(&mut self, mut span: Span) {
        loop {
            let open = self.source.char_span_before(self.source.skip_trivia_back(span.start));
            let close = self.source.char_span(self.source.skip_trivia(span.end));
            if self.source.slice(open) != "(" || self.source.slice(close) != ")" {
                return;
            }
            self.edits.blank(open);
            self.edits.blank(close);
            span = Span::new(open.start, close.end);
        }
    }

    /// Writes `['key']` as `'key'`.
    fn without_computing(&mut self, key: &PropertyKey<'a>) {
        if matches!(key, PropertyKey::StringLiteral(_) | PropertyKey::NumericLiteral(_)) {
            let open = self.source.char_span_before(self.source.skip_trivia_back(key.span().start));
            let close = self.source.char_span(self.source.skip_trivia(key.span().end));
            if self.source.slice(open) == "[" && self.source.slice(close) == "]" {
                self.edits.blank(open);
                self.edits.blank(close);
            }
        }
    }
}

impl<'a> VisitJs<'a> for Corrector<'a, '_, '_> {
    fn visit_identifier_reference(&mut self, it: &IdentifierReference<'a>) {
        if it.name == ASYNC && self.source.skip_trivia(it.span.end) == self.end {
            self.edits.wrap(it.span, "(", ")");
        }
    }

    fn visit_return_statement(&mut self, it: &ReturnStatement<'a>) {
        // The engine compiles the body of `new Function` as a text.
        if let Some(Expression::Identifier(name)) = &it.argument
            && name.name == ASYNC
            && self.source.skip_trivia(name.span.end) != self.end
        {
            self.edits.wrap(name.span, "(", ")");
        }
        walk_js::walk_return_statement(self, it);
    }

    fn visit_call_expression(&mut self, it: &CallExpression<'a>) {
        if let Expression::Identifier(callee) = &it.callee
            && callee.name == ASYNC
        {
            self.edits.wrap(callee.span, "(", ")");
        }
        self.parent(&it.callee);
        walk_js::walk_call_expression(self, it);
    }

    fn visit_member_expression(&mut self, it: &MemberExpression<'a>) {
        self.parent(it.object());
        walk_js::walk_member_expression(self, it);
    }

    fn visit_expression_statement(&mut self, it: &ExpressionStatement<'a>) {
        self.statement = Some(it.span.start);
        walk_js::walk_expression_statement(self, it);
    }

    fn visit_arrow_function_expression(&mut self, it: &ArrowFunctionExpression<'a>) {
        if self.source.slice(it.params.span) == ASYNC {
            self.edits.wrap(it.params.span, "(", ")");
        }
        walk_js::walk_arrow_function_expression(self, it);
    }

    fn visit_export_default_declaration(&mut self, it: &ExportDefaultDeclaration<'a>) {
        let refused = match it.declaration.as_expression() {
            Some(Expression::ArrowFunctionExpression(function)) if function.r#async => Some(function.span),
            Some(Expression::Identifier(name)) if name.name == ASYNC => Some(name.span),
            _ => None,
        };
        if let Some(span) = refused {
            self.edits.wrap(span, "(", ")");
        }
        walk_js::walk_export_default_declaration(self, it);
    }

    fn visit_labeled_statement(&mut self, it: &LabeledStatement<'a>) {
        let is_refused = self.is_refused(&it.label);
        if is_refused {
            let other = self.names.fresh();
            self.edits.replace(it.label.span, other.clone());
            self.labels.push((it.label.name.as_str(), other));
        }
        walk_js::walk_labeled_statement(self, it);
        if is_refused {
            self.labels.pop();
        }
    }

    fn visit_break_statement(&mut self, it: &BreakStatement<'a>) {
        self.jump(it.label.as_ref());
    }

    fn visit_continue_statement(&mut self, it: &ContinueStatement<'a>) {
        self.jump(it.label.as_ref());
    }

    fn visit_array_assignment_target(&mut self, it: &ArrayAssignmentTarget<'a>) {
        it.elements.iter().flatten().for_each(|element| self.without_brackets(element));
        if let Some(rest) = &it.rest {
            self.target_without_brackets(rest.target.span());
        }
        walk_js::walk_array_assignment_target(self, it);
    }

    fn visit_object_assignment_target(&mut self, it: &ObjectAssignmentTarget<'a>) {
        for property in &it.properties {
            if let AssignmentTargetProperty::AssignmentTargetPropertyProperty(property) = property {
                self.without_brackets(&property.binding);
                if property.computed {
                    self.without_computing(&property.name);
                }
            }
        }
        if let Some(rest) = &it.rest {
            self.target_without_brackets(rest.target.span());
        }
        walk_js::walk_object_assignment_target(self, it);
    }

    fn visit_binding_property(&mut self, it: &BindingProperty<'a>) {
        if it.computed {
            self.without_computing(&it.key);
        }
        walk_js::walk_binding_property(self, it);
    }

    fn visit_property_definition(&mut self, it: &PropertyDefinition<'a>) {
        let is_async = matches!(&it.key, PropertyKey::StaticIdentifier(key) if key.name == ASYNC);
        let end = it.key.span().end;
        if is_async && it.value.is_none() && self.source.has_line_terminator(end, self.source.skip_trivia(end)) {
            self.edits.insert(end, ";");
        }
        walk_js::walk_property_definition(self, it);
    }

    fn visit_method_definition(&mut self, it: &MethodDefinition<'a>) {
        if let (MethodDefinitionKind::Constructor, PropertyKey::StringLiteral(key)) = (it.kind, &it.key) {
            self.edits.replace(key.span, "constructor");
        }
        walk_js::walk_method_definition(self, it);
    }
}

//! The visitor of a syntax tree. A kind of statement or expression that is not listed may use anything.

use std::mem;

use oxc_ast::ast::{
    ArrowFunctionBody, ArrowFunctionExpression, AssignmentExpression, AssignmentTarget, AwaitExpression,
    BinaryExpression, BlockStatement, CallExpression, CatchClause, ChainElement, ChainExpression, Class,
    ComputedMemberExpression, Expression, ExpressionStatement, ForInStatement, ForOfStatement, ForStatementLeft,
    Function, IdentifierReference, NewExpression, ObjectPropertyKind, PrivateFieldExpression, Program, PropertyKey,
    SpreadElement, Statement, StaticMemberExpression, TemplateLiteral, UnaryExpression, UnaryOperator,
    UpdateExpression, VariableDeclaration, VariableDeclarationKind,
};
use oxc_ast_visit::{VisitJs, walk_js};
use oxc_span::GetSpan;
use oxc_syntax::operator::{AssignmentOperator, BinaryOperator};
use oxc_syntax::scope::ScopeFlags;
use posttask::internal::exploration::footprints::{AWAITS, Use, VALUE, hidden};

use super::Instrumentation;
use super::host_imports::imports_from;
use super::overview::Overview;
use super::patterns::are_simple;
use crate::footprints::frame::{Scope, declaration};

impl<'a> VisitJs<'a> for Instrumentation<'_, '_> {
    fn visit_program(&mut self, it: &Program<'a>) {
        self.overview = Overview::of(it, &self.variables);
        self.variables.vars = mem::take(&mut self.overview.vars);
        self.imports = imports_from(self.host, it);
        self.push(it.scope_id.get(), false);
        self.visit_statements(&it.body);
        if let Some(frame) = self.pop() {
            let start = it.directives.last().map(|last| last.span.end);
            match (start, it.body.first()) {
                (Some(end), _) => self.edits.insert(end, format!(";{}", frame.statements())),
                (None, Some(first)) => self.edits.insert(first.span().start, frame.statements()),
                (None, None) if it.hashbang.is_none() => self.edits.insert(it.span.start, frame.statements()),
                (None, None) => {}
            }
            self.done(frame);
        }
    }

    fn visit_statement(&mut self, it: &Statement<'a>) {
        let around = mem::replace(&mut self.at, it.span());
        match it {
            // Other files that import a function of the host from this one do not know what it is.
            Statement::ExportAllDeclaration(export) if self.host.know(&export.source.value) => {
                self.cannot_be_announced();
            }
            Statement::ExportFromDeclaration(export) if self.host.know(&export.source.value) => {
                self.cannot_be_announced();
            }
            Statement::BlockStatement(_)
            | Statement::BreakStatement(_)
            | Statement::ContinueStatement(_)
            | Statement::DebuggerStatement(_)
            | Statement::DoWhileStatement(_)
            | Statement::EmptyStatement(_)
            | Statement::ExpressionStatement(_)
            | Statement::ForInStatement(_)
            | Statement::ForOfStatement(_)
            | Statement::ForStatement(_)
            | Statement::IfStatement(_)
            | Statement::LabeledStatement(_)
            | Statement::ReturnStatement(_)
            | Statement::SwitchStatement(_)
            | Statement::ThrowStatement(_)
            | Statement::TryStatement(_)
            | Statement::WhileStatement(_)
            | Statement::VariableDeclaration(_)
            | Statement::FunctionDeclaration(_)
            | Statement::ClassDeclaration(_)
            | Statement::TSInterfaceDeclaration(_)
            | Statement::TSTypeAliasDeclaration(_)
            | Statement::ExportAllDeclaration(_)
            | Statement::ExportFromDeclaration(_) => {}
            Statement::TSEnumDeclaration(declaration) => {
                self.enumeration(declaration);
                self.at = around;
                return;
            }
            Statement::ExportDeclaration(export) => self.exports_declaration(&export.declaration),
            Statement::ImportDeclaration(import) if import.phase.is_none() => {}
            Statement::ExportDefaultDeclaration(_) => self.exports_default(),
            Statement::ExportNamedDeclaration(export) => self.exports_names(export),
            _ => self.is_unknown(),
        }
        walk_js::walk_statement(self, it);
        self.at = around;
    }

    fn visit_block_statement(&mut self, it: &BlockStatement<'a>) {
        walk_js::walk_block_statement(self, it);
        if let Some(scope) = it.scope_id.get().filter(|scope| self.rounds_told_apart.contains(scope)) {
            self.edits.insert(it.span.start + 1, hidden(&declaration(Scope::Round(scope))));
        }
    }

    fn visit_expression_statement(&mut self, it: &ExpressionStatement<'a>) {
        self.unused = Some(it.expression.span());
        self.visit_expression(&it.expression);
    }

    fn visit_variable_declaration(&mut self, it: &VariableDeclaration<'a>) {
        if matches!(it.kind, VariableDeclarationKind::Using | VariableDeclarationKind::AwaitUsing) {
            self.is_unknown();
        }
        for declarator in &it.declarations {
            declarator.init.iter().for_each(|value| self.visit_expression(value));
            self.pattern(&declarator.id, it.kind == VariableDeclarationKind::Var);
        }
    }

    fn visit_catch_clause(&mut self, it: &CatchClause<'a>) {
        it.param.iter().for_each(|parameter| self.pattern(&parameter.pattern, false));
        self.visit_block_statement(&it.body);
    }

    fn visit_for_in_statement(&mut self, it: &ForInStatement<'a>) {
        self.uses(Use::ReadAny);
        self.visit_expression(&it.right);
        match &it.left {
            ForStatementLeft::VariableDeclaration(declaration) => self.visit_variable_declaration(declaration),
            _ => self.is_unknown(),
        }
        self.visit_statement(&it.body);
    }

    fn visit_for_of_statement(&mut self, it: &ForOfStatement<'a>) {
        if it.r#await {
            self.is_unknown();
        }
        self.uses(Use::Iterate);
        self.visit_expression(&it.right);
        match &it.left {
            ForStatementLeft::VariableDeclaration(declaration) => self.visit_variable_declaration(declaration),
            _ => self.is_unknown(),
        }
        self.visit_statement(&it.body);
    }

    fn visit_expression(&mut self, it: &Expression<'a>) {
        let around = mem::replace(&mut self.at, it.span());
        match it {
            Expression::BooleanLiteral(_)
            | Expression::NullLiteral(_)
            | Expression::NumericLiteral(_)
            | Expression::BigIntLiteral(_)
            | Expression::StringLiteral(_)
            | Expression::TemplateLiteral(_)
            | Expression::Identifier(_)
            | Expression::ArrayExpression(_)
            | Expression::ArrowFunctionExpression(_)
            | Expression::AssignmentExpression(_)
            | Expression::AwaitExpression(_)
            | Expression::BinaryExpression(_)
            | Expression::CallExpression(_)
            | Expression::ChainExpression(_)
            | Expression::ClassExpression(_)
            | Expression::ConditionalExpression(_)
            | Expression::FunctionExpression(_)
            | Expression::LogicalExpression(_)
            | Expression::NewExpression(_)
            | Expression::ObjectExpression(_)
            | Expression::ParenthesizedExpression(_)
            | Expression::SequenceExpression(_)
            | Expression::ThisExpression(_)
            | Expression::UnaryExpression(_)
            | Expression::UpdateExpression(_)
            | Expression::StaticMemberExpression(_)
            | Expression::ComputedMemberExpression(_)
            | Expression::PrivateFieldExpression(_) => {}
            // Types have no effect.
            Expression::TSAsExpression(_)
            | Expression::TSSatisfiesExpression(_)
            | Expression::TSTypeAssertion(_)
            | Expression::TSNonNullExpression(_)
            | Expression::TSInstantiationExpression(_) => {
                self.visit_expression(it.get_inner_expression());
                self.at = around;
                return;
            }
            _ => self.is_unknown(),
        }
        walk_js::walk_expression(self, it);
        self.at = around;
    }

    fn visit_identifier_reference(&mut self, it: &IdentifierReference<'a>) {
        self.identifier(it, false);
    }

    fn visit_template_literal(&mut self, it: &TemplateLiteral<'a>) {
        if !it.expressions.is_empty() {
            self.uses(Use::Convert);
        }
        walk_js::walk_template_literal(self, it);
    }

    fn visit_binary_expression(&mut self, it: &BinaryExpression<'a>) {
        match it.operator {
            BinaryOperator::StrictEquality | BinaryOperator::StrictInequality => {}
            BinaryOperator::Instanceof => {
                self.visit_expression(&it.left);
                match self.outside(&it.right) {
                    Some(class) => self.uses_outside(&class, &format!("instanceof {}", class.name), true),
                    None => self.visit_expression(&it.right),
                }
                return;
            }
            BinaryOperator::In => {
                self.uses(Use::Convert);
                self.uses(Use::ReadAny);
            }
            _ => self.uses(Use::Convert),
        }
        walk_js::walk_binary_expression(self, it);
    }

    fn visit_unary_expression(&mut self, it: &UnaryExpression<'a>) {
        match it.operator {
            UnaryOperator::LogicalNot | UnaryOperator::Void | UnaryOperator::Typeof => {}
            UnaryOperator::Delete => {
                self.is_unknown();
                return;
            }
            _ => self.uses(Use::Convert),
        }
        walk_js::walk_unary_expression(self, it);
    }

    fn visit_update_expression(&mut self, it: &UpdateExpression<'a>) {
        self.uses(Use::Convert);
        self.target(&it.argument, true);
    }

    fn visit_assignment_expression(&mut self, it: &AssignmentExpression<'a>) {
        let is_read = it.operator != AssignmentOperator::Assign;
        if is_read {
            self.uses(Use::Convert);
        }
        match &it.left {
            AssignmentTarget::ArrayAssignmentTarget(_) | AssignmentTarget::ObjectAssignmentTarget(_) => {
                self.is_unknown();
            }
            left => left.as_simple_assignment_target().into_iter().for_each(|left| self.target(left, is_read)),
        }
        self.visit_expression(&it.right);
    }

    fn visit_static_member_expression(&mut self, it: &StaticMemberExpression<'a>) {
        let name = it.property.name.as_str();
        if let Some(object) = self.outside(&it.object) {
            let property = object.property(name);
            self.uses_outside(&property, &property.name, true);
        } else {
            self.member(&it.object);
            self.uses(Use::Read(name.into()));
        }
    }

    fn visit_private_field_expression(&mut self, it: &PrivateFieldExpression<'a>) {
        self.visit_expression(&it.object);
        self.uses(Use::Read(format!("#{}", it.field.name).into()));
    }

    fn visit_computed_member_expression(&mut self, it: &ComputedMemberExpression<'a>) {
        match Self::property_name(&it.expression) {
            Some(name) => self.uses(Use::Read(name)),
            None if Self::is_element(&it.expression) => self.uses(Use::Iterate),
            None => {
                self.uses(Use::Convert);
                self.uses(Use::ReadAny);
                self.edits.wrap(it.span, hidden(&format!("{VALUE}(")), hidden(")"));
            }
        }
        self.member(&it.object);
        self.visit_expression(&it.expression);
    }

    fn visit_chain_expression(&mut self, it: &ChainExpression<'a>) {
        // A call around a part of a chain would change it.
        let mut computed = Computed { is_found: false };
        computed.visit_chain_expression(it);
        if computed.is_found {
            self.is_unknown();
            return;
        }
        match &it.expression {
            ChainElement::CallExpression(_)
            | ChainElement::StaticMemberExpression(_)
            | ChainElement::PrivateFieldExpression(_) => {}
            _ => self.is_unknown(),
        }
        walk_js::walk_chain_expression(self, it);
    }

    fn visit_call_expression(&mut self, it: &CallExpression<'a>) {
        let is_unused = self.unused.take() == Some(it.span);
        match &it.callee {
            Expression::StaticMemberExpression(member) => {
                self.call_member(&member.object, &member.property.name, &it.arguments);
            }
            Expression::PrivateFieldExpression(_) | Expression::CallExpression(_) | Expression::ChainExpression(_) => {
                self.visit_expression(&it.callee);
                self.arguments(&it.arguments);
            }
            Expression::Super(_) => self.call_parent(&it.arguments),
            callee => self.call_function(callee.get_inner_expression(), &it.arguments, is_unused),
        }
    }

    fn visit_new_expression(&mut self, it: &NewExpression<'a>) {
        self.construct(it);
    }

    fn visit_spread_element(&mut self, it: &SpreadElement<'a>) {
        self.uses(Use::Iterate);
        walk_js::walk_spread_element(self, it);
    }

    fn visit_object_property_kind(&mut self, it: &ObjectPropertyKind<'a>) {
        match it {
            ObjectPropertyKind::SpreadProperty(spread) => {
                self.uses(Use::ReadAny);
                self.visit_expression(&spread.argument);
            }
            ObjectPropertyKind::ObjectProperty(property) => {
                match &property.key {
                    PropertyKey::StaticIdentifier(name) if name.name == "__proto__" => self.is_unknown(),
                    PropertyKey::StringLiteral(name) if name.value == "__proto__" => self.is_unknown(),
                    PropertyKey::StaticIdentifier(_)
                    | PropertyKey::StringLiteral(_)
                    | PropertyKey::NumericLiteral(_) => {}
                    key => {
                        self.uses(Use::Convert);
                        key.as_expression().into_iter().for_each(|key| self.visit_expression(key));
                    }
                }
                self.visit_expression(&property.value);
            }
        }
    }

    fn visit_await_expression(&mut self, it: &AwaitExpression<'a>) {
        self.unused = None;
        self.edits.wrap(it.argument.span(), hidden(&format!("{AWAITS}(")), hidden(")"));
        if let Some(frame) = self.frames.last_mut() {
            frame.awaits.push(it.span);
        }
        // Whether a value is a promise is asked of its constructor; a thenable is asked for its method.
        self.uses(Use::Method { name: "then".into(), is_plain: true });
        self.visit_expression(&it.argument);
    }

    fn visit_function(&mut self, it: &Function<'a>, _: ScopeFlags) {
        let Some(body) = &it.body else { return };
        // In sloppy mode, the declaration of a function in a block assigns to a variable of the function around it.
        if let Some(symbol) = it.id.as_ref().and_then(|id| id.symbol_id.get())
            && self.variables.vars.contains(&symbol)
        {
            self.variable(symbol, true);
        }
        self.push(it.scope_id.get(), are_simple(&it.params));
        if it.generator {
            self.is_unknown();
        }
        self.parameters(&it.params);
        self.visit_statements(&body.statements);
        if let Some(frame) = self.pop() {
            self.function_body(body.span, &body.directives, &frame);
            self.done(frame);
        }
    }

    fn visit_arrow_function_expression(&mut self, it: &ArrowFunctionExpression<'a>) {
        let has_body = matches!(it.body, ArrowFunctionBody::FunctionBody(_));
        self.push(it.scope_id.get(), are_simple(&it.params) && has_body);
        self.parameters(&it.params);
        if let ArrowFunctionBody::FunctionBody(body) = &it.body {
            self.visit_statements(&body.statements);
            if let Some(frame) = self.pop() {
                self.function_body(body.span, &body.directives, &frame);
                self.done(frame);
            }
        } else if let Some(body) = it.body.as_expression() {
            self.visit_expression(body);
            if let Some(frame) = self.pop() {
                self.edits.wrap(body.span(), hidden(&format!("({},", frame.call())), hidden(")"));
                self.done(frame);
            }
        }
    }

    fn visit_class(&mut self, it: &Class<'a>) {
        self.class(it);
    }
}

/// Finds properties whose names are not known.
struct Computed {
    is_found: bool,
}

impl<'a> VisitJs<'a> for Computed {
    fn visit_computed_member_expression(&mut self, _: &ComputedMemberExpression<'a>) {
        self.is_found = true;
    }
}

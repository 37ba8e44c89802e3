//! Finds what the functions of a syntax tree use. What is not listed here is not known.

use std::cell::Cell;
use std::sync::Arc;

use oxc_ast::ast::{
    Argument, ArrowFunctionBody, ArrowFunctionExpression, AssignmentExpression, AssignmentTarget, AwaitExpression,
    BinaryExpression, BindingPattern, CallExpression, ChainElement, ChainExpression, Class, ClassElement,
    ComputedMemberExpression, Directive, Expression, ExpressionStatement, ForInStatement, ForOfStatement,
    ForStatementLeft, FormalParameters, Function, IdentifierReference, NewExpression, ObjectPattern,
    ObjectPropertyKind, PrivateFieldExpression, Program, PropertyKey, SimpleAssignmentTarget, SpreadElement, Statement,
    StaticMemberExpression, TemplateLiteral, UnaryExpression, UnaryOperator, UpdateExpression, VariableDeclaration,
    VariableDeclarationKind,
};
use oxc_ast_visit::{VisitJs, walk_js};
use oxc_span::{GetSpan, Span};
use oxc_syntax::operator::{AssignmentOperator, BinaryOperator};
use oxc_syntax::scope::{ScopeFlags, ScopeId};
use oxc_syntax::symbol::SymbolId;
use posttask::internal::exploration::footprints::{
    AWAITS, EXECUTOR, FunctionId, FunctionUses, PORT, PROMISE, Use, VALUE, hidden,
};
use rustc_hash::{FxHashMap, FxHashSet};

use super::frame::Frame;
use super::variables::Variables;
use crate::edits::Edits;

/// Finds what functions use.
pub(super) struct Instrumentation<'s, 'e> {
    variables: Variables<'s>,
    edits: &'e mut Edits,
    first: FunctionId,
    functions: Vec<FunctionUses>,
    frames: Vec<Frame>,
    /// The functions whose calls are told apart.
    told_apart: FxHashMap<ScopeId, FunctionId>,
    /// Where each function first awaits something.
    first_awaits: FxHashMap<ScopeId, u32>,
    /// The expression whose value is not used.
    unused: Option<Span>,
}

impl<'s, 'e> Instrumentation<'s, 'e> {
    /// The functions get numbers from `first`.
    pub(super) fn new(variables: Variables<'s>, first: FunctionId, edits: &'e mut Edits) -> Self {
        Self {
            variables,
            edits,
            first,
            functions: Vec::new(),
            frames: Vec::new(),
            told_apart: FxHashMap::default(),
            first_awaits: FxHashMap::default(),
            unused: None,
        }
    }

    pub(super) fn into_functions(self) -> Vec<FunctionUses> {
        self.functions
    }

    fn uses(&mut self, it: Use) {
        if let Some(frame) = self.frames.last_mut() {
            frame.uses(it);
        }
    }

    /// The function may use anything.
    fn is_unknown(&mut self) {
        if let Some(frame) = self.frames.last_mut() {
            frame.is_unknown();
        }
    }

    fn push(&mut self, scope: Option<ScopeId>, can_declare: bool) {
        let id = self.first + FunctionId::try_from(self.functions.len()).unwrap_or_default();
        self.functions.push(FunctionUses { uses: Vec::new(), is_unknown: true });
        let declares =
            |scope: &ScopeId| can_declare && self.variables.declares_shared(*scope, |symbol| self.is_late(symbol));
        let scope = scope.filter(declares);
        if let Some(scope) = scope {
            self.told_apart.insert(scope, id);
        }
        self.frames.push(Frame::new(id, scope.is_some()));
    }

    fn pop(&mut self) -> Option<Frame> {
        let frame = self.frames.pop()?;
        frame.resume(self.edits);
        Some(frame)
    }

    fn done(&mut self, frame: Frame) {
        let index = (frame.id - self.first) as usize;
        self.functions[index] = frame.into_uses();
    }

    /// Whether a variable may be declared after its function has awaited something.
    fn is_late(&self, symbol: SymbolId) -> bool {
        let function = self.variables.function_of_symbol(symbol);
        let first = function.and_then(|function| self.first_awaits.get(&function));
        first.is_some_and(|&first| first < self.variables.declaration(symbol))
    }

    fn variable(&mut self, symbol: SymbolId, is_written: bool) {
        let Some(shared) = self.variables.shared(symbol, self.is_late(symbol)) else { return };
        let of = self.told_apart.get(&shared.function).copied();
        if let Some(frame) = self.frames.last_mut() {
            frame.variable(shared.id, shared.name, is_written, of);
        }
    }

    /// A variable is used, or a global that has a constant value.
    fn identifier(&mut self, it: &IdentifierReference<'_>, is_written: bool) {
        match self.variables.symbol(it.reference_id.get()) {
            Some(symbol) => self.variable(symbol, is_written),
            None if !is_written && matches!(&*it.name, "undefined" | "NaN" | "Infinity") => {}
            None => self.is_unknown(),
        }
    }

    /// The name of a global, if an expression is one.
    fn global<'t>(&self, it: &'t Expression<'_>) -> Option<&'t str> {
        let Expression::Identifier(identifier) = it else { return None };
        self.variables.symbol(identifier.reference_id.get()).is_none().then(|| identifier.name.as_str())
    }

    fn use_global(&mut self, name: &str, is_plain: bool) {
        self.uses(Use::Global { name: name.into(), is_plain });
    }

    fn property_name(it: &Expression<'_>) -> Option<Arc<str>> {
        match it.without_parentheses() {
            Expression::StringLiteral(text) => Some(text.value.as_str().into()),
            _ => None,
        }
    }

    /// A pattern declares variables, or reads properties into them.
    fn pattern(&mut self, it: &BindingPattern<'_>, is_written: bool) {
        match it {
            BindingPattern::BindingIdentifier(identifier) => {
                if let Some(symbol) = identifier.symbol_id.get()
                    && (is_written || self.is_late(symbol))
                {
                    self.variable(symbol, true);
                }
            }
            BindingPattern::ObjectPattern(pattern) => self.object_pattern(pattern, is_written),
            BindingPattern::ArrayPattern(pattern) => {
                self.uses(Use::Iterate);
                pattern.elements.iter().flatten().for_each(|it| self.pattern(it, is_written));
                pattern.rest.iter().for_each(|rest| self.pattern(&rest.argument, is_written));
            }
            BindingPattern::AssignmentPattern(pattern) => {
                self.pattern(&pattern.left, is_written);
                self.visit_expression(&pattern.right);
            }
        }
    }

    fn object_pattern(&mut self, it: &ObjectPattern<'_>, is_written: bool) {
        for property in &it.properties {
            match &property.key {
                PropertyKey::StaticIdentifier(name) => self.uses(Use::Read(name.name.as_str().into())),
                _ => self.is_unknown(),
            }
            self.pattern(&property.value, is_written);
        }
        if let Some(rest) = &it.rest {
            self.uses(Use::ReadAny);
            self.pattern(&rest.argument, is_written);
        }
    }

    fn parameters(&mut self, it: &FormalParameters<'_>) {
        for parameter in &it.items {
            self.pattern(&parameter.pattern, false);
            parameter.initializer.iter().for_each(|value| self.visit_expression(value));
        }
        it.rest.iter().for_each(|rest| self.pattern(&rest.rest.argument, false));
    }

    /// Writes to, and maybe reads, the target of an assignment.
    fn target(&mut self, it: &SimpleAssignmentTarget<'_>, is_read: bool) {
        match it {
            SimpleAssignmentTarget::AssignmentTargetIdentifier(identifier) => self.identifier(identifier, true),
            SimpleAssignmentTarget::StaticMemberExpression(member)
                if member.property.name == "onmessage"
                    && !is_read
                    && !matches!(member.object, Expression::Super(_)) =>
            {
                self.edits.wrap(member.object.span(), hidden(&format!("{PORT}(")), hidden(")"));
                self.member(&member.object);
            }
            SimpleAssignmentTarget::StaticMemberExpression(member) => {
                self.member(&member.object);
                self.write(member.property.name.as_str().into(), is_read);
            }
            SimpleAssignmentTarget::PrivateFieldExpression(member) => {
                self.member(&member.object);
                self.write(format!("#{}", member.field.name).into(), is_read);
            }
            SimpleAssignmentTarget::ComputedMemberExpression(member) => {
                self.member(&member.object);
                self.visit_expression(&member.expression);
                if let Some(name) = Self::property_name(&member.expression) {
                    self.write(name, is_read);
                } else {
                    self.uses(Use::Convert);
                    self.uses(Use::WriteAny);
                }
            }
            _ => self.is_unknown(),
        }
    }

    fn write(&mut self, name: Arc<str>, is_read: bool) {
        if is_read {
            self.uses(Use::Read(Arc::clone(&name)));
        }
        self.uses(Use::Write(name));
    }

    /// Visits the object of a property that is not a known one of a global.
    fn member(&mut self, it: &Expression<'_>) {
        if !matches!(it, Expression::Super(_)) {
            self.visit_expression(it);
        }
    }

    /// The arguments of a call. Returns whether they are primitive values.
    fn arguments(&mut self, arguments: &[Argument<'_>]) -> bool {
        for argument in arguments {
            match argument {
                Argument::SpreadElement(spread) => self.visit_spread_element(spread),
                _ => argument.as_expression().into_iter().for_each(|it| self.visit_expression(it)),
            }
        }
        arguments.iter().all(|argument| argument.as_expression().is_some_and(is_primitive))
    }

    fn function_body(&mut self, body: Span, directives: &[Directive<'_>], frame: &Frame) {
        match directives.last() {
            Some(last) => self.edits.insert(last.span.end, format!(";{}", frame.statements())),
            None => self.edits.insert(body.start + 1, frame.statements()),
        }
    }

    /// The call of a method, or of a function of a global.
    fn call_member(&mut self, object: &Expression<'_>, name: &str, arguments: &[Argument<'_>]) {
        if let Some(global) = self.global(object).map(str::to_owned) {
            let is_plain = self.arguments(arguments);
            self.use_global(&format!("{global}.{name}()"), is_plain);
        } else {
            self.member(object);
            let is_plain = self.arguments(arguments);
            self.uses(Use::Method { name: name.into(), is_plain });
        }
    }

    /// The call of a function that is not a property.
    fn call_function(&mut self, callee: &Expression<'_>, arguments: &[Argument<'_>], is_unused: bool) {
        if let Some(global) = self.global(callee).map(str::to_owned) {
            let is_plain = self.arguments(arguments);
            self.use_global(&format!("{global}()"), is_plain);
            if global == "setTimeout" && !is_unused {
                self.uses(Use::TimerNumber);
            }
            return;
        }
        let is_function = matches!(
            callee,
            Expression::Identifier(_) | Expression::ArrowFunctionExpression(_) | Expression::FunctionExpression(_)
        );
        if is_function {
            self.visit_expression(callee);
        } else {
            self.is_unknown();
            walk_js::walk_expression(self, callee);
        }
        self.arguments(arguments);
    }
}

/// Whether an expression always has a primitive value.
fn is_primitive(it: &Expression<'_>) -> bool {
    match it.without_parentheses() {
        Expression::Identifier(identifier) => identifier.name == "undefined",
        it => {
            it.is_literal() && !matches!(it, Expression::RegExpLiteral(_))
                || matches!(
                    it,
                    Expression::TemplateLiteral(_)
                        | Expression::BinaryExpression(_)
                        | Expression::UnaryExpression(_)
                        | Expression::UpdateExpression(_)
                )
        }
    }
}

/// Whether nobody can tell when an expression is evaluated, and whether another one is.
fn is_plain_field(it: &Expression<'_>) -> bool {
    match it.without_parentheses() {
        Expression::ArrayExpression(array) => array.elements.is_empty(),
        Expression::ObjectExpression(object) => object.properties.is_empty(),
        Expression::ArrowFunctionExpression(_) | Expression::FunctionExpression(_) => true,
        Expression::NewExpression(new) => new.arguments.is_empty(),
        it => it.is_literal() && !matches!(it, Expression::RegExpLiteral(_)),
    }
}

/// Finds where functions await something, and the variables that are declared with `var`.
struct FirstAwaits<'v, 's> {
    variables: &'v Variables<'s>,
    scopes: Vec<ScopeId>,
    found: FxHashMap<ScopeId, u32>,
    vars: FxHashSet<SymbolId>,
}

impl FirstAwaits<'_, '_> {
    fn awaits(&mut self, at: u32) {
        if let Some(function) = self.scopes.last().and_then(|&scope| self.variables.function_of(scope)) {
            self.found.entry(function).and_modify(|first| *first = at.min(*first)).or_insert(at);
        }
    }
}

impl<'a> VisitJs<'a> for FirstAwaits<'_, '_> {
    fn enter_scope(&mut self, _: ScopeFlags, scope: &Cell<Option<ScopeId>>) {
        self.scopes.extend(scope.get());
    }

    fn leave_scope(&mut self) {
        self.scopes.pop();
    }

    fn visit_variable_declaration(&mut self, it: &VariableDeclaration<'a>) {
        if it.kind == VariableDeclarationKind::Var {
            let names = it.declarations.iter().flat_map(|declarator| declarator.id.get_binding_identifiers());
            self.vars.extend(names.filter_map(|name| name.symbol_id.get()));
        }
        walk_js::walk_variable_declaration(self, it);
    }

    fn visit_await_expression(&mut self, it: &AwaitExpression<'a>) {
        self.awaits(it.span.start);
        walk_js::walk_await_expression(self, it);
    }

    fn visit_for_of_statement(&mut self, it: &ForOfStatement<'a>) {
        if it.r#await {
            self.awaits(it.span.start);
        }
        walk_js::walk_for_of_statement(self, it);
    }
}

impl<'a> VisitJs<'a> for Instrumentation<'_, '_> {
    fn visit_program(&mut self, it: &Program<'a>) {
        let mut awaits = FirstAwaits {
            variables: &self.variables,
            scopes: Vec::new(),
            found: FxHashMap::default(),
            vars: FxHashSet::default(),
        };
        awaits.visit_program(it);
        let FirstAwaits { found, vars, .. } = awaits;
        (self.first_awaits, self.variables.vars) = (found, vars);
        self.push(it.scope_id.get(), false);
        self.visit_statements(&it.body);
        if let Some(frame) = self.pop() {
            let start = it.directives.last().map(|last| last.span.end);
            let hashbang = it.hashbang.as_ref().map_or(it.span.start, |hashbang| hashbang.span.end);
            match (start, it.body.first()) {
                (Some(end), _) => self.edits.insert(end, format!(";{}", frame.statements())),
                (None, Some(first)) => self.edits.insert(first.span().start, frame.statements()),
                (None, None) if it.hashbang.is_none() => self.edits.insert(hashbang, frame.statements()),
                (None, None) => {}
            }
            self.done(frame);
        }
    }

    fn visit_statement(&mut self, it: &Statement<'a>) {
        match it {
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
            | Statement::ClassDeclaration(_) => {}
            _ => self.is_unknown(),
        }
        walk_js::walk_statement(self, it);
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
            _ => self.is_unknown(),
        }
        walk_js::walk_expression(self, it);
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
                match self.global(&it.right).map(str::to_owned) {
                    Some(global) => self.use_global(&format!("instanceof {global}"), true),
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
        if let Some(global) = self.global(&it.object).map(str::to_owned) {
            self.use_global(&format!("{global}.{name}"), true);
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
            None if matches!(it.expression, Expression::NumericLiteral(_)) => self.uses(Use::Iterate),
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
            Expression::Super(_) => {
                self.arguments(&it.arguments);
            }
            callee => self.call_function(callee.without_parentheses(), &it.arguments, is_unused),
        }
    }

    fn visit_new_expression(&mut self, it: &NewExpression<'a>) {
        let Some(global) = self.global(&it.callee).map(str::to_owned) else {
            self.visit_expression(&it.callee);
            self.arguments(&it.arguments);
            return;
        };
        if global == "Promise" {
            self.edits.wrap(it.span, hidden(&format!("{PROMISE}(")), hidden(")"));
            match it.arguments.first().and_then(Argument::as_expression) {
                Some(executor) => {
                    self.edits.wrap(executor.span(), hidden(&format!("{EXECUTOR}(")), hidden(")"));
                    if let Expression::ArrowFunctionExpression(arrow) = executor {
                        // The constructor does not use what the executor returns.
                        self.unused = arrow.body.as_expression().map(GetSpan::span);
                    }
                }
                None => self.is_unknown(),
            }
        }
        let is_plain = self.arguments(&it.arguments);
        self.use_global(&format!("new {global}"), is_plain);
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
        let has_simple_parameters = it.params.items.iter().all(|parameter| {
            parameter.initializer.is_none() && matches!(parameter.pattern, BindingPattern::BindingIdentifier(_))
        });
        self.push(it.scope_id.get(), has_simple_parameters);
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
        let has_simple_parameters = it.params.items.iter().all(|parameter| {
            parameter.initializer.is_none() && matches!(parameter.pattern, BindingPattern::BindingIdentifier(_))
        });
        let has_body = matches!(it.body, ArrowFunctionBody::FunctionBody(_));
        self.push(it.scope_id.get(), has_simple_parameters && has_body);
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
        if !it.decorators.is_empty() {
            self.is_unknown();
        }
        if let Some(parent) = it.heritage.as_ref().map(|heritage| &heritage.expression) {
            match (self.global(parent).map(str::to_owned), parent) {
                (Some(global), _) => self.use_global(&format!("extends {global}"), true),
                (None, Expression::Identifier(_)) => self.visit_expression(parent),
                _ => self.is_unknown(),
            }
        }
        for element in &it.body.body {
            match element {
                ClassElement::MethodDefinition(method) if !method.computed => {
                    self.visit_function(&method.value, ScopeFlags::Function);
                }
                // Its value is evaluated by the constructor.
                ClassElement::PropertyDefinition(field)
                    if !field.computed && field.value.as_ref().is_none_or(is_plain_field) =>
                {
                    field.value.iter().for_each(|value| self.visit_expression(value));
                }
                _ => {
                    self.is_unknown();
                    self.visit_class_element(element);
                }
            }
        }
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

//! Visits a program as the engine compiles it.

use oxc_ast::ast::{
    ArrayExpression, ArrayExpressionElement, ArrowFunctionBody, ArrowFunctionExpression, AssignmentExpression,
    AssignmentTarget, BinaryExpression, CallExpression, Class, ClassElement, ConditionalExpression, DoWhileStatement,
    Expression, ForInStatement, ForOfStatement, ForStatement, ForStatementLeft, Function, FunctionBody, IfStatement,
    LabeledStatement, LogicalExpression, MemberExpression, MethodDefinitionKind, NewExpression, ObjectProperty,
    SimpleAssignmentTarget, SwitchCase, TaggedTemplateExpression, TemplateLiteral, ThrowStatement, TryStatement,
    UpdateExpression, VariableDeclarator, WhileStatement, WithStatement, YieldExpression,
};
use oxc_ast_visit::{VisitJs, walk_js};
use oxc_span::GetSpan;
use oxc_syntax::operator::{AssignmentOperator, BinaryOperator, UnaryOperator};
use oxc_syntax::scope::ScopeFlags;

use super::collector::{Collector, Sought, UNNAMED};
use super::complaint::Complaint;
use super::guards::{is_guard, unguarded};
use super::members::{Iteration, Verb};
use super::names::{name_of, shown};
use super::parenthesis::parenthesis;
use super::patterns::Value;
use super::places::{
    call_place, engine_start, engine_start_of_simple_target, engine_start_of_target, is_name, key_start, member_place,
    place_of,
};
use super::risk::{Declaring, before_first};
use super::superclasses::checked_superclass;

impl Collector<'_> {
    fn super_call(&mut self, call: &CallExpression<'_>) {
        let start = call.span.start;
        self.arguments(&call.arguments, start);
        self.super_calls += 1;
        // The first one can fail only in a loop.
        if self.is_possible(Complaint::SuperTwice) && (self.super_calls > 1 || self.loops > 0) {
            self.add(start, "Super constructor may only be called once".to_owned());
        }
    }

    /// What an operator says about its operands.
    fn operation(&mut self, place: u32, operator: &str, operands: &[&Expression<'_>]) {
        let may_be_symbol = operands.iter().any(|operand| !operand.is_literal());
        let is_arithmetic = !matches!(operator, "==" | "===" | "!=" | "!==" | "in" | "instanceof");
        let message = match self.complaint() {
            Some(Complaint::NoNumber(kind)) if is_arithmetic && may_be_symbol => {
                format!("Cannot convert a {kind} value to a number")
            }
            Some(Complaint::NoNumber("BigInt")) if operator == "+x" => {
                "Cannot convert a BigInt value to a number".to_owned()
            }
            Some(Complaint::DivisionByZero) if matches!(operator, "/" | "%" | "/=" | "%=") => {
                "Division by zero".to_owned()
            }
            Some(Complaint::UnsignedShift) if matches!(operator, ">>>" | ">>>=") => {
                "BigInts have no unsigned right shift, use >> instead".to_owned()
            }
            Some(Complaint::Symbol) if matches!(operator, "+" | "+=") && may_be_symbol => {
                "Cannot convert a Symbol value to a string".to_owned()
            }
            Some(Complaint::BigInt) if is_arithmetic && !operator.contains('x') && !operator.contains(['<', '>']) => {
                "Cannot mix BigInt and other types, use explicit conversions".to_owned()
            }
            Some(Complaint::BigInt) if matches!(operator, "<<" | ">>" | "<<=" | ">>=") => {
                "Cannot mix BigInt and other types, use explicit conversions".to_owned()
            }
            Some(Complaint::NotPrimitive) if !matches!(operator, "===" | "!==" | "instanceof") && may_be_symbol => {
                "Cannot convert object to primitive value".to_owned()
            }
            _ => return,
        };
        self.add(place, message);
    }

    fn superclass(&mut self, parent: &Expression<'_>) {
        if let Some(value) = checked_superclass(parent) {
            self.visit_expression(value);
            let position = match parent {
                Expression::CallExpression(call) => Some(parenthesis(call, self.source)),
                _ => None,
            };
            if let Some(Sought { complaint: Complaint::Superclass(Some(message)), recorded, .. }) = self.sought
                && recorded == position
            {
                self.add(place_of(value, self.source), message.to_owned());
            }
            return;
        }
        self.visit_expression(parent);
        let place = place_of(parent, self.source);
        let shown = shown(parent, self.source.text()).unwrap_or_else(|| name_of(parent));
        match self.complaint() {
            Some(Complaint::Superclass(None)) => {
                self.add(place, format!("Class extends value {shown} is not a constructor or null"));
            }
            Some(Complaint::PrototypeOfSuperclass) => {
                self.add(place, "Class extends value does not have valid prototype property".to_owned());
            }
            _ => {}
        }
    }

    pub(super) fn constructor(&mut self, class: &Class<'_>, function: &Function<'_>, start: u32) {
        let name = class.id.as_ref().map_or_else(|| UNNAMED.to_owned(), |id| id.name.to_string());
        self.separately(name, |collector| {
            collector.parameters(&function.params);
            if let Some(body) = &function.body {
                collector.recording(start, |collector| collector.visit_function_body(body));
            }
        });
    }
}

impl<'a> VisitJs<'a> for Collector<'_> {
    fn visit_expression(&mut self, expression: &Expression<'a>) {
        match expression {
            Expression::StaticMemberExpression(_)
            | Expression::ComputedMemberExpression(_)
            | Expression::PrivateFieldExpression(_) => {
                let Some(member) = expression.as_member_expression() else { return };
                let position = key_start(member, self.source);
                let place = member_place(member, self.source);
                self.recording(position, |collector| {
                    collector.operand(member);
                    collector.member(member, place, Verb::Read);
                });
            }
            Expression::ChainExpression(chain) => self.chain_element(&chain.expression),
            Expression::Identifier(reference) => self.reference(reference),
            _ => walk_js::walk_expression(self, expression),
        }
    }

    fn visit_call_expression(&mut self, call: &CallExpression<'a>) {
        if call.callee.is_super() {
            return self.super_call(call);
        }
        self.callee(&call.callee);
        self.recording(parenthesis(call, self.source), |collector| {
            let place = call_place(call, collector.source);
            collector.arguments(&call.arguments, place);
            collector.not_callable(place, || name_of(&call.callee));
        });
    }

    fn visit_new_expression(&mut self, new: &NewExpression<'a>) {
        match &new.callee {
            Expression::Identifier(name) => self.reference_at(name, new.span.start),
            callee => self.visit_expression(callee),
        }
        let start = new.span.start;
        self.recording(start, |collector| {
            collector.arguments(&new.arguments, start);
            if collector.is_possible(Complaint::NotConstructor) {
                collector.add(start, format!("{} is not a constructor", name_of(&new.callee)));
            }
        });
    }

    fn visit_tagged_template_expression(&mut self, tagged: &TaggedTemplateExpression<'a>) {
        self.callee(&tagged.tag);
        tagged.quasi.expressions.iter().for_each(|expression| self.visit_expression(expression));
        self.not_callable(tagged.quasi.span.start, || name_of(&tagged.tag));
    }

    fn visit_template_literal(&mut self, template: &TemplateLiteral<'a>) {
        for expression in &template.expressions {
            self.visit_expression(expression);
        }
        for expression in &template.expressions {
            let message = match self.complaint() {
                Some(Complaint::Symbol) => "Cannot convert a Symbol value to a string",
                Some(Complaint::NotPrimitive) => "Cannot convert object to primitive value",
                _ => continue,
            };
            if !expression.is_literal() {
                self.add(place_of(expression, self.source), message.to_owned());
            }
        }
    }

    fn visit_assignment_expression(&mut self, assignment: &AssignmentExpression<'a>) {
        let start = engine_start_of_target(&assignment.left, self.source);
        let operator = self.operator(assignment.left.span().end);
        self.recording(start, |collector| {
            let value = Value::Assigned(&assignment.right, operator);
            match &assignment.left {
                AssignmentTarget::AssignmentTargetIdentifier(name) => {
                    if assignment.operator != AssignmentOperator::Assign {
                        collector.reference(name);
                    }
                    collector.named(Some(name.name.to_string()), |collector| {
                        collector.visit_expression(&assignment.right);
                    });
                    if assignment.operator.is_arithmetic() || assignment.operator.is_bitwise() {
                        collector.operation(operator, assignment.operator.as_str(), &[&assignment.right]);
                    }
                    collector.write(name.name.as_str(), operator);
                }
                target => {
                    if let Some(member) = target.as_member_expression() {
                        collector.assigned_member(member, assignment, operator);
                    } else {
                        collector.visit_expression(&assignment.right);
                        collector.target(target, &value);
                    }
                }
            }
        });
    }

    fn visit_update_expression(&mut self, update: &UpdateExpression<'a>) {
        let start = if update.prefix {
            update.span.start
        } else {
            engine_start_of_simple_target(&update.argument, self.source)
        };
        self.recording(start, |collector| match &update.argument {
            SimpleAssignmentTarget::AssignmentTargetIdentifier(name) => {
                let place = if update.prefix { update.span.start } else { collector.operator(name.span.end) };
                collector.reference(name);
                collector.write(name.name.as_str(), place);
            }
            target => {
                if let Some(member) = target.as_member_expression() {
                    collector.updated(member, update.span.start);
                }
            }
        });
    }

    fn visit_unary_expression(&mut self, unary: &oxc_ast::ast::UnaryExpression<'a>) {
        match (unary.operator, unary.argument.without_parentheses()) {
            (UnaryOperator::Delete, argument) => self.recording(unary.span.start, |collector| {
                let Some(member) = argument.as_member_expression() else {
                    return collector.visit_expression(argument);
                };
                collector.operand(member);
                let (object, _) = unguarded(member.object(), collector.source);
                let place = match (member, object.as_member_expression()) {
                    (MemberExpression::ComputedMemberExpression(member), _) if !is_name(&member.expression) => {
                        member.expression.span().start
                    }
                    (_, Some(object)) => member_place(object, collector.source),
                    (_, None) => unary.span.start,
                };
                collector.member(member, place, Verb::Delete);
            }),
            (UnaryOperator::Typeof, Expression::Identifier(name)) => {
                if self.knowledge.symbol(name).is_some() {
                    self.reference_at(name, unary.span.start);
                }
            }
            (operator, _) => {
                self.visit_expression(&unary.argument);
                if matches!(
                    operator,
                    UnaryOperator::UnaryPlus | UnaryOperator::UnaryNegation | UnaryOperator::BitwiseNot
                ) {
                    let operator = if operator == UnaryOperator::UnaryPlus { "+x" } else { "-x" };
                    self.operation(unary.span.start, operator, &[&unary.argument]);
                }
            }
        }
    }

    fn visit_binary_expression(&mut self, binary: &BinaryExpression<'a>) {
        self.visit_expression(&binary.left);
        self.visit_expression(&binary.right);
        let Some(complaint) = self.complaint() else { return };
        let place = self.operator(binary.left.span().end);
        let message = match (binary.operator, complaint) {
            (BinaryOperator::In, Complaint::In(kind)) => {
                let value = |operand| shown(operand, self.source.text()).unwrap_or_else(|| name_of(operand));
                let key = value(&binary.left);
                let right = if matches!(kind, "undefined" | "null") { kind.to_owned() } else { value(&binary.right) };
                format!("Cannot use 'in' operator to search for '{key}' in {right}")
            }
            (BinaryOperator::Instanceof, Complaint::InstanceofNotCallable) => {
                "Right-hand side of 'instanceof' is not callable".to_owned()
            }
            (BinaryOperator::Instanceof, Complaint::InstanceofNotObject) => {
                "Right-hand side of 'instanceof' is not an object".to_owned()
            }
            (BinaryOperator::Instanceof, Complaint::InstanceofPrototype) => {
                "Function has non-object prototype 'undefined' in instanceof check".to_owned()
            }
            _ => return self.operation(place, binary.operator.as_str(), &[&binary.left, &binary.right]),
        };
        self.add(place, message);
    }

    fn visit_array_expression(&mut self, array: &ArrayExpression<'a>) {
        for element in &array.elements {
            match element {
                ArrayExpressionElement::SpreadElement(spread) => {
                    self.visit_expression(&spread.argument);
                    let place = place_of(&spread.argument, self.source);
                    self.iterated(&spread.argument, Iteration::Sync, place);
                }
                element => {
                    if let Some(element) = element.as_expression() {
                        self.visit_expression(element);
                    }
                }
            }
        }
    }

    fn visit_yield_expression(&mut self, expression: &YieldExpression<'a>) {
        let Some(argument) = &expression.argument else { return };
        self.visit_expression(argument);
        if expression.delegate {
            self.iterated(argument, Iteration::Delegated, expression.span.start);
        }
    }

    fn visit_throw_statement(&mut self, statement: &ThrowStatement<'a>) {
        let start = engine_start(&statement.argument, self.source);
        self.recording(start, |collector| collector.visit_expression(&statement.argument));
    }

    fn visit_for_of_statement(&mut self, statement: &ForOfStatement<'a>) {
        let (visited, _) = unguarded(&statement.right, self.source);
        match &statement.left {
            ForStatementLeft::VariableDeclaration(declaration) => {
                let patterns: Vec<_> = declaration.declarations.iter().map(|declarator| &declarator.id).collect();
                match patterns.as_slice() {
                    [pattern] => self.before_declared(pattern, |collector| collector.visit_expression(visited)),
                    _ => self.visit_expression(visited),
                }
            }
            _ => self.visit_expression(visited),
        }
        let place = place_of(&statement.right, self.source);
        let iteration = if statement.r#await { Iteration::Async } else { Iteration::Sync };
        self.iterated(&statement.right, iteration, place);
        self.looping(|collector| collector.for_of_body(statement));
    }

    fn visit_if_statement(&mut self, statement: &IfStatement<'a>) {
        self.visit_expression(&statement.test);
        self.perhaps(|collector| collector.visit_statement(&statement.consequent));
        if let Some(alternate) = &statement.alternate {
            self.perhaps(|collector| collector.visit_statement(alternate));
        }
    }

    fn visit_conditional_expression(&mut self, conditional: &ConditionalExpression<'a>) {
        self.visit_expression(&conditional.test);
        self.perhaps(|collector| collector.visit_expression(&conditional.consequent));
        self.perhaps(|collector| collector.visit_expression(&conditional.alternate));
    }

    fn visit_logical_expression(&mut self, logical: &LogicalExpression<'a>) {
        self.visit_expression(&logical.left);
        if !is_guard(logical) {
            self.perhaps(|collector| collector.visit_expression(&logical.right));
        }
    }

    fn visit_switch_case(&mut self, case: &SwitchCase<'a>) {
        self.perhaps(|collector| walk_js::walk_switch_case(collector, case));
    }

    fn visit_labeled_statement(&mut self, statement: &LabeledStatement<'a>) {
        self.perhaps(|collector| collector.visit_statement(&statement.body));
    }

    fn visit_try_statement(&mut self, statement: &TryStatement<'a>) {
        self.perhaps(|collector| collector.visit_block_statement(&statement.block));
        if let Some(handler) = &statement.handler {
            self.perhaps(|collector| {
                if let Some(parameter) = &handler.param {
                    collector.binding(&parameter.pattern, &Value::Caught);
                }
                collector.visit_block_statement(&handler.body);
            });
        }
        if let Some(finalizer) = &statement.finalizer {
            self.perhaps(|collector| collector.visit_block_statement(finalizer));
        }
    }

    fn visit_for_statement(&mut self, statement: &ForStatement<'a>) {
        if let Some(init) = &statement.init {
            self.visit_for_statement_init(init);
        }
        self.looping(|collector| {
            if let Some(update) = &statement.update {
                collector.visit_expression(update);
            }
            if let Some(test) = &statement.test {
                collector.visit_expression(test);
            }
            collector.visit_statement(&statement.body);
        });
    }

    fn visit_for_in_statement(&mut self, statement: &ForInStatement<'a>) {
        self.visit_expression(&statement.right);
        self.looping(|collector| {
            if let Some(target) = statement.left.as_assignment_target() {
                collector.target(target, &Value::Next { is_declared: false });
            }
            collector.visit_statement(&statement.body);
        });
    }

    fn visit_while_statement(&mut self, statement: &WhileStatement<'a>) {
        self.looping(|collector| walk_js::walk_while_statement(collector, statement));
    }

    fn visit_do_while_statement(&mut self, statement: &DoWhileStatement<'a>) {
        self.looping(|collector| walk_js::walk_do_while_statement(collector, statement));
    }

    fn visit_variable_declarator(&mut self, declarator: &VariableDeclarator<'a>) {
        let Some(value) = &declarator.init else { return };
        let name = declarator.id.get_binding_identifier().map(|name| name.name.to_string());
        let (visited, _) = unguarded(value, self.source);
        self.before_declared(&declarator.id, |collector| {
            collector.named(name, |collector| collector.visit_expression(visited));
            collector.binding(&declarator.id, &Value::Of(value));
        });
    }

    fn visit_object_property(&mut self, property: &ObjectProperty<'a>) {
        if property.computed {
            self.visit_property_key(&property.key);
        }
        let name = property.key.static_name().map(std::borrow::Cow::into_owned);
        self.named(name, |collector| collector.visit_expression(&property.value));
    }

    fn visit_function(&mut self, function: &Function<'a>, _: ScopeFlags) {
        let given = self.next_name.take();
        let name = function.id.as_ref().map(|id| id.name.to_string()).or(given);
        // A declared function may be called before what comes before it in the text.
        let certain = function.is_declaration().then(|| std::mem::take(&mut self.certain));
        self.separately(name.unwrap_or_else(|| UNNAMED.to_owned()), |collector| {
            collector.is_this_certain = false;
            collector.parameters(&function.params);
            if let Some(body) = &function.body {
                collector.recording(body.span.start, |collector| collector.visit_function_body(body));
            }
        });
        if let Some(certain) = certain {
            self.certain = certain;
        }
    }

    fn visit_with_statement(&mut self, statement: &WithStatement<'a>) {
        self.visit_expression(&statement.object);
        let outer = std::mem::replace(&mut self.is_in_with, true);
        self.visit_statement(&statement.body);
        self.is_in_with = outer;
    }

    fn visit_function_body(&mut self, body: &FunctionBody<'a>) {
        self.declaring_variables(before_first(&body.statements), |collector| {
            walk_js::walk_function_body(collector, body);
        });
    }

    fn visit_arrow_function_expression(&mut self, arrow: &ArrowFunctionExpression<'a>) {
        let name = self.next_name.take().unwrap_or_else(|| UNNAMED.to_owned());
        self.separately(name, |collector| {
            collector.parameters(&arrow.params);
            match &arrow.body {
                ArrowFunctionBody::FunctionBody(body) => {
                    collector.recording(body.span.start, |collector| collector.visit_function_body(body));
                }
                body => {
                    if let Some(value) = body.as_expression() {
                        let start = engine_start(value, collector.source);
                        collector.declaring_variables(Some(Declaring::Around(value.span())), |collector| {
                            collector.recording(start, |collector| collector.visit_expression(value));
                        });
                    }
                }
            }
        });
    }

    fn visit_class(&mut self, class: &Class<'a>) {
        let name = class.id.as_ref().map(|id| id.name.to_string()).or(self.next_name.take());
        let own = name.clone().unwrap_or_else(|| UNNAMED.to_owned());
        let outer = std::mem::replace(&mut self.class, name.unwrap_or_else(|| "anonymous".to_owned()));
        if let Some(heritage) = &class.heritage {
            self.superclass(&heritage.expression);
        }
        for element in &class.body.body {
            match element {
                ClassElement::MethodDefinition(method) => {
                    if method.computed {
                        self.visit_property_key(&method.key);
                    }
                    if method.kind == MethodDefinitionKind::Constructor {
                        self.constructor(class, &method.value, method.span.start);
                    } else {
                        // The engine has no names for methods of classes.
                        self.named(None, |collector| collector.visit_function(&method.value, ScopeFlags::empty()));
                    }
                }
                ClassElement::PropertyDefinition(field) => {
                    if field.computed {
                        self.visit_property_key(&field.key);
                    }
                    if let Some(value) = &field.value {
                        // The engine calls the functions of these fields as the class.
                        let is_of_class = field.r#static || field.key.is_private_identifier();
                        let name = if is_of_class { own.clone() } else { UNNAMED.to_owned() };
                        self.separately(name, |collector| collector.visit_expression(value));
                    }
                }
                ClassElement::StaticBlock(block) => {
                    let start = self.source.skip_trivia(block.span.start + 6);
                    self.separately(UNNAMED.to_owned(), |collector| {
                        collector.declaring_variables(before_first(&block.body), |collector| {
                            collector.recording(start, |collector| {
                                block.body.iter().for_each(|statement| collector.visit_statement(statement));
                            });
                        });
                    });
                }
                ClassElement::AccessorProperty(_) | ClassElement::TSIndexSignature(_) => {}
            }
        }
        self.class = outer;
    }
}

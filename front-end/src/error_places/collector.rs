//! Finds the expressions that can be the fault of which the engine reports an error.
//!
//! Follows how the engine compiles a program, because a failure has the position that the innermost expression with a
//! position records: an assignment, an update, a `delete`, the read of a property but not that of a method, the
//! arguments of a call, a `throw`, and the body of a function. At the top level, the last of them stays recorded.

use oxc_ast::ast::{
    Argument, ArrayExpression, ArrayExpressionElement, ArrowFunctionBody, ArrowFunctionExpression,
    AssignmentExpression, AssignmentTarget, AssignmentTargetMaybeDefault, AssignmentTargetProperty, BinaryExpression,
    BindingPattern, CallExpression, ChainElement, Class, ClassElement, ConditionalExpression, DoWhileStatement,
    Expression, ForInStatement, ForOfStatement, ForStatement, ForStatementLeft, FormalParameters, Function,
    IdentifierReference, IfStatement, LabeledStatement, LogicalExpression, MemberExpression, MethodDefinitionKind,
    NewExpression, ObjectProperty, Program, SimpleAssignmentTarget, SwitchCase, TaggedTemplateExpression,
    TemplateLiteral, ThrowStatement, TryStatement, UpdateExpression, VariableDeclarator, WhileStatement,
    YieldExpression,
};
use oxc_ast_visit::{VisitJs, walk_js};
use oxc_semantic::{Scoping, SymbolId};
use oxc_span::GetSpan;
use oxc_syntax::operator::{AssignmentOperator, BinaryOperator, UnaryOperator};
use oxc_syntax::scope::ScopeFlags;

use super::complaint::Complaint;
use super::guards::{Guard, Role, is_guard, unguarded};
use super::names::{key_of, name_of};
use super::nullish::{Knowledge, Nullish};
use super::places::{
    call_place, engine_start, engine_start_of_simple_target, engine_start_of_target, key_start, member_place,
    parenthesis, place_of,
};
use super::risk::{Region, Risk};
use crate::token_search::Source;

/// The engine's name of top-level code, and of functions without a name.
const UNNAMED: &str = "<main>";

pub(super) struct Collector<'s> {
    source: Source<'s>,
    knowledge: Knowledge<'s>,
    /// What the engine reports. `None` if all risks are collected.
    sought: Option<Sought<'s>>,
    /// The position that is recorded here.
    recorded: Option<u32>,
    /// Whether an expression around this one has recorded it.
    is_within: bool,
    function: String,
    /// The name that the next function gets, if it has none.
    next_name: Option<String>,
    class: String,
    faults: Vec<(u32, String)>,
    /// Whether the error is certainly one of these faults.
    is_closed: bool,
    risks: Vec<Risk>,
    /// The number of the function, and of all.
    unit: usize,
    units: usize,
    loops: u32,
    /// In how many parts of the function that may be left out, or left early.
    conditions: u32,
    /// Variables that are not `undefined` or `null` here, because a property was read before.
    certain: Vec<SymbolId>,
    is_this_certain: bool,
}

/// What the engine reports of an error.
#[derive(Clone, Copy)]
pub(super) struct Sought<'s> {
    pub(super) complaint: Complaint<'s>,
    pub(super) recorded: Option<u32>,
    pub(super) function: &'s str,
    pub(super) is_in_module: bool,
}

impl<'s> Collector<'s> {
    fn new(program: &Program<'_>, scoping: &'s Scoping, source: Source<'s>, sought: Option<Sought<'s>>) -> Self {
        Self {
            source,
            knowledge: Knowledge::of(program, scoping),
            sought,
            recorded: None,
            // In a CommonJS module, the body of a function is around the text.
            is_within: sought.map_or(!program.source_type.is_module(), |sought| sought.is_in_module),
            function: UNNAMED.to_owned(),
            next_name: None,
            class: String::new(),
            faults: Vec::new(),
            is_closed: false,
            risks: Vec::new(),
            unit: 0,
            units: 0,
            loops: 0,
            conditions: 0,
            certain: Vec::new(),
            is_this_certain: false,
        }
    }

    /// Returns the places and messages of all possible faults.
    pub(super) fn faults(
        program: &Program<'_>,
        scoping: &'s Scoping,
        source: Source<'s>,
        sought: Sought<'s>,
    ) -> Vec<(u32, String)> {
        let mut collector = Self::new(program, scoping, source, Some(sought));
        collector.visit_program(program);
        collector.faults
    }

    /// Returns all expressions that fail if a value is `undefined` or `null`.
    pub(super) fn risks(program: &Program<'_>, scoping: &'s Scoping, source: Source<'s>) -> Vec<Risk> {
        let mut collector = Self::new(program, scoping, source, None);
        collector.visit_program(program);
        collector.risks
    }

    /// Visits an expression that records a position.
    fn recording(&mut self, position: u32, visit: impl FnOnce(&mut Self)) {
        let outer = (self.recorded.replace(position), std::mem::replace(&mut self.is_within, true));
        visit(self);
        self.is_within = outer.1;
        // The position stays recorded until the next one, unless there is one around it.
        self.recorded = if self.is_within { outer.0 } else { Some(position) };
    }

    /// Visits what is compiled as code of its own.
    fn separately(&mut self, name: String, visit: impl FnOnce(&mut Self)) {
        let recorded = self.recorded.take();
        let is_within = std::mem::replace(&mut self.is_within, false);
        let function = std::mem::replace(&mut self.function, name);
        self.units += 1;
        let unit = std::mem::replace(&mut self.unit, self.units);
        let (loops, conditions) = (std::mem::take(&mut self.loops), std::mem::take(&mut self.conditions));
        let (certain, is_this_certain) = (self.certain.len(), self.is_this_certain);
        visit(self);
        self.certain.truncate(certain);
        self.is_this_certain = is_this_certain;
        (self.recorded, self.is_within, self.function) = (recorded, is_within, function);
        (self.unit, self.loops, self.conditions) = (unit, loops, conditions);
    }

    /// Visits what may be left out, or left early. What is known afterwards does not depend on it.
    fn perhaps(&mut self, visit: impl FnOnce(&mut Self)) {
        let (certain, is_this_certain) = (self.certain.len(), self.is_this_certain);
        self.conditions += 1;
        visit(self);
        self.conditions -= 1;
        self.certain.truncate(certain);
        self.is_this_certain = is_this_certain;
    }

    fn looping(&mut self, visit: impl FnOnce(&mut Self)) {
        self.loops += 1;
        self.perhaps(visit);
        self.loops -= 1;
    }

    /// Whether something that fails here could be what the engine reports.
    fn is_here(&self) -> bool {
        self.sought.is_some_and(|sought| {
            self.recorded == sought.recorded && (self.recorded.is_some() || self.is_function(sought))
        })
    }

    /// Whether code without a recorded position is in the function that the engine reports.
    fn is_function(&self, sought: Sought<'_>) -> bool {
        if sought.is_in_module { self.unit == 0 } else { self.function == sought.function }
    }

    fn complaint(&self) -> Option<Complaint<'s>> {
        self.sought.filter(|_| self.is_here()).map(|sought| sought.complaint)
    }

    fn is_possible(&self, complaint: Complaint<'_>) -> bool {
        self.complaint() == Some(complaint)
    }

    fn add(&mut self, place: u32, message: String) {
        if !self.is_closed {
            self.faults.push((place, message));
        }
    }

    /// Notes an expression that fails if its value is `undefined` or `null`. Without a guard, it cannot be guarded.
    fn risk(&mut self, is_pattern: bool, guard: Option<Guard>) {
        if self.sought.is_none() {
            let region = Region { unit: self.unit, recorded: self.recorded, is_pattern };
            self.risks.push(Risk { region, guard, loops: self.loops });
        }
    }

    fn value_of(&self, expression: &Expression<'_>) -> Nullish {
        let is_certain = match expression.without_parentheses() {
            Expression::Identifier(name) => {
                self.knowledge.symbol(name).is_some_and(|name| self.certain.contains(&name))
            }
            Expression::ThisExpression(_) => self.is_this_certain,
            _ => false,
        };
        if is_certain { Nullish::Never } else { self.knowledge.value_of(expression) }
    }

    /// A value is not `undefined` or `null` from here on.
    fn passed(&mut self, expression: &Expression<'_>) {
        match expression.without_parentheses() {
            Expression::Identifier(name) => {
                let symbol = self.knowledge.symbol(name);
                let fixed = symbol.filter(|&symbol| !self.knowledge.scoping().symbol_is_mutated(symbol));
                self.certain.extend(fixed);
            }
            Expression::ThisExpression(_) => self.is_this_certain = true,
            _ => {}
        }
    }

    /// What a guard says of the value, if it is the one that throws.
    fn guarded(&self, guard: Option<u32>) -> Option<&'s str> {
        let sought = self.sought.filter(|sought| guard.is_some() && sought.recorded == guard)?;
        match sought.complaint {
            Complaint::Guarded(value) => Some(value),
            _ => None,
        }
    }

    /// A use of a property.
    fn member(&mut self, member: &MemberExpression<'_>, place: u32, verb: Verb) {
        let MemberExpression::PrivateFieldExpression(private) = member else {
            return self.public_member(member, place, verb, None);
        };
        if self.is_possible(Complaint::Private) {
            let (verb, to) = if verb == Verb::Set { ("write", "to") } else { ("read", "from") };
            let name = &private.field.name;
            let message = format!("Cannot {verb} private member #{name} {to} an object whose class did not declare it");
            self.add(place, message);
        }
    }

    fn public_member(&mut self, member: &MemberExpression<'_>, place: u32, verb: Verb, guard: Option<Guard>) {
        let (object, own_guard) = unguarded(member.object(), self.source);
        let words = match self.guarded(own_guard) {
            Some(words) => Some(words),
            None if own_guard.is_some() => None,
            None => {
                let value = self.value_of(object);
                if value != Nullish::Never {
                    self.risk(false, guard);
                }
                Some(value.words()).filter(|_| value != Nullish::Never && self.is_possible(Complaint::Nullish))
            }
        };
        if let Some(words) = words {
            let key = key_of(member);
            let message = match verb {
                Verb::Read => format!("Cannot read properties of {words} (reading '{key}')"),
                Verb::Set => format!("Cannot set properties of {words} (setting '{key}')"),
                Verb::Delete => "Cannot convert undefined or null to object".to_owned(),
            };
            self.add(place, message);
        }
        self.passed(object);
    }

    /// The read of the property of a method, which records nothing.
    fn method(&mut self, member: &MemberExpression<'_>) {
        let (object, _) = unguarded(member.object(), self.source);
        self.visit_expression(object);
        if let MemberExpression::ComputedMemberExpression(computed) = member {
            self.visit_expression(&computed.expression);
        }
        if let MemberExpression::PrivateFieldExpression(private) = member {
            if self.is_possible(Complaint::Private) {
                let message = format!("Receiver must be an instance of class {}", self.class);
                self.add(private.field.span.start, message);
            }
            return;
        }
        let can_be_guarded = !has_optional(object) && !matches!(object, Expression::ThisExpression(_));
        let guard = can_be_guarded.then(|| Guard::of(object, Role::Object));
        let place = member_place(member, self.source);
        self.public_member(member, place, Verb::Read, guard);
    }

    fn callee(&mut self, callee: &Expression<'_>) {
        match callee.without_parentheses() {
            Expression::ChainExpression(chain) => self.chain_element(&chain.expression),
            callee => match callee.as_member_expression() {
                Some(member) => self.method(member),
                None => self.visit_expression(callee),
            },
        }
    }

    fn not_callable(&mut self, place: u32, name: impl FnOnce() -> String) {
        if self.is_possible(Complaint::NotCallable) {
            self.add(place, format!("{} is not a function", name()));
        } else if self.is_possible(Complaint::ClassWithoutNew) {
            self.add(place, format!("Class constructor {} cannot be invoked without 'new'", name()));
        }
    }

    fn arguments(&mut self, arguments: &[Argument<'_>], call_place: u32) {
        for argument in arguments {
            match argument {
                Argument::SpreadElement(spread) => {
                    self.visit_expression(&spread.argument);
                    if self.is_possible(Complaint::Nullish) && self.value_of(&spread.argument) != Nullish::Never {
                        self.add(call_place, format!("{} is not iterable", name_of(&spread.argument)));
                    } else if self.is_possible(Complaint::NotIterable) {
                        let message = "Spread syntax requires ...iterable[Symbol.iterator] to be a function";
                        self.add(call_place, message.to_owned());
                    }
                }
                argument => {
                    if let Some(argument) = argument.as_expression() {
                        self.visit_expression(argument);
                    }
                }
            }
        }
    }

    /// An optional chain. A call in it records nothing.
    fn chain_element(&mut self, element: &ChainElement<'_>) {
        self.perhaps(|collector| collector.chained(element));
    }

    fn chained(&mut self, element: &ChainElement<'_>) {
        match element {
            ChainElement::CallExpression(call) => self.chained_call(call),
            element => {
                if let Some(member) = element.as_member_expression() {
                    self.chained_member(member);
                }
            }
        }
    }

    fn chained_call(&mut self, call: &CallExpression<'_>) {
        self.link(&call.callee, call.optional);
        let place = call_place(call, self.source);
        self.arguments(&call.arguments, place);
        self.not_callable(place, || name_of(&call.callee));
    }

    fn chained_member(&mut self, member: &MemberExpression<'_>) {
        self.link(member.object(), member.optional());
        if let MemberExpression::ComputedMemberExpression(computed) = member {
            self.visit_expression(&computed.expression);
        }
        if !member.optional() {
            let place = member_place(member, self.source);
            self.member(member, place, Verb::Read);
        }
    }

    /// What comes before a link of an optional chain.
    fn link(&mut self, object: &Expression<'_>, is_optional: bool) {
        match object {
            Expression::CallExpression(call) if !is_optional || has_optional(object) => self.chained_call(call),
            object => match object.as_member_expression() {
                Some(member) if !is_optional || has_optional(object) => self.chained_member(member),
                Some(member) => self.method(member),
                None => self.visit_expression(object),
            },
        }
    }

    /// A value whose iterator is needed.
    fn iterated(&mut self, value: &Expression<'_>, place: u32) {
        let (value, own_guard) = unguarded(value, self.source);
        let is_nullish = own_guard.is_none() && self.value_of(value) != Nullish::Never;
        if is_nullish {
            self.risk(false, Some(Guard::of(value, Role::Value)));
        }
        if (is_nullish && self.is_possible(Complaint::Nullish))
            || self.is_possible(Complaint::NotIterable)
            || self.guarded(own_guard).is_some()
        {
            self.add(place, format!("{} is not iterable", name_of(value)));
        }
        self.passed(value);
    }

    fn reference(&mut self, reference: &IdentifierReference<'_>) {
        self.reference_at(reference, reference.span.start);
    }

    /// A use of a variable whose errors V8 reports at a place.
    fn reference_at(&mut self, reference: &IdentifierReference<'_>, place: u32) {
        let symbol = self.knowledge.symbol(reference);
        match self.complaint() {
            Some(Complaint::NotDefined(name)) if reference.name == name => {
                let message = match symbol {
                    Some(_) => format!("Cannot access '{name}' before initialization"),
                    None => format!("{name} is not defined"),
                };
                self.add(place, message);
                // If it did not throw, no later one would.
                self.is_closed |= self.conditions == 0;
            }
            Some(Complaint::Uninitialized) => {
                let scoping = self.knowledge.scoping();
                let lexical = symbol.filter(|&symbol| {
                    let flags = scoping.symbol_flags(symbol);
                    flags.is_block_scoped() || flags.is_class() || flags.is_import()
                });
                // In the function of the declaration, only what comes before it can fail.
                let is_early = |symbol| reference.span.start < scoping.symbol_span(symbol).end;
                if lexical.is_some_and(is_early) {
                    let message = format!("Cannot access '{}' before initialization", reference.name);
                    self.add(place, message);
                }
            }
            _ => {}
        }
    }

    /// A write to a variable. `place` is that of the operator.
    fn write(&mut self, name: &str, place: u32) {
        if self.is_possible(Complaint::Immutable(name)) {
            self.add(place, "Assignment to constant variable.".to_owned());
        } else if self.is_possible(Complaint::AssignmentToUndeclared(name)) {
            self.add(place, format!("{name} is not defined"));
        }
    }

    /// A pattern, which takes a value apart. Returns what the value is, if that is the error.
    fn taken_apart(&mut self, value: &Value<'_, '_>) -> Option<&'s str> {
        let (expression, own_guard) = match value.expression() {
            Some(value) => {
                let (expression, own_guard) = unguarded(value, self.source);
                (Some(expression), own_guard)
            }
            None => (None, None),
        };
        if own_guard.is_some() {
            return self.guarded(own_guard);
        }
        if expression.is_some_and(|value| self.value_of(value) == Nullish::Never) {
            return None;
        }
        let guard = match value {
            Value::Of(value) => Some(Guard::of(value, Role::Value)),
            _ => None,
        };
        self.risk(true, guard);
        match self.complaint() {
            Some(Complaint::Destructured(what)) => Some(what),
            _ => None,
        }
    }

    /// An object pattern. `first` is its first property, with the place.
    fn object_pattern(&mut self, start: u32, first: Option<(u32, String)>, value: &Value<'_, '_>) {
        if let Some(what) = self.taken_apart(value) {
            match first {
                Some((place, key)) if matches!(value, Value::Property) => {
                    self.add(place, format!("Cannot read properties of {what} (reading '{key}')"));
                }
                Some((place, key)) => {
                    let name = value.name(what);
                    self.add(place, format!("Cannot destructure property '{key}' of '{name}' as it is {what}."));
                }
                None => self.add(start, format!("Cannot destructure '{}' as it is {what}.", value.name(what))),
            }
        }
        if let Some(value) = value.expression() {
            self.passed(value);
        }
    }

    fn array_pattern(&mut self, start: u32, value: &Value<'_, '_>) {
        let nullish = self.taken_apart(value);
        let unnamed = nullish.or_else(|| self.is_possible(Complaint::NotIterable).then_some("value"));
        if let Some(unnamed) = unnamed {
            let (place, name) = match value {
                Value::Of(value) => (place_of(value, self.source), name_of(value)),
                Value::Assigned(value, operator) => (*operator, name_of(value)),
                _ => (start, unnamed.to_owned()),
            };
            self.add(place, format!("{name} is not iterable"));
        }
    }

    fn binding(&mut self, pattern: &BindingPattern<'_>, value: &Value<'_, '_>) {
        match pattern {
            BindingPattern::BindingIdentifier(_) => {}
            BindingPattern::ObjectPattern(object) => {
                let first = object.properties.first().map(|property| &property.key);
                let first = first.map(|key| (key.span().start, key.static_name().unwrap_or_default().into_owned()));
                self.object_pattern(object.span.start, first, value);
                for property in &object.properties {
                    if property.computed {
                        self.visit_property_key(&property.key);
                    }
                    self.binding(&property.value, &Value::Property);
                }
                if let Some(rest) = &object.rest {
                    self.binding(&rest.argument, &Value::Property);
                }
            }
            BindingPattern::ArrayPattern(array) => {
                self.array_pattern(array.span.start, value);
                array.elements.iter().flatten().for_each(|element| self.binding(element, &Value::Property));
                if let Some(rest) = &array.rest {
                    self.binding(&rest.argument, &Value::Property);
                }
            }
            BindingPattern::AssignmentPattern(default) => {
                self.perhaps(|collector| collector.visit_expression(&default.right));
                self.binding(&default.left, value);
            }
        }
    }

    fn target(&mut self, target: &AssignmentTarget<'_>, value: &Value<'_, '_>) {
        match target {
            AssignmentTarget::AssignmentTargetIdentifier(name) => {
                self.write(name.name.as_str(), name.span.start);
            }
            AssignmentTarget::ObjectAssignmentTarget(object) => {
                let first = object.properties.first().map(|property| {
                    let key = match property {
                        AssignmentTargetProperty::AssignmentTargetPropertyIdentifier(name) => {
                            name.binding.name.to_string()
                        }
                        AssignmentTargetProperty::AssignmentTargetPropertyProperty(property) => {
                            property.name.static_name().unwrap_or_default().into_owned()
                        }
                    };
                    (property.span().start, key)
                });
                self.object_pattern(object.span.start, first, value);
                for property in &object.properties {
                    match property {
                        AssignmentTargetProperty::AssignmentTargetPropertyIdentifier(name) => {
                            if let Some(default) = &name.init {
                                self.perhaps(|collector| collector.visit_expression(default));
                            }
                            self.write(name.binding.name.as_str(), name.span.start);
                        }
                        AssignmentTargetProperty::AssignmentTargetPropertyProperty(property) => {
                            if property.computed {
                                self.visit_property_key(&property.name);
                            }
                            self.maybe_default(&property.binding);
                        }
                    }
                }
                if let Some(rest) = &object.rest {
                    self.target(&rest.target, &Value::Property);
                }
            }
            AssignmentTarget::ArrayAssignmentTarget(array) => {
                self.array_pattern(array.span.start, value);
                array.elements.iter().flatten().for_each(|element| self.maybe_default(element));
                if let Some(rest) = &array.rest {
                    self.target(&rest.target, &Value::Property);
                }
            }
            other => {
                if let Some(member) = other.as_member_expression() {
                    self.set_member(member, member_place(member, self.source));
                }
            }
        }
    }

    fn maybe_default(&mut self, target: &AssignmentTargetMaybeDefault<'_>) {
        match target {
            AssignmentTargetMaybeDefault::AssignmentTargetWithDefault(default) => {
                self.perhaps(|collector| collector.visit_expression(&default.init));
                self.target(&default.binding, &Value::Property);
            }
            other => {
                if let Some(target) = other.as_assignment_target() {
                    self.target(target, &Value::Property);
                }
            }
        }
    }

    fn set_member(&mut self, member: &MemberExpression<'_>, place: u32) {
        self.operand(member);
        self.member(member, place, Verb::Set);
    }

    /// The object and the key of a property that is not read by itself.
    fn operand(&mut self, member: &MemberExpression<'_>) {
        self.visit_expression(member.object());
        if let MemberExpression::ComputedMemberExpression(computed) = member {
            self.visit_expression(&computed.expression);
        }
    }

    /// A property that is read and written. V8 reports the object, if that is a property too.
    fn updated(&mut self, member: &MemberExpression<'_>, start: u32) {
        self.operand(member);
        let place = match member.object().as_member_expression() {
            Some(object) => member_place(object, self.source),
            None => start,
        };
        self.member(member, place, Verb::Read);
    }

    fn assigned_member(&mut self, member: &MemberExpression<'_>, assignment: &AssignmentExpression<'_>, operator: u32) {
        if assignment.operator == AssignmentOperator::Assign {
            self.operand(member);
            self.visit_expression(&assignment.right);
            self.member(member, operator, Verb::Set);
        } else {
            self.updated(member, assignment.span.start);
            self.visit_expression(&assignment.right);
        }
    }

    /// The operator between two operands.
    fn operator(&self, left: u32) -> u32 {
        self.source.skip_trivia(left)
    }

    fn parameters(&mut self, parameters: &FormalParameters<'_>) {
        for parameter in &parameters.items {
            if let Some(default) = &parameter.initializer {
                self.perhaps(|collector| collector.visit_expression(default));
            }
            self.binding(&parameter.pattern, &Value::Argument);
        }
        if let Some(rest) = &parameters.rest {
            self.binding(&rest.rest.argument, &Value::Argument);
        }
    }

    fn for_of_body(&mut self, statement: &ForOfStatement<'_>) {
        match &statement.left {
            ForStatementLeft::VariableDeclaration(declaration) => {
                declaration.declarations.iter().for_each(|declarator| self.binding(&declarator.id, &Value::Next));
            }
            left => {
                if let Some(target) = left.as_assignment_target() {
                    self.target(target, &Value::Next);
                }
            }
        }
        self.visit_statement(&statement.body);
    }

    fn named(&mut self, name: Option<String>, visit: impl FnOnce(&mut Self)) {
        self.next_name = name;
        visit(self);
        self.next_name = None;
    }

    fn constructor(&mut self, class: &Class<'_>, function: &Function<'_>, start: u32) {
        let name = class.id.as_ref().map_or_else(|| UNNAMED.to_owned(), |id| id.name.to_string());
        self.separately(name, |collector| {
            collector.parameters(&function.params);
            if let Some(body) = &function.body {
                collector.recording(start, |collector| collector.visit_function_body(body));
            }
        });
    }
}

/// Whether there is an optional link in a chain.
fn has_optional(mut object: &Expression<'_>) -> bool {
    loop {
        let is_optional;
        (is_optional, object) = match object {
            Expression::CallExpression(call) => (call.optional, &call.callee),
            other => match other.as_member_expression() {
                Some(member) => (member.optional(), member.object()),
                None => return false,
            },
        };
        if is_optional {
            return true;
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verb {
    Read,
    Set,
    Delete,
}

/// What a pattern takes apart.
enum Value<'t, 'a> {
    Of(&'t Expression<'a>),
    /// With the place of the operator.
    Assigned(&'t Expression<'a>, u32),
    /// What an outer pattern takes.
    Property,
    Argument,
    /// A value of a `for-of` loop.
    Next,
}

impl<'t, 'a> Value<'t, 'a> {
    fn expression(&self) -> Option<&'t Expression<'a>> {
        match self {
            Self::Of(value) | Self::Assigned(value, _) => Some(value),
            _ => None,
        }
    }

    fn name(&self, what: &str) -> String {
        match self {
            Self::Of(value) | Self::Assigned(value, _) => name_of(value),
            Self::Next => ".for".to_owned(),
            Self::Property | Self::Argument if what == "null" => "object null".to_owned(),
            Self::Property | Self::Argument => what.to_owned(),
        }
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
            let start = call.span.start;
            self.arguments(&call.arguments, start);
            return;
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
        let place = match &tagged.tag {
            Expression::Identifier(_) => tagged.quasi.span.start,
            tag => place_of(tag, self.source),
        };
        self.not_callable(place, || name_of(&tagged.tag));
    }

    fn visit_template_literal(&mut self, template: &TemplateLiteral<'a>) {
        for expression in &template.expressions {
            self.visit_expression(expression);
        }
        for expression in &template.expressions {
            if self.is_possible(Complaint::Symbol) && !matches!(expression, Expression::StringLiteral(_)) {
                let place = place_of(expression, self.source);
                self.add(place, "Cannot convert a Symbol value to a string".to_owned());
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
                let place = match member {
                    MemberExpression::ComputedMemberExpression(member) => member.expression.span().start,
                    member => member_place(member, collector.source),
                };
                collector.member(member, place, Verb::Delete);
            }),
            (UnaryOperator::Typeof, Expression::Identifier(_)) => {}
            _ => self.visit_expression(&unary.argument),
        }
    }

    fn visit_binary_expression(&mut self, binary: &BinaryExpression<'a>) {
        self.visit_expression(&binary.left);
        self.visit_expression(&binary.right);
        let Some(complaint) = self.complaint() else { return };
        let place = self.operator(binary.left.span().end);
        let message = match (binary.operator, complaint) {
            (BinaryOperator::In, Complaint::In(kind)) => {
                let key = match &binary.left {
                    Expression::StringLiteral(key) => key.value.to_string(),
                    left => name_of(left),
                };
                let right = if matches!(kind, "undefined" | "null") { kind.to_owned() } else { name_of(&binary.right) };
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
            (BinaryOperator::Addition, Complaint::Symbol) => "Cannot convert a Symbol value to a string".to_owned(),
            (operator, Complaint::BigInt) if operator.is_arithmetic() || operator.is_bitwise() => {
                "Cannot mix BigInt and other types, use explicit conversions".to_owned()
            }
            _ => return,
        };
        self.add(place, message);
    }

    fn visit_array_expression(&mut self, array: &ArrayExpression<'a>) {
        for element in &array.elements {
            match element {
                ArrayExpressionElement::SpreadElement(spread) => {
                    self.visit_expression(&spread.argument);
                    let place = place_of(&spread.argument, self.source);
                    self.iterated(&spread.argument, place);
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
            self.iterated(argument, expression.span.start);
        }
    }

    fn visit_throw_statement(&mut self, statement: &ThrowStatement<'a>) {
        let start = engine_start(&statement.argument, self.source);
        self.recording(start, |collector| collector.visit_expression(&statement.argument));
    }

    fn visit_for_of_statement(&mut self, statement: &ForOfStatement<'a>) {
        let (visited, _) = unguarded(&statement.right, self.source);
        self.visit_expression(visited);
        let place = place_of(&statement.right, self.source);
        self.iterated(&statement.right, place);
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
            self.perhaps(|collector| walk_js::walk_catch_clause(collector, handler));
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
        self.looping(|collector| collector.visit_statement(&statement.body));
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
        self.named(name, |collector| collector.visit_expression(visited));
        self.binding(&declarator.id, &Value::Of(value));
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
                        collector.recording(start, |collector| collector.visit_expression(value));
                    }
                }
            }
        });
    }

    fn visit_class(&mut self, class: &Class<'a>) {
        let name = class.id.as_ref().map(|id| id.name.to_string()).or(self.next_name.take());
        let outer = std::mem::replace(&mut self.class, name.unwrap_or_else(|| "anonymous".to_owned()));
        if let Some(parent) = class.heritage.as_ref().map(|heritage| &heritage.expression) {
            self.visit_expression(parent);
            if self.is_possible(Complaint::Superclass) {
                let value = match self.value_of(parent) {
                    Nullish::Undefined => "undefined".to_owned(),
                    _ => name_of(parent),
                };
                let place = place_of(parent, self.source);
                self.add(place, format!("Class extends value {value} is not a constructor or null"));
            }
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
                        let name = method.key.static_name().map(std::borrow::Cow::into_owned);
                        self.named(name, |collector| collector.visit_function(&method.value, ScopeFlags::empty()));
                    }
                }
                ClassElement::PropertyDefinition(field) => {
                    if field.computed {
                        self.visit_property_key(&field.key);
                    }
                    if let Some(value) = &field.value {
                        self.separately(UNNAMED.to_owned(), |collector| collector.visit_expression(value));
                    }
                }
                ClassElement::StaticBlock(block) => {
                    let start = self.source.skip_trivia(block.span.start + 6);
                    self.separately(UNNAMED.to_owned(), |collector| {
                        collector.recording(start, |collector| {
                            block.body.iter().for_each(|statement| collector.visit_statement(statement));
                        });
                    });
                }
                ClassElement::AccessorProperty(_) | ClassElement::TSIndexSignature(_) => {}
            }
        }
        self.class = outer;
    }
}

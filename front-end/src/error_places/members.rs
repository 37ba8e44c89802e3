//! Uses of properties, calls and iterated values.

use oxc_ast::ast::{
    Argument, AssignmentExpression, CallExpression, ChainElement, Expression, MemberExpression, PrivateFieldExpression,
};
use oxc_ast_visit::VisitJs;
use oxc_syntax::operator::AssignmentOperator;

use super::collector::{Collector, Guarded};
use super::complaint::Complaint;
use super::guardable::{guard_of, guard_of_assigned, has_optional, late_guard_of};
use super::guards::{Guard, Role, fails_late, unguarded};
use super::names::{key_of, name_of, not_iterable, not_iterable_of_kind};
use super::nullish::Nullish;
use super::places::{call_place, member_place, place_of};

impl Collector<'_> {
    /// A use of a property.
    pub(super) fn member(&mut self, member: &MemberExpression<'_>, place: u32, verb: Verb) {
        let is_guarded = self.guarded == Guarded::All && verb == Verb::Read;
        let guard = is_guarded.then(|| guard_of(member).or_else(|| late_guard_of(member))).flatten();
        if let MemberExpression::PrivateFieldExpression(private) = member {
            self.private_member(private, place, verb);
        }
        self.public_member(member, place, verb, guard);
    }

    fn private_member(&mut self, member: &PrivateFieldExpression<'_>, place: u32, verb: Verb) {
        let (name, is_write) = (&member.field.name, verb == Verb::Set);
        let message = match self.complaint() {
            Some(Complaint::Private) => {
                let (verb, to) = if is_write { ("write", "to") } else { ("read", "from") };
                format!("Cannot {verb} private member #{name} {to} an object whose class did not declare it")
            }
            Some(Complaint::PrivateWithoutGetter) if !is_write => format!("'#{name}' was defined without a getter"),
            Some(Complaint::PrivateWithoutSetter) if is_write => format!("'#{name}' was defined without a setter"),
            Some(Complaint::PrivateMethod) if is_write => format!("Private method '#{name}' is not writable"),
            _ => return,
        };
        let is_undeclared = self.is_possible(Complaint::Private);
        self.add(if is_undeclared { place } else { member.field.span.start }, message);
    }

    pub(super) fn public_member(
        &mut self,
        member: &MemberExpression<'_>,
        place: u32,
        verb: Verb,
        guard: Option<Guard>,
    ) {
        let (object, own_guard) = self.after_guard(member.object());
        let fault = match self.guarded(own_guard) {
            Some(fault) => Some(fault),
            None if own_guard.is_some() => None,
            None => {
                let value = self.value_of(object);
                if value != Nullish::Never {
                    self.risk(false, guard);
                }
                let is_fault = value != Nullish::Never && self.is_possible(Complaint::Nullish);
                is_fault.then(|| (value.words(), None))
            }
        };
        match self.complaint().filter(|_| fails_late(member.object())) {
            Some(Complaint::Unset(message)) if verb == Verb::Set => self.add(place, message.to_owned()),
            Some(Complaint::Guarded(words, Some(key))) if verb == Verb::Read => {
                self.add(place, format!("Cannot read properties of {words} (reading '{key}')"));
            }
            _ => {}
        }
        if let Some((words, key)) = fault {
            let key = key.map_or_else(|| key_of(member), str::to_owned);
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
    pub(super) fn method(&mut self, member: &MemberExpression<'_>) {
        let (object, _) = unguarded(member.object(), self.source);
        self.visit_expression(object);
        if let MemberExpression::ComputedMemberExpression(computed) = member {
            self.visit_expression(&computed.expression);
        }
        if let MemberExpression::PrivateFieldExpression(private) = member {
            if self.is_possible(Complaint::Private) {
                let message = format!("Receiver must be an instance of class {}", self.class);
                self.add(private.field.span.start, message);
            } else {
                self.private_member(private, private.field.span.start, Verb::Read);
            }
        }
        let place = member_place(member, self.source);
        self.public_member(member, place, Verb::Read, guard_of(member));
    }

    pub(super) fn callee(&mut self, callee: &Expression<'_>) {
        match callee.without_parentheses() {
            Expression::ChainExpression(chain) => self.chain_element(&chain.expression),
            callee => match callee.as_member_expression() {
                Some(member) => self.method(member),
                None => self.visit_expression(callee),
            },
        }
    }

    pub(super) fn not_callable(&mut self, place: u32, name: impl FnOnce() -> String) {
        if self.is_possible(Complaint::NotCallable) {
            self.add(place, format!("{} is not a function", name()));
        } else if self.is_possible(Complaint::ClassWithoutNew) {
            self.add(place, format!("Class constructor {} cannot be invoked without 'new'", name()));
        }
    }

    pub(super) fn arguments(&mut self, arguments: &[Argument<'_>], call_place: u32) {
        for (index, argument) in arguments.iter().enumerate() {
            match argument {
                Argument::SpreadElement(spread) => {
                    self.visit_expression(&spread.argument);
                    let spreads = arguments.iter().filter(|argument| argument.is_spread()).count();
                    self.spread_argument(&spread.argument, (spreads == 1 && index + 1 == arguments.len(), call_place));
                }
                argument => {
                    if let Some(argument) = argument.as_expression() {
                        self.visit_expression(argument);
                    }
                }
            }
        }
    }

    /// A spread argument. If it is the only one, and the last argument, V8 spreads it when it calls the function.
    /// Otherwise, it makes an array first.
    fn spread_argument(&mut self, value: &Expression<'_>, (is_spread_by_call, call_place): (bool, u32)) {
        let nullish = self.value_of(value);
        let kind = match self.complaint() {
            Some(Complaint::Nullish) if nullish != Nullish::Never => None,
            Some(Complaint::NotIterable(kind)) if may_be(value, kind) => Some(kind),
            _ => return,
        };
        let (place, message) = match (kind, nullish) {
            (None, Nullish::Perhaps) if is_spread_by_call => {
                (call_place, format!("{} is not iterable", name_of(value)))
            }
            (None, value_is) if is_spread_by_call => {
                let words = value_is.words();
                (call_place, format!("{} is not iterable (cannot read property {words})", name_of(value)))
            }
            (Some(_), _) if is_spread_by_call => {
                (call_place, "Spread syntax requires ...iterable[Symbol.iterator] to be a function".to_owned())
            }
            (kind, value_is) => {
                (place_of(value, self.source), not_iterable_of_kind(kind.unwrap_or_else(|| value_is.words())))
            }
        };
        self.add(place, message);
    }

    /// An optional chain. A call in it records nothing.
    pub(super) fn chain_element(&mut self, element: &ChainElement<'_>) {
        self.perhaps(|collector| collector.chained(element));
    }

    pub(super) fn chained(&mut self, element: &ChainElement<'_>) {
        match element {
            ChainElement::CallExpression(call) => self.chained_call(call),
            element => {
                if let Some(member) = element.as_member_expression() {
                    self.chained_member(member);
                }
            }
        }
    }

    pub(super) fn chained_call(&mut self, call: &CallExpression<'_>) {
        self.link(&call.callee, call.optional);
        let place = call_place(call, self.source);
        self.arguments(&call.arguments, place);
        self.not_callable(place, || name_of(&call.callee));
    }

    pub(super) fn chained_member(&mut self, member: &MemberExpression<'_>) {
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
    pub(super) fn link(&mut self, object: &Expression<'_>, is_optional: bool) {
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
    pub(super) fn iterated(&mut self, value: &Expression<'_>, iteration: Iteration, place: u32) {
        let (value, own_guard) = self.after_guard(value);
        let nullish = if own_guard.is_some() { Nullish::Never } else { self.value_of(value) };
        if nullish != Nullish::Never {
            self.risk(false, Some(Guard::of(value, Role::Value)));
        }
        let fault = match (self.guarded(own_guard), self.complaint()) {
            (Some((words, _)), _) => Some((true, words)),
            (None, Some(Complaint::Nullish)) if nullish != Nullish::Never => Some((true, nullish.words())),
            (None, Some(Complaint::NotIterable(kind))) if may_be(value, kind) => Some((false, kind)),
            _ => None,
        };
        if let Some((is_nullish, kind)) = fault {
            let (place, message) = match (iteration, value.as_member_expression()) {
                (Iteration::Delegated, Some(member)) => {
                    (member_place(member, self.source), "yield* (intermediate value) is not iterable".to_owned())
                }
                (Iteration::Delegated, None) => (place, not_iterable_of_kind(kind)),
                (Iteration::Async, _) if is_nullish => {
                    let message = format!("Cannot read properties of {kind} (reading 'Symbol(Symbol.asyncIterator)')");
                    (place, message)
                }
                (Iteration::Async, _) => (place, format!("{} is not async iterable", name_of(value))),
                (Iteration::Sync, _) => (place, not_iterable(value)),
            };
            self.add(place, message);
        }
        if self.is_possible(Complaint::IteratorNotObject) {
            self.add(place, "Result of the Symbol.iterator method is not an object".to_owned());
        }
        self.passed(value);
    }

    pub(super) fn set_member(&mut self, member: &MemberExpression<'_>, place: u32) {
        self.operand(member);
        self.member(member, place, Verb::Set);
    }

    /// The object and the key of a property that is not read by itself.
    pub(super) fn operand(&mut self, member: &MemberExpression<'_>) {
        self.visit_expression(member.object());
        if let MemberExpression::ComputedMemberExpression(computed) = member {
            self.visit_expression(&computed.expression);
        }
    }

    /// A property that is read and written. V8 reports the object, if that is a property too.
    pub(super) fn updated(&mut self, member: &MemberExpression<'_>, start: u32) {
        self.operand(member);
        let (object, _) = unguarded(member.object(), self.source);
        let place = match object.as_member_expression() {
            Some(object) => member_place(object, self.source),
            None => start,
        };
        self.member(member, place, Verb::Read);
    }

    pub(super) fn assigned_member(
        &mut self,
        member: &MemberExpression<'_>,
        assignment: &AssignmentExpression<'_>,
        operator: u32,
    ) {
        if assignment.operator == AssignmentOperator::Assign {
            self.operand(member);
            self.visit_expression(&assignment.right);
            let guard = guard_of_assigned(member, &assignment.right).filter(|_| self.guarded == Guarded::All);
            match member {
                MemberExpression::PrivateFieldExpression(_) => self.member(member, operator, Verb::Set),
                _ => self.public_member(member, operator, Verb::Set, guard),
            }
        } else {
            self.updated(member, assignment.span.start);
            self.visit_expression(&assignment.right);
        }
    }
}

/// Whether a value can have a type that has no iterator.
pub(super) fn may_be(value: &Expression<'_>, kind: &str) -> bool {
    match value.without_parentheses() {
        Expression::ArrayExpression(_) | Expression::StringLiteral(_) | Expression::TemplateLiteral(_) => false,
        Expression::NumericLiteral(_) => kind == "number",
        Expression::ObjectExpression(_) => kind == "object",
        Expression::ArrowFunctionExpression(_) | Expression::FunctionExpression(_) => kind == "function",
        _ => true,
    }
}

/// What an iterator is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Iteration {
    Sync,
    /// `for await`.
    Async,
    /// `yield*`.
    Delegated,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verb {
    Read,
    Set,
    Delete,
}

//! What has thrown an error of the engine: a native function that is called at its place, or an operator.

use oxc_ast::ast::{
    Argument, AssignmentExpression, AssignmentTarget, CallExpression, Expression, MemberExpression, NewExpression,
    Program, SimpleAssignmentTarget, UnaryExpression, UnaryOperator,
};
use oxc_ast_visit::{VisitJs, walk_js};
use oxc_span::{GetSpan, Span};

use super::guards::{guarded_value, is_guard};
use super::names::{key_of, shown};
use super::parenthesis::parenthesis;
use super::places::{engine_start, key_start};
use crate::token_search::Source;

/// The message for every use of a revoked proxy.
pub(super) const REVOKED: &str = "Proxy object has empty handler and target";

/// The functions that ask an object, and what that is for a proxy.
const ASKING: [(&str, &str); 8] = [
    ("defineProperty", "defineProperty"),
    ("getOwnPropertyDescriptor", "getOwnPropertyDescriptor"),
    ("getOwnPropertyNames", "ownKeys"),
    ("getPrototypeOf", "getPrototypeOf"),
    ("isArray", "IsArray"),
    ("keys", "ownKeys"),
    ("ownKeys", "ownKeys"),
    ("setPrototypeOf", "setPrototypeOf"),
];

/// A function that is called or constructed.
#[derive(Debug, Default)]
pub(super) struct Called {
    pub(super) name: String,
    /// What V8 shows of the arguments; `None` if the text does not say it.
    pub(super) arguments: Vec<Option<String>>,
}

impl Called {
    fn of(name: String, arguments: &[Argument<'_>], source: Source<'_>) -> Self {
        let shown = |argument: &Argument<'_>| argument.as_expression().and_then(|value| shown(value, source.text()));
        Self { name, arguments: arguments.iter().map(shown).collect() }
    }

    /// What V8 shows of an argument. The functions that have it do not get it from `call` or `apply`.
    pub(super) fn shown(&self, index: usize) -> Option<&str> {
        match self.arguments.get(index) {
            Some(argument) => argument.as_deref(),
            None if self.arguments.iter().all(Option::is_some) => Some("undefined"),
            None => None,
        }
    }
}

/// What is at the place of an error.
pub(super) struct Thrower {
    /// The function that is called or constructed there.
    callee: Option<Called>,
    /// What is done with a property there.
    operation: Option<&'static str>,
    /// The operator of the assignment to a property there.
    assignment: Option<u32>,
    /// The key of the property that is deleted there.
    deleted: Option<String>,
}

impl Thrower {
    pub(super) fn at(offset: u32, program: &Program<'_>) -> Self {
        let source = Source::new(program.source_text, &program.comments);
        let mut finder = Finder { offset, source, callee: None, operation: None, assignment: None, deleted: None };
        finder.visit_program(program);
        let Finder { callee, operation, assignment, deleted, .. } = finder;
        Self { callee, operation, assignment, deleted }
    }

    /// The function, unless it makes errors: then the program has chosen the message.
    pub(super) fn native(&self) -> Option<&Called> {
        self.callee.as_ref().filter(|called| !called.name.ends_with("Error"))
    }

    /// The key of the property that is deleted there, if its name is in the text.
    pub(super) fn deleted(&self) -> Option<&str> {
        self.deleted.as_deref()
    }

    /// Where V8 says that an assignment is: at its operator. `None` if there is none.
    pub(super) fn assignment(&self) -> Option<u32> {
        self.assignment
    }

    /// Returns what has been done with a revoked proxy, if the message is about one.
    pub(super) fn operation(&self, message: &str) -> Option<&'static str> {
        if message != REVOKED {
            return None;
        }
        let asked = |name: &str| ASKING.iter().find(|(function, _)| *function == name).map(|(_, operation)| *operation);
        match &self.callee {
            // A proxy that is called has no name of its own.
            Some(called) => asked(&called.name).or(Some("apply")),
            None => self.operation,
        }
    }
}

struct Finder<'s> {
    offset: u32,
    source: Source<'s>,
    callee: Option<Called>,
    operation: Option<&'static str>,
    assignment: Option<u32>,
    deleted: Option<String>,
}

impl Finder<'_> {
    fn is_here(&self, member: &MemberExpression<'_>) -> bool {
        [key_start(member, self.source), engine_start(member.object(), self.source)].contains(&self.offset)
    }

    fn note(&mut self, member: Option<&MemberExpression<'_>>, operation: &'static str) {
        if member.is_some_and(|member| self.is_here(member)) {
            self.operation.get_or_insert(operation);
        }
    }
}

impl<'a> VisitJs<'a> for Finder<'_> {
    fn visit_call_expression(&mut self, call: &CallExpression<'a>) {
        if !call.callee.is_super() && parenthesis(call, self.source) == self.offset {
            let source = self.source;
            let is_call = matches!(&call.callee, Expression::StaticMemberExpression(member)
                if matches!(&*member.property.name, "call" | "apply"));
            self.callee = last_name(&call.callee).map(|name| {
                if is_call { Called { name, arguments: vec![None] } } else { Called::of(name, &call.arguments, source) }
            });
        }
        walk_js::walk_call_expression(self, call);
    }

    fn visit_new_expression(&mut self, new: &NewExpression<'a>) {
        if new.span.start == self.offset {
            let source = self.source;
            self.callee = last_name(&new.callee).map(|name| Called::of(name, &new.arguments, source));
        }
        walk_js::walk_new_expression(self, new);
    }

    fn visit_assignment_expression(&mut self, assignment: &AssignmentExpression<'a>) {
        let target = assignment.left.as_member_expression();
        if target.is_some_and(|member| self.is_here(member)) {
            let end = assignment.left.span().end;
            let between = self.source.slice(Span::new(end, assignment.right.span().start));
            let operator = between.find(assignment.operator.as_str()).and_then(|at| u32::try_from(at).ok());
            self.assignment = operator.map(|at| end + at);
        }
        walk_js::walk_assignment_expression(self, assignment);
    }

    fn visit_assignment_target(&mut self, target: &AssignmentTarget<'a>) {
        self.note(target.as_member_expression(), "set");
        walk_js::walk_assignment_target(self, target);
    }

    fn visit_simple_assignment_target(&mut self, target: &SimpleAssignmentTarget<'a>) {
        self.note(target.as_member_expression(), "set");
        walk_js::walk_simple_assignment_target(self, target);
    }

    fn visit_unary_expression(&mut self, unary: &UnaryExpression<'a>) {
        if unary.operator == UnaryOperator::Delete {
            let member = unary.argument.without_parentheses().as_member_expression();
            self.note(member, "deleteProperty");
            if unary.span.start == self.offset {
                self.deleted = member.and_then(|member| Some(member.static_property_name()?.to_owned()));
            }
        }
        walk_js::walk_unary_expression(self, unary);
    }

    fn visit_member_expression(&mut self, member: &MemberExpression<'a>) {
        self.note(Some(member), "get");
        walk_js::walk_member_expression(self, member);
    }
}

/// The name of a function, or of the property that it is read from. That of `f.call` is `f`.
fn last_name(callee: &Expression<'_>) -> Option<String> {
    let callee = match callee.without_parentheses() {
        Expression::LogicalExpression(guard) if is_guard(guard) => guarded_value(guard).without_parentheses(),
        callee => callee,
    };
    if let Expression::Identifier(name) = callee {
        return Some(name.name.to_string());
    }
    let member = callee.as_member_expression()?;
    match member.static_property_name() {
        Some("call" | "apply") => last_name(member.object()),
        _ => Some(key_of(member)),
    }
}

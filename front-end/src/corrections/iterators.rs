//! The engine keeps the iterators of a function's loops and patterns on a stack, and loses count: when a labeled
//! `break` leaves an inner loop, when an exception leaves a `for-in` loop, and when an iterator throws.
//!
//! ```js
//! for (const x of [1, 2]) { outer: for (;;) { for (const y of [3]) break outer } }     // ends after one round
//! for (const x of [1, 2]) { try { for (const k in { a: 1 }) throw k } catch { } }      // x becomes the keys
//! for (const x of [1]) { try { const [a] = { [Symbol.iterator]: () => ({ next() { throw 1 } }) } } catch { } }
//! ```
//!
//! So a labeled `break` leaves one loop after the other, an inner `for-in` loop gets its keys from a generator, which
//! has a stack of its own, and patterns and spread elements within such loops never see their iterator throw.
//!
//! An exception from `catch` is lost if `finally` catches another one: `try { throw 1 } catch (e) { throw 2 } finally {
//! try { throw 3 } catch { } }`. It is kept if `catch` and `finally` belong to two `try` statements.

use std::fmt::Write;

use oxc_ast::ast::{
    ArrayExpressionElement, ArrowFunctionExpression, AssignmentExpression, BreakStatement, CatchClause,
    ContinueStatement, Expression, ForInStatement, ForOfStatement, ForStatementLeft, Function, LabelIdentifier,
    ObjectAssignmentTarget, ObjectExpression, ObjectPattern, ObjectPropertyKind, Program, PropertyDefinition,
    SpreadElement, Statement, StaticBlock, TryStatement, VariableDeclarator,
};
use oxc_ast_visit::{VisitJs, walk_js};
use oxc_span::{GetSpan, Span};
use oxc_syntax::scope::ScopeFlags;

use super::super::edits::Edits;
use super::super::token_search::Source;
use super::names::Names;
use super::{HOST, destructuring, object_rest};

/// What a `break` can leave.
enum Target<'a> {
    /// A labeled statement that is not a loop.
    Label(&'a str),
    Breakable(Breakable<'a>),
}

/// A loop or `switch` around the current place.
#[derive(Default)]
struct Breakable<'a> {
    /// Whether the engine keeps an iterator on its stack while the body runs.
    iterates: bool,
    labels: Vec<&'a str>,
    /// The labels that `break` statements in it leave, beyond this loop.
    exits: Vec<&'a str>,
    /// The variable that says which exit was taken: its number from 1.
    flag: Option<String>,
    /// A label for the loop, if it has none and needs one.
    own_label: Option<String>,
}

pub(super) fn correct(program: &Program<'_>, source: Source<'_>, names: &Names, edits: &mut Edits) {
    Corrector { source, names, edits, targets: Vec::new(), assigns: false }.visit_program(program);
}

pub(super) struct Corrector<'a, 's, 'e> {
    pub(super) source: Source<'s>,
    pub(super) names: &'e Names,
    pub(super) edits: &'e mut Edits,
    /// Those of the current function, outermost first.
    targets: Vec<Target<'a>>,
    /// Whether the current pattern is that of an assignment, and not of the declaration that the text has.
    pub(super) assigns: bool,
}

impl<'a> Corrector<'a, '_, '_> {
    /// Visits code of another function: no `break` leaves it, and the engine has another stack of iterators for it.
    pub(super) fn in_function(&mut self, steps: impl FnOnce(&mut Self)) {
        let outer = (std::mem::take(&mut self.targets), std::mem::take(&mut self.assigns));
        steps(self);
        (self.targets, self.assigns) = outer;
    }

    /// Whether an iterator is on the stack here.
    pub(super) fn is_iterating(&self) -> bool {
        self.targets.iter().any(|target| matches!(target, Target::Breakable(it) if it.iterates))
    }

    /// Returns the index of the target with a label, and the innermost label of the same loop. The engine gives a loop
    /// only this one.
    fn find(&self, label: &str) -> Option<(usize, &'a str)> {
        self.targets.iter().enumerate().rev().find_map(|(index, target)| match target {
            Target::Label(own) => (*own == label).then_some((index, *own)),
            Target::Breakable(it) => it.labels.contains(&label).then(|| Some((index, *it.labels.last()?)))?,
        })
    }

    /// Writes the innermost label of a loop instead of another one.
    fn respell_label(&mut self, label: &LabelIdentifier<'a>) -> Option<(usize, &'a str)> {
        let found = self.find(label.name.as_str())?;
        if found.1 != label.name.as_str() {
            self.edits.replace(label.span, found.1.to_owned());
        }
        Some(found)
    }

    /// Leaves the innermost loop with an iterator; what follows it leaves the next one.
    fn break_out(&mut self, label: &'a str, target: usize) -> Option<String> {
        let is_iterating = |index: &usize| matches!(&self.targets[*index], Target::Breakable(it) if it.iterates);
        let crossed = (target + 1..self.targets.len()).rev().find(is_iterating)?;
        let is_innermost = !self.targets[crossed + 1..].iter().any(|it| matches!(it, Target::Breakable(_)));
        let names = self.names;
        let Target::Breakable(it) = &mut self.targets[crossed] else { return None };
        let number = 1 + it.exits.iter().position(|exit| *exit == label).unwrap_or_else(|| {
            it.exits.push(label);
            it.exits.len() - 1
        });
        let flag = it.flag.get_or_insert_with(|| names.fresh());
        let left = match it.labels.last() {
            _ if is_innermost => "",
            Some(own) => own,
            None => it.own_label.get_or_insert_with(|| names.fresh()),
        };
        Some(format!("{{ {flag} = {number}; break {left}; }}"))
    }

    /// Visits a loop, whose labels are given. `whole` includes them.
    fn iteration(&mut self, it: &Statement<'a>, labels: Vec<&'a str>, whole: Span) {
        let iterates = matches!(it, Statement::ForInStatement(_) | Statement::ForOfStatement(_));
        let target = Breakable { iterates, labels, ..Breakable::default() };
        match it {
            Statement::ForInStatement(node) => self.for_in(node, target),
            Statement::ForOfStatement(node) => self.for_of(node, target),
            _ => {
                self.targets.push(Target::Breakable(target));
                walk_js::walk_statement(self, it);
            }
        }
        let Some(Target::Breakable(Breakable { exits, flag: Some(flag), own_label, .. })) = self.targets.pop() else {
            return;
        };
        let label = own_label.map(|label| format!("{label}: ")).unwrap_or_default();
        let mut after = String::new();
        for (index, exit) in exits.into_iter().enumerate() {
            let leave = self.find(exit).and_then(|(target, label)| self.break_out(label, target));
            let leave = leave.unwrap_or_else(|| format!("break {exit};"));
            // Writing to a string cannot fail.
            let _ = write!(after, " if ({flag} === {}) {leave}", index + 1);
        }
        self.edits.wrap(whole, format!("{{ let {flag} = 0; {label}"), format!("{after} }}"));
    }

    fn for_in(&mut self, node: &ForInStatement<'a>, target: Breakable<'a>) {
        let has_initializer = matches!(&node.left, ForStatementLeft::VariableDeclaration(it)
            if it.declarations.iter().any(|it| it.init.is_some()));
        let keys = self.source.find("in", node.left.span().end, node.right.span().start);
        let keys = keys.filter(|_| self.is_iterating() && !has_initializer);
        if let Some(keyword) = keys {
            self.edits.replace(keyword, "of");
            self.edits.wrap(node.right.span(), "function* (o) { for (const k in o) yield k; }((", "))");
        }
        self.visit_expression(&node.right);
        self.targets.push(Target::Breakable(target));
        self.visit_for_statement_left(&node.left);
        object_rest::exclude_in_head(self, &node.left);
        self.visit_statement(&node.body);
    }

    fn for_of(&mut self, node: &ForOfStatement<'a>, target: Breakable<'a>) {
        let is_apart = self.is_iterating() && destructuring::head_apart(self, node);
        if !is_apart {
            self.visit_expression(&node.right);
        }
        self.targets.push(Target::Breakable(target));
        if !is_apart {
            self.visit_for_statement_left(&node.left);
            object_rest::exclude_in_head(self, &node.left);
        }
        self.visit_statement(&node.body);
    }
}

/// Whether a statement is a loop.
fn is_iteration(it: &Statement<'_>) -> bool {
    matches!(
        it,
        Statement::ForInStatement(_)
            | Statement::ForOfStatement(_)
            | Statement::ForStatement(_)
            | Statement::WhileStatement(_)
            | Statement::DoWhileStatement(_)
    )
}

impl<'a> VisitJs<'a> for Corrector<'a, '_, '_> {
    fn visit_function(&mut self, it: &Function<'a>, flags: ScopeFlags) {
        self.in_function(|this| walk_js::walk_function(this, it, flags));
        object_rest::exclude_in_parameters(self, &it.params);
    }

    fn visit_arrow_function_expression(&mut self, it: &ArrowFunctionExpression<'a>) {
        self.in_function(|this| walk_js::walk_arrow_function_expression(this, it));
        object_rest::exclude_in_parameters(self, &it.params);
    }

    fn visit_static_block(&mut self, it: &StaticBlock<'a>) {
        self.in_function(|this| walk_js::walk_static_block(this, it));
    }

    fn visit_property_definition(&mut self, it: &PropertyDefinition<'a>) {
        self.visit_decorators(&it.decorators);
        // The key belongs to the function around the class.
        self.visit_property_key(&it.key);
        self.in_function(|this| it.value.iter().for_each(|value| this.visit_expression(value)));
    }

    fn visit_statement(&mut self, it: &Statement<'a>) {
        let mut labels = Vec::new();
        let mut inner = it;
        while let Statement::LabeledStatement(labeled) = inner {
            labels.push(labeled.label.name.as_str());
            inner = &labeled.body;
        }
        if is_iteration(inner) {
            return self.iteration(inner, labels, it.span());
        }
        let count = labels.len();
        self.targets.extend(labels.into_iter().map(Target::Label));
        let is_switch = matches!(inner, Statement::SwitchStatement(_));
        if is_switch {
            self.targets.push(Target::Breakable(Breakable::default()));
        }
        walk_js::walk_statement(self, inner);
        self.targets.truncate(self.targets.len() - count - usize::from(is_switch));
    }

    fn visit_break_statement(&mut self, it: &BreakStatement<'a>) {
        let Some(label) = &it.label else { return };
        let Some((target, innermost)) = self.find(label.name.as_str()) else { return };
        match self.break_out(innermost, target) {
            Some(leave) => self.edits.replace(it.span, leave),
            None => drop(self.respell_label(label)),
        }
    }

    fn visit_continue_statement(&mut self, it: &ContinueStatement<'a>) {
        if let Some(label) = &it.label {
            self.respell_label(label);
        }
    }

    fn visit_try_statement(&mut self, it: &TryStatement<'a>) {
        let is_split = it.handler.is_some() && it.finalizer.is_some();
        if is_split {
            self.edits.insert(it.block.span.start, "{ try ");
        }
        self.visit_block_statement(&it.block);
        if let Some(handler) = &it.handler {
            self.visit_catch_clause(handler);
            if is_split {
                self.edits.insert(handler.span.end, " }");
            }
        }
        if let Some(finalizer) = &it.finalizer {
            self.visit_block_statement(finalizer);
        }
    }

    fn visit_catch_clause(&mut self, it: &CatchClause<'a>) {
        let is_apart = self.is_iterating() && destructuring::catch_apart(self, it);
        if !is_apart {
            if let Some(parameter) = &it.param {
                self.visit_catch_parameter(parameter);
                object_rest::exclude(self, &parameter.pattern);
            }
            self.visit_block_statement(&it.body);
        }
    }

    fn visit_object_pattern(&mut self, it: &ObjectPattern<'a>) {
        self.assigned_pattern(it);
    }

    fn visit_object_assignment_target(&mut self, it: &ObjectAssignmentTarget<'a>) {
        self.object_target(it);
    }

    fn visit_variable_declarator(&mut self, it: &VariableDeclarator<'a>) {
        destructuring::declarator(self, it);
    }

    fn visit_assignment_expression(&mut self, it: &AssignmentExpression<'a>) {
        destructuring::assignment(self, it);
    }

    fn visit_spread_element(&mut self, it: &SpreadElement<'a>) {
        if self.is_iterating() {
            self.edits.wrap(it.argument.span(), format!("{HOST}.list("), ")");
        }
        self.visit_expression(&it.argument);
    }

    fn visit_object_expression(&mut self, it: &ObjectExpression<'a>) {
        for property in &it.properties {
            match property {
                ObjectPropertyKind::ObjectProperty(property) => self.visit_object_property(property),
                // This uses no iterator.
                ObjectPropertyKind::SpreadProperty(spread) => self.visit_expression(&spread.argument),
            }
        }
    }
}

/// Whether an array literal is iterated without errors.
pub(super) fn cannot_throw(value: &Expression<'_>) -> bool {
    let Expression::ArrayExpression(array) = value else { return false };
    array.elements.iter().all(ArrayExpressionElement::is_expression)
}

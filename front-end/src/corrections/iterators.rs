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
//! A jump that leaves two `try` statements with `finally` is taken for another one, if there is one:
//!
//! ```js
//! for (;;) { try { try { if (c) continue; break } finally { } } finally { } }           // both do the same
//! ```
//!
//! So all of them leave one `try` statement after the other.
//!
//! A jump that leaves a loop closes its iterator where the jump is. If the iterator throws, a `catch` clause in the
//! loop catches the exception, and the loop goes on without its iterator:
//!
//! ```js
//! for (const x of failing) { try { return } catch { } }
//! ```
//!
//! So such a jump leaves the `try` statement first.
//!
//! The value of a `return` statement is replaced if a `finally` block catches an exception:
//!
//! ```js
//! try { return 1 } finally { try { throws() } catch { } }                               // returns something else
//! ```
//!
//! The engine keeps it on a stack, where an exception leaves values, too. So such a `return` is evaluated in two steps.
//!
//! An exception from `catch` is lost if `finally` catches another one: `try { throw 1 } catch (e) { throw 2 } finally {
//! try { throw 3 } catch { } }`. It is kept if `catch` and `finally` belong to two `try` statements.

use std::mem::take;

use oxc_ast::ast::{
    ArrayExpressionElement, ArrowFunctionExpression, AssignmentExpression, BreakStatement, CatchClause,
    ContinueStatement, Expression, ForInStatement, ForOfStatement, ForStatementLeft, Function, ObjectAssignmentTarget,
    ObjectExpression, ObjectPattern, ObjectPropertyKind, Program, PropertyDefinition, ReturnStatement, SpreadElement,
    Statement, StaticBlock, TryStatement, VariableDeclaration,
};
use oxc_ast_visit::{VisitJs, walk_js};
use oxc_span::{GetSpan, Span};
use oxc_syntax::scope::ScopeFlags;

use super::super::edits::Edits;
use super::super::token_search::Source;
use super::crossing::{has_try, is_left_by_a_jump};
use super::exits::{Exit, Kind, Target, is_iteration};
use super::names::Names;
use super::{HOST, destructuring, object_rest};

pub(super) fn correct(program: &Program<'_>, source: Source<'_>, names: &Names, edits: &mut Edits) {
    Corrector { source, names, edits, targets: Vec::new(), is_async_generator: false, assigns: false }
        .visit_program(program);
}

pub(super) struct Corrector<'a, 's, 'e> {
    pub(super) source: Source<'s>,
    pub(super) names: &'e Names,
    pub(super) edits: &'e mut Edits,
    /// Those of the current function, outermost first.
    pub(super) targets: Vec<Target<'a>>,
    is_async_generator: bool,
    /// Whether the current pattern is that of an assignment, and not of the declaration that the text has.
    pub(super) assigns: bool,
}

impl<'a> Corrector<'a, '_, '_> {
    /// Visits code of another function: no `break` leaves it, and the engine has another stack of iterators for it.
    pub(super) fn in_function(&mut self, steps: impl FnOnce(&mut Self)) {
        let outer = (take(&mut self.targets), take(&mut self.assigns), take(&mut self.is_async_generator));
        steps(self);
        (self.targets, self.assigns, self.is_async_generator) = outer;
    }

    /// Whether an iterator is on the stack here.
    pub(super) fn is_iterating(&self) -> bool {
        self.targets.iter().any(Target::iterates)
    }

    /// Whether a `try` statement with `finally` is around the current place.
    fn is_in_try_with_finally(&self) -> bool {
        self.targets.iter().any(Target::is_finally)
    }

    /// Visits a loop, whose labels are given. `whole` includes them.
    fn iteration(&mut self, it: &Statement<'a>, labels: Vec<&'a str>, whole: Span) {
        let closes = matches!(it, Statement::ForOfStatement(_));
        let iterates = closes || matches!(it, Statement::ForInStatement(_));
        let target = Target::new(Kind::Loop { iterates, closes }, labels);
        match it {
            Statement::ForInStatement(node) => self.for_in(node, target),
            Statement::ForOfStatement(node) => self.for_of(node, target),
            _ => {
                self.targets.push(target);
                walk_js::walk_statement(self, it);
            }
        }
        self.end_target(whole);
    }

    fn for_in(&mut self, node: &ForInStatement<'a>, target: Target<'a>) {
        let has_initializer = matches!(&node.left, ForStatementLeft::VariableDeclaration(it)
            if it.declarations.iter().any(|it| it.init.is_some()));
        let keys = self.source.find("in", node.left.span().end, node.right.span().start);
        let keys = keys.filter(|_| self.is_iterating() && !has_initializer);
        if let Some(keyword) = keys {
            self.edits.replace(keyword, "of");
            self.edits.wrap(node.right.span(), "function* (o) { for (const k in o) yield k; }((", "))");
        }
        self.visit_expression(&node.right);
        self.targets.push(target);
        self.visit_for_statement_left(&node.left);
        object_rest::exclude_in_head(self, &node.left);
        self.visit_statement(&node.body);
    }

    fn for_of(&mut self, node: &ForOfStatement<'a>, target: Target<'a>) {
        let is_apart = self.is_iterating() && destructuring::head_apart(self, node);
        if !is_apart {
            self.visit_expression(&node.right);
        }
        self.targets.push(target);
        if !is_apart {
            self.visit_for_statement_left(&node.left);
            object_rest::exclude_in_head(self, &node.left);
        }
        self.visit_statement(&node.body);
    }
}

impl<'a> VisitJs<'a> for Corrector<'a, '_, '_> {
    fn visit_function(&mut self, it: &Function<'a>, flags: ScopeFlags) {
        self.in_function(|this| {
            this.is_async_generator = it.r#async && it.generator;
            walk_js::walk_function(this, it, flags);
        });
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
        self.targets.extend(labels.into_iter().map(|label| Target::new(Kind::Labeled, vec![label])));
        let is_switch = matches!(inner, Statement::SwitchStatement(_));
        if is_switch {
            self.targets.push(Target::new(Kind::Switch, Vec::new()));
        }
        walk_js::walk_statement(self, inner);
        self.targets.truncate(self.targets.len() - count - usize::from(is_switch));
    }

    fn visit_break_statement(&mut self, it: &BreakStatement<'a>) {
        let label = it.label.as_ref().map(|label| label.name.as_str());
        match (self.leave(Exit::Break(self.innermost(label))), &it.label) {
            (Some(leave), _) => self.edits.replace(it.span, format!("{{ {leave} }}")),
            (None, Some(label)) => self.respell_label(label),
            (None, None) => {}
        }
    }

    fn visit_continue_statement(&mut self, it: &ContinueStatement<'a>) {
        let label = it.label.as_ref().map(|label| label.name.as_str());
        match (self.leave(Exit::Continue(self.innermost(label))), &it.label) {
            (Some(leave), _) => self.edits.replace(it.span, format!("{{ {leave} }}")),
            (None, Some(label)) => self.respell_label(label),
            (None, None) => {}
        }
    }

    fn visit_return_statement(&mut self, it: &ReturnStatement<'a>) {
        walk_js::walk_return_statement(self, it);
        let Some((value, leave)) = self.return_apart() else { return };
        let keyword = Span::sized(it.span.start, 6);
        let Some(argument) = &it.argument else {
            return self.edits.replace(it.span, format!("{{ {value} = undefined; {leave} }}"));
        };
        let wait = if self.is_async_generator { "await " } else { "" };
        // The comma keeps a function from being named after the variable.
        self.edits.replace(keyword, format!("{value} = {wait}(0,"));
        if let Some(semicolon) = self.source.find(";", argument.span().end, it.span.end) {
            self.edits.replace(semicolon, "");
        }
        self.edits.wrap(it.span, "{ ", format!("); {leave} }}"));
    }

    fn visit_try_statement(&mut self, it: &TryStatement<'a>) {
        let is_split = it.handler.is_some() && it.finalizer.is_some();
        if is_split {
            self.edits.insert(it.block.span.start, "{ ");
            self.edits.wrap(it.block.span, "try ", "");
        }
        if let Some(finalizer) = &it.finalizer {
            let stops = self.is_in_try_with_finally() && is_left_by_a_jump(it);
            let catches = has_try(finalizer);
            self.targets.push(Target::new(Kind::Finally { stops, catches }, Vec::new()));
        }
        if let Some(handler) = &it.handler {
            self.targets.push(Target::new(Kind::Catch, Vec::new()));
            self.visit_block_statement(&it.block);
            let start = if is_split { it.block.span.start } else { it.span.start };
            self.end_target(Span::new(start, handler.span.end));
            self.visit_catch_clause(handler);
            if is_split {
                self.edits.insert(handler.span.end, " }");
            }
        } else {
            self.visit_block_statement(&it.block);
        }
        if let Some(finalizer) = &it.finalizer {
            let passing = self.end_target(it.span);
            self.suspend_jumps(finalizer.span, &passing);
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

    fn visit_variable_declaration(&mut self, it: &VariableDeclaration<'a>) {
        it.declarations.iter().for_each(|declarator| destructuring::declarator(self, declarator, it.kind.is_var()));
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

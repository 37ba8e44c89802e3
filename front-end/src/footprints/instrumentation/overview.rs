//! What has to be known of a whole program before its functions are looked at, one after the other.

use std::cell::Cell;
use std::iter;

use oxc_ast::ast::{
    AwaitExpression, BlockStatement, DoWhileStatement, ForInStatement, ForOfStatement, ForStatement, IfStatement,
    MethodDefinition, MethodDefinitionKind, Program, ReturnStatement, Statement, SwitchCase, VariableDeclaration,
    VariableDeclarationKind, WhileStatement,
};
use oxc_ast_visit::{VisitJs, walk_js};
use oxc_syntax::scope::{ScopeFlags, ScopeId};
use oxc_syntax::symbol::SymbolId;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::footprints::variables::Variables;
use crate::links::requests;

/// What is known of a program.
#[derive(Default)]
pub(super) struct Overview {
    /// Where each function first awaits something.
    pub(super) first_awaits: FxHashMap<ScopeId, u32>,
    /// The blocks that are bodies of loops.
    pub(super) loop_bodies: FxHashSet<ScopeId>,
    /// The variables that are declared with `var`, or by functions in blocks, which assign to them in sloppy mode.
    pub(super) vars: FxHashSet<SymbolId>,
    /// Whether the constructor of a class returns a value. Then the fields of a class may be those of any object.
    pub(super) returns_in_constructor: bool,
    /// Whether it imports modules that may import it.
    pub(super) may_be_in_cycle: bool,
}

impl Overview {
    pub(super) fn of(program: &Program<'_>, variables: &Variables<'_>) -> Self {
        let is_of_host = |specifier: &String| specifier.starts_with("node:") || specifier.starts_with("posttask:");
        let may_be_in_cycle = !requests(program).iter().all(is_of_host);
        let found = Self { may_be_in_cycle, ..Self::default() };
        let mut visitor = Visitor { variables, scopes: Vec::new(), constructors: Vec::new(), found };
        visitor.visit_program(program);
        visitor.found
    }
}

struct Visitor<'v, 's> {
    variables: &'v Variables<'s>,
    scopes: Vec<ScopeId>,
    /// For each method that is visited, whether it is the constructor of a class.
    constructors: Vec<bool>,
    found: Overview,
}

impl Visitor<'_, '_> {
    fn awaits(&mut self, at: u32) {
        if let Some(function) = self.scopes.last().and_then(|&scope| self.variables.function_of(scope)) {
            self.found.first_awaits.entry(function).and_modify(|first| *first = at.min(*first)).or_insert(at);
        }
    }

    /// The statements of a block.
    fn declare_functions<'r, 'a: 'r>(&mut self, statements: impl IntoIterator<Item = &'r Statement<'a>>) {
        for statement in statements {
            if let Statement::FunctionDeclaration(function) = statement {
                self.found.vars.extend(function.id.as_ref().and_then(|id| id.symbol_id.get()));
            }
        }
    }

    /// The body of a loop.
    fn repeats(&mut self, body: &Statement<'_>) {
        if let Statement::BlockStatement(block) = body {
            self.found.loop_bodies.extend(block.scope_id.get());
        }
    }
}

impl<'a> VisitJs<'a> for Visitor<'_, '_> {
    fn enter_scope(&mut self, _: ScopeFlags, scope: &Cell<Option<ScopeId>>) {
        self.scopes.extend(scope.get());
    }

    fn leave_scope(&mut self) {
        self.scopes.pop();
    }

    fn visit_do_while_statement(&mut self, it: &DoWhileStatement<'a>) {
        self.repeats(&it.body);
        walk_js::walk_do_while_statement(self, it);
    }

    fn visit_while_statement(&mut self, it: &WhileStatement<'a>) {
        self.repeats(&it.body);
        walk_js::walk_while_statement(self, it);
    }

    fn visit_for_statement(&mut self, it: &ForStatement<'a>) {
        self.repeats(&it.body);
        walk_js::walk_for_statement(self, it);
    }

    fn visit_for_in_statement(&mut self, it: &ForInStatement<'a>) {
        self.repeats(&it.body);
        walk_js::walk_for_in_statement(self, it);
    }

    fn visit_block_statement(&mut self, it: &BlockStatement<'a>) {
        self.declare_functions(&it.body);
        walk_js::walk_block_statement(self, it);
    }

    fn visit_switch_case(&mut self, it: &SwitchCase<'a>) {
        self.declare_functions(&it.consequent);
        walk_js::walk_switch_case(self, it);
    }

    fn visit_if_statement(&mut self, it: &IfStatement<'a>) {
        self.declare_functions(iter::once(&it.consequent).chain(&it.alternate));
        walk_js::walk_if_statement(self, it);
    }

    fn visit_variable_declaration(&mut self, it: &VariableDeclaration<'a>) {
        if it.kind == VariableDeclarationKind::Var {
            let names = it.declarations.iter().flat_map(|declarator| declarator.id.get_binding_identifiers());
            self.found.vars.extend(names.filter_map(|name| name.symbol_id.get()));
        }
        walk_js::walk_variable_declaration(self, it);
    }

    fn visit_method_definition(&mut self, it: &MethodDefinition<'a>) {
        self.constructors.push(it.kind == MethodDefinitionKind::Constructor);
        walk_js::walk_method_definition(self, it);
        self.constructors.pop();
    }

    fn visit_return_statement(&mut self, it: &ReturnStatement<'a>) {
        // A function in a constructor counts, too: that does not matter.
        let is_in_constructor = self.constructors.last().is_some_and(|it| *it);
        self.found.returns_in_constructor |= is_in_constructor && it.argument.is_some();
        walk_js::walk_return_statement(self, it);
    }

    fn visit_await_expression(&mut self, it: &AwaitExpression<'a>) {
        self.awaits(it.span.start);
        walk_js::walk_await_expression(self, it);
    }

    fn visit_for_of_statement(&mut self, it: &ForOfStatement<'a>) {
        self.repeats(&it.body);
        if it.r#await {
            self.awaits(it.span.start);
        }
        walk_js::walk_for_of_statement(self, it);
    }
}

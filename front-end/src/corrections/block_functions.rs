//! If a parameter of a function has an initializer or a computed key, a function that is declared in a block of the
//! body is not visible outside of the block, as it must be in sloppy mode:
//!
//! ```js
//! (function (x = 1) { { function f() {} } return typeof f })() // 'undefined' instead of 'function'
//! ```
//!
//! Nor is it if another block, loop or `switch` of the function declares its name with `let`, `const` or `class`:
//!
//! ```js
//! (() => { { function f() {} } { let f } return typeof f })() // 'undefined' instead of 'function'
//! ```
//!
//! So an arrow function at the start of the body assigns to the variable, and is called after the declaration: see
//! [Changes to
//! FunctionDeclarationInstantiation](https://tc39.es/ecma262/#sec-web-compat-functiondeclarationinstantiation). At the
//! top level of a script, a function of the host assigns to the global variable.

use std::cell::{Cell, OnceCell};

use oxc_ast::ast::{
    ArrowFunctionBody, ArrowFunctionExpression, Class, FormalParameters, Function, FunctionBody, IfStatement, Program,
    Statement,
};
use oxc_ast_visit::{VisitJs, walk_js};
use oxc_semantic::Scoping;
use oxc_span::GetSpan;
use oxc_syntax::scope::{ScopeFlags, ScopeId};
use oxc_syntax::symbol::{SymbolFlags, SymbolId};
use rustc_hash::FxHashSet;

use super::super::edits::Edits;
use super::super::function_scope::function_of;
use super::HOST;
use super::function_body::start_of_statements;
use super::names::Names;
use super::parameters::has_initializers;

pub(super) fn correct(program: &Program<'_>, scoping: &Scoping, names: &Names, edits: &mut Edits) {
    if program.source_text.contains("function") {
        let mut corrector = Corrector { scoping, names, edits, declared: OnceCell::new() };
        corrector.visit_program(program);
        corrector.program(program);
    }
}

/// The names that blocks, loops and `switch` statements declare, and the functions or the program around them.
type Declared<'s> = FxHashSet<(ScopeId, &'s str)>;

struct Corrector<'s, 'e> {
    scoping: &'s Scoping,
    names: &'e Names,
    edits: &'e mut Edits,
    /// Found out when it is needed for the first time.
    declared: OnceCell<Declared<'s>>,
}

impl<'s> Corrector<'s, '_> {
    fn function(&mut self, scope: Option<ScopeId>, parameters: &FormalParameters<'_>, body: &FunctionBody<'_>) {
        let Some(scope) = scope.filter(|&scope| !self.scoping.scope_flags(scope).is_strict_mode()) else { return };
        let rest = parameters.rest.as_ref().map(|rest| &rest.rest.argument);
        let patterns = parameters.items.iter().map(|parameter| &parameter.pattern).chain(rest);
        let bound = patterns.flat_map(|pattern| pattern.get_binding_identifiers());
        let bound = bound.map(|name| name.name.as_str()).collect();
        let mut declarations = self.declarations(scope, has_initializers(parameters), false);
        declarations.bound = bound;
        body.statements.iter().for_each(|statement| declarations.outer_statement(statement));
        let assigned = declarations.assigned;
        for (name, assign) in assigned {
            let declaration = format!(" var {name}; const {assign} = v => {{ {name} = v; }};");
            self.edits.insert(start_of_statements(body), declaration);
        }
    }

    fn program(&mut self, program: &Program<'_>) {
        let scope = self.scoping.root_scope_id();
        if self.scoping.scope_flags(scope).is_strict_mode() {
            return;
        }
        let is_script = program.source_type.is_script();
        let mut declarations = self.declarations(scope, false, is_script);
        program.body.iter().for_each(|statement| declarations.outer_statement(statement));
        let assigned = declarations.assigned;
        let hashbang = program.hashbang.as_ref().map(|hashbang| hashbang.span.end);
        let directives = program.directives.last().map(|directive| directive.span.end);
        let first = program.body.first().map(|statement| statement.span().start);
        let Some(start) = first.or(directives).or(hashbang) else { return };
        for (name, assign) in assigned {
            let assign = if is_script { String::new() } else { format!(" const {assign} = v => {{ {name} = v; }};") };
            self.edits.insert(start, format!("var {name};{assign} "));
        }
    }

    /// Finds the functions in the blocks of a function or of the program.
    fn declarations<'a, 'b>(
        &'b mut self,
        scope: ScopeId,
        are_all_lost: bool,
        is_script: bool,
    ) -> Declarations<'a, 's, 'b> {
        Declarations {
            scoping: self.scoping,
            scope,
            are_all_lost,
            is_script,
            declared: &self.declared,
            blocks: Vec::new(),
            bound: Vec::new(),
            names: self.names,
            edits: self.edits,
            assigned: Vec::new(),
        }
    }
}

/// Returns what blocks, loops and `switch` statements declare with `let`, `const` and `class`.
fn declared(scoping: &Scoping) -> Declared<'_> {
    let in_block = |symbol: SymbolId| {
        let is_lexical = SymbolFlags::BlockScoped | SymbolFlags::CatchVariable;
        let scope = scoping.symbol_scope_id(symbol);
        let function = function_of(scope, scoping).filter(|&function| function != scope)?;
        scoping.symbol_flags(symbol).intersects(is_lexical).then(|| (function, scoping.symbol_name(symbol)))
    };
    scoping.symbol_ids().filter_map(in_block).collect()
}

impl<'a> VisitJs<'a> for Corrector<'_, '_> {
    fn visit_function(&mut self, it: &Function<'a>, flags: ScopeFlags) {
        if let Some(body) = &it.body {
            self.function(it.scope_id.get(), &it.params, body);
        }
        walk_js::walk_function(self, it, flags);
    }

    fn visit_arrow_function_expression(&mut self, it: &ArrowFunctionExpression<'a>) {
        if let ArrowFunctionBody::FunctionBody(body) = &it.body {
            self.function(it.scope_id.get(), &it.params, body);
        }
        walk_js::walk_arrow_function_expression(self, it);
    }
}

/// The declarations of functions in the blocks of a function.
struct Declarations<'a, 's, 'e> {
    scoping: &'s Scoping,
    /// The scope of the function or of the program.
    scope: ScopeId,
    /// Whether the engine assigns no function to a variable here.
    are_all_lost: bool,
    /// Whether it is the program, and its variables are global.
    is_script: bool,
    declared: &'e OnceCell<Declared<'s>>,
    /// The scopes of the blocks around the current place, outermost first.
    blocks: Vec<ScopeId>,
    /// The names of its parameters.
    bound: Vec<&'a str>,
    names: &'e Names,
    edits: &'e mut Edits,
    /// The variables, and the functions that assign to them.
    assigned: Vec<(&'a str, String)>,
}

impl<'a> Declarations<'a, '_, '_> {
    /// Visits a statement of the body itself.
    fn outer_statement(&mut self, it: &Statement<'a>) {
        if !matches!(it, Statement::FunctionDeclaration(_)) {
            self.visit_statement(it);
        }
    }

    /// Whether a variable of the function may have the name of a function in a block.
    fn is_visible_outside(&self, function: &Function<'a>) -> bool {
        let Some(id) = &function.id else { return false };
        if function.r#async || function.generator || self.bound.contains(&id.name.as_str()) {
            return false;
        }
        // The blocks around that of the declaration, and the function.
        let blocks = self.blocks.iter().rev().skip(1).chain([&self.scope]);
        blocks.into_iter().all(|&scope| {
            let other = self.scoping.get_binding(scope, id.name);
            !other.is_some_and(|other| self.scoping.symbol_flags(other).intersects(SymbolFlags::BlockScoped))
        })
    }

    /// Returns a call that assigns the function to the variable, if there is one.
    fn call(&mut self, function: &Function<'a>) -> Option<String> {
        let name = function.id.as_ref().filter(|_| self.is_visible_outside(function))?.name.as_str();
        let scoping = self.scoping;
        let is_lost =
            self.are_all_lost || self.declared.get_or_init(|| declared(scoping)).contains(&(self.scope, name));
        if !is_lost {
            return None;
        }
        let known = self.assigned.iter().find(|(other, _)| *other == name).map(|(_, assign)| assign.clone());
        let assign = known.unwrap_or_else(|| {
            let assign = self.names.fresh();
            self.assigned.push((name, assign.clone()));
            assign
        });
        if self.is_script {
            return Some(format!(" {HOST}.global({name:?}, {name});"));
        }
        Some(format!(" {assign}({name});"))
    }
}

impl<'a> VisitJs<'a> for Declarations<'a, '_, '_> {
    fn enter_scope(&mut self, _: ScopeFlags, scope: &Cell<Option<ScopeId>>) {
        self.blocks.extend(scope.get());
    }

    fn leave_scope(&mut self) {
        self.blocks.pop();
    }

    fn visit_if_statement(&mut self, it: &IfStatement<'a>) {
        for branch in [Some(&it.consequent), it.alternate.as_ref()].into_iter().flatten() {
            if let Statement::FunctionDeclaration(function) = branch
                && let Some(call) = self.call(function)
            {
                self.edits.wrap(function.span, "{ ", format!("{call} }}"));
            } else {
                self.visit_statement(branch);
            }
        }
    }

    fn visit_function(&mut self, it: &Function<'a>, _: ScopeFlags) {
        if it.is_function_declaration()
            && let Some(call) = self.call(it)
        {
            self.edits.insert(it.span.end, call);
        }
    }

    fn visit_arrow_function_expression(&mut self, _: &ArrowFunctionExpression<'a>) {}

    fn visit_class(&mut self, _: &Class<'a>) {}
}

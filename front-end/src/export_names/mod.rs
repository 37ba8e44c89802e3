//! The names that a `CommonJS` module exports, as far as its text shows them.
//!
//! An `import { x } from` such a module is linked before the module runs, so its names have to be found without running
//! it. Node finds them by a fixed list of forms. These are the same forms, so that what links there links here. The
//! forms are found wherever they are, without a look at scopes: compilers and bundlers wrap modules in functions.

mod getters;
mod shapes;
mod star_loop;

use std::collections::{HashMap, HashSet};

use oxc_allocator::ArenaVec;
use oxc_ast::AstKind;
use oxc_ast::ast::{
    Argument, AssignmentExpression, AssignmentTarget, AssignmentTargetWithDefault, CallExpression, Expression,
    ObjectExpression, ObjectPropertyKind, Program, VariableDeclarator,
};
use oxc_ast_visit::{VisitJs, walk_js};
use oxc_syntax::operator::AssignmentOperator;

use self::getters::Definition;

/// The names that a `CommonJS` module exports.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct ExportNames {
    /// In the order of the text, without duplicates.
    pub(super) names: Vec<String>,
    /// The specifiers of the modules whose names are exported too. In the order of the text, without duplicates.
    pub(super) reexports: Vec<String>,
}

/// Finds the names that Node finds in a `CommonJS` module. O(n).
pub(super) fn export_names(program: &Program<'_>) -> ExportNames {
    let mut finder = Finder::default();
    finder.visit_program(program);
    finder.finish()
}

#[derive(Default)]
struct Finder<'a> {
    names: OrderedSet,
    reexports: OrderedSet,
    /// Names with a getter that may do anything. They are not exported, whatever else defines them.
    unsafe_names: HashSet<String>,
    /// The specifiers of the modules that top-level variables hold.
    required: HashMap<&'a str, &'a str>,
    /// How many blocks, functions, parentheses and the like are open. Re-exports by calls count at the top level only.
    depth: usize,
}

/// Strings in the order in which they were added first.
#[derive(Default)]
struct OrderedSet {
    order: Vec<String>,
    known: HashSet<String>,
}

impl OrderedSet {
    fn add(&mut self, item: &str) {
        if self.known.insert(item.to_owned()) {
            self.order.push(item.to_owned());
        }
    }

    fn clear(&mut self) {
        self.order.clear();
        self.known.clear();
    }
}

impl<'a> Finder<'a> {
    fn finish(mut self) -> ExportNames {
        self.names.order.retain(|name| !self.unsafe_names.contains(name));
        ExportNames { names: self.names.order, reexports: self.reexports.order }
    }

    /// `exports.x =`, `exports['x'] =` and `module.exports =`. The value is `None` for a default in a pattern.
    fn assigned(&mut self, target: &AssignmentTarget<'a>, value: Option<&Expression<'a>>) {
        let Some(member) = target.as_member_expression() else { return };
        if let Some(name) = shapes::exported_name(member) {
            self.names.add(name);
        } else if shapes::is_module_exports(member) {
            // What `module.exports` was before is lost.
            self.reexports.clear();
            if let Some(value) = value {
                self.module_exports(value);
            }
        }
    }

    /// The value of `module.exports`. Only its start counts, so that `require('x') || {}` is found, as in Node.
    fn module_exports(&mut self, value: &Expression<'a>) {
        match shapes::leftmost(value) {
            Expression::ObjectExpression(object) => self.literal(object),
            start => {
                if let Some(specifier) = shapes::required(start) {
                    self.reexports.add(specifier);
                }
            }
        }
    }

    /// `{ a, b: c, 'd': e, ...require('f') }`. Node reads it up to the first value that is not a name.
    fn literal(&mut self, object: &ObjectExpression<'a>) {
        for property in &object.properties {
            match property {
                ObjectPropertyKind::SpreadProperty(spread) => {
                    if let Some(specifier) = shapes::required(&spread.argument) {
                        self.reexports.add(specifier);
                    }
                }
                ObjectPropertyKind::ObjectProperty(property) if property.computed => {}
                ObjectPropertyKind::ObjectProperty(property) => {
                    if let Some(name) = shapes::key_name(&property.key) {
                        self.names.add(name);
                    }
                }
            }
        }
    }

    /// `Object.defineProperty(exports, 'x', ...)`.
    fn defined(&mut self, call: &CallExpression<'a>) {
        match getters::definition(call) {
            Some(Definition::Plain(name)) => self.names.add(name),
            Some(Definition::Unsafe(name)) => {
                self.unsafe_names.insert(name.to_owned());
            }
            None => {}
        }
    }

    /// `__exportStar(require('x'))` of TypeScript, at the top level.
    fn star(&mut self, call: &CallExpression<'a>) {
        let Some(argument) = call.arguments.first().and_then(Argument::as_expression) else { return };
        if self.depth == 0
            && shapes::is_star_helper(&call.callee)
            && let Some(specifier) = shapes::required(shapes::leftmost(argument))
        {
            self.reexports.add(specifier);
        }
    }

    /// `__export(exports, { x: () => x })` of esbuild, which has the names before the annotation that Node reads.
    fn helper_literal(&mut self, call: &CallExpression<'a>) {
        let [first, Argument::ObjectExpression(object)] = call.arguments.as_slice() else { return };
        let to_exports = first.as_expression().is_some_and(shapes::is_exports);
        if !to_exports || !call.callee.is_specific_id("__export") {
            return;
        }
        for property in object.properties.iter().filter_map(ObjectPropertyKind::as_property) {
            if !property.computed
                && property.value.is_function()
                && let Some(name) = shapes::key_name(&property.key)
            {
                self.names.add(name);
            }
        }
    }

    /// The loop of Babel over the names of a module that a top-level variable holds.
    fn star_loop(&mut self, call: &CallExpression<'a>) {
        if self.depth == 0
            && let Some(specifier) = star_loop::variable(call).and_then(|name| self.required.get(name))
        {
            self.reexports.add(specifier);
        }
    }
}

impl<'a> VisitJs<'a> for Finder<'a> {
    fn enter_node(&mut self, kind: AstKind<'a>) {
        self.depth += usize::from(nests(kind));
    }

    fn leave_node(&mut self, kind: AstKind<'a>) {
        self.depth -= usize::from(nests(kind));
    }

    fn visit_arguments(&mut self, arguments: &ArenaVec<'a, Argument<'a>>) {
        self.depth += 1;
        walk_js::walk_arguments(self, arguments);
        self.depth -= 1;
    }

    fn visit_assignment_expression(&mut self, assignment: &AssignmentExpression<'a>) {
        if assignment.operator == AssignmentOperator::Assign {
            self.assigned(&assignment.left, Some(&assignment.right));
        }
        walk_js::walk_assignment_expression(self, assignment);
    }

    fn visit_assignment_target_with_default(&mut self, target: &AssignmentTargetWithDefault<'a>) {
        self.assigned(&target.binding, None);
        walk_js::walk_assignment_target_with_default(self, target);
    }

    fn visit_variable_declarator(&mut self, declarator: &VariableDeclarator<'a>) {
        if self.depth == 0
            && let Some(identifier) = declarator.id.get_binding_identifier()
            && let Some(specifier) = declarator.init.as_ref().and_then(shapes::required_or_wrapped)
        {
            self.required.insert(identifier.name.as_str(), specifier);
        }
        walk_js::walk_variable_declarator(self, declarator);
    }

    fn visit_call_expression(&mut self, call: &CallExpression<'a>) {
        self.defined(call);
        self.star(call);
        self.star_loop(call);
        self.helper_literal(call);
        walk_js::walk_call_expression(self, call);
    }
}

fn nests(kind: AstKind<'_>) -> bool {
    matches!(
        kind,
        AstKind::BlockStatement(_)
            | AstKind::FunctionBody(_)
            | AstKind::ClassBody(_)
            | AstKind::SwitchStatement(_)
            | AstKind::ObjectExpression(_)
            | AstKind::ParenthesizedExpression(_)
            | AstKind::TemplateLiteral(_)
    )
}

#[cfg(test)]
mod tests;

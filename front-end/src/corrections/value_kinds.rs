//! What kind of value variables have, as far as the text says: corrections that only matter for some kinds are left out
//! for the others.
//!
//! A variable has the kinds of everything that is ever assigned to it. Each variable begins with the narrowest kind,
//! which is widened until nothing changes.

use std::mem::replace;

use oxc_ast::ast::{
    AssignmentExpression, AssignmentOperator, AssignmentTarget, BindingPattern, BlockStatement, CallExpression,
    Expression, ForInStatement, ForOfStatement, ForStatement, ForStatementLeft, FunctionBody, IdentifierReference,
    Program, SimpleAssignmentTarget, Statement, UpdateExpression, VariableDeclarator,
};
use oxc_ast_visit::{VisitJs, walk_js};
use oxc_semantic::{Reference, Scoping};
use oxc_span::Span;
use oxc_syntax::operator::{BinaryOperator, UnaryOperator};
use oxc_syntax::symbol::SymbolId;
use rustc_hash::FxHashMap;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    /// A number or a bigint.
    Numeric,
    /// Not an object.
    Primitive,
    Any,
}

/// The kinds of the variables of a program.
pub(super) struct ValueKinds<'s> {
    scoping: &'s Scoping,
    /// Those of the variables that are only assigned in ways that are understood.
    kinds: FxHashMap<SymbolId, Kind>,
}

impl<'s> ValueKinds<'s> {
    pub(super) fn of(program: &Program<'_>, scoping: &'s Scoping) -> Self {
        let mut kinds = Self { scoping, kinds: FxHashMap::default() };
        // A text that `eval` compiles may assign anything.
        if !program.source_text.contains("eval") {
            let mut writes = Writes { scoping, variables: FxHashMap::default(), block: program.span };
            writes.visit_program(program);
            kinds.settle(&writes.understood());
        }
        kinds
    }

    /// The kind of the value of an expression.
    pub(super) fn kind(&self, value: &Expression<'_>) -> Kind {
        let value = Value::of(value, self.scoping);
        let kinds = value.variables.iter().map(|&(symbol, widest)| self.of_variable(symbol).min(widest));
        kinds.fold(value.kind, Kind::max)
    }

    pub(super) fn of_variable(&self, symbol: SymbolId) -> Kind {
        self.kinds.get(&symbol).copied().unwrap_or(Kind::Any)
    }

    /// Widens the kinds until each variable has those of its values.
    fn settle(&mut self, variables: &FxHashMap<SymbolId, Variable>) {
        let mut readers: FxHashMap<SymbolId, Vec<(SymbolId, Kind)>> = FxHashMap::default();
        let mut widened = Vec::new();
        for (&symbol, variable) in variables {
            self.kinds.insert(symbol, variable.value.kind);
            widened.push(symbol);
            for &(read, widest) in &variable.value.variables {
                readers.entry(read).or_default().push((symbol, widest));
                if !variables.contains_key(&read) {
                    self.widen(symbol, widest);
                }
            }
        }
        while let Some(symbol) = widened.pop() {
            let kind = self.of_variable(symbol);
            for &(reader, widest) in readers.get(&symbol).map(Vec::as_slice).unwrap_or_default() {
                if self.widen(reader, kind.min(widest)) {
                    widened.push(reader);
                }
            }
        }
    }

    /// Returns whether the variable had a narrower kind.
    fn widen(&mut self, symbol: SymbolId, kind: Kind) -> bool {
        let Some(known) = self.kinds.get_mut(&symbol).filter(|known| **known < kind) else { return false };
        *known = kind;
        true
    }
}

/// What is known of a value.
struct Value {
    /// It may be of this kind.
    kind: Kind,
    /// It may be of the kinds of these variables, but not of a wider one than the given one.
    variables: Vec<(SymbolId, Kind)>,
}

impl Value {
    fn of(value: &Expression<'_>, scoping: &Scoping) -> Self {
        let mut known = Self { kind: Kind::Numeric, variables: Vec::new() };
        known.add(value, Kind::Any, scoping);
        known
    }

    /// It may also be the value of an expression, which is not of a wider kind than the given one.
    fn add(&mut self, value: &Expression<'_>, widest: Kind, scoping: &Scoping) {
        let kind = match value {
            Expression::NumericLiteral(_) | Expression::BigIntLiteral(_) | Expression::UpdateExpression(_) => {
                Kind::Numeric
            }
            Expression::RegExpLiteral(_) => Kind::Any,
            Expression::ParenthesizedExpression(it) => return self.add(&it.expression, widest, scoping),
            Expression::UnaryExpression(it) => of_unary(it.operator),
            Expression::BinaryExpression(it) if it.operator == BinaryOperator::Addition => {
                return [&it.left, &it.right].iter().for_each(|it| self.add(it, widest.min(Kind::Primitive), scoping));
            }
            Expression::BinaryExpression(it) if it.operator.is_arithmetic() || it.operator.is_bitwise() => {
                Kind::Numeric
            }
            Expression::BinaryExpression(_) | Expression::TemplateLiteral(_) => Kind::Primitive,
            Expression::LogicalExpression(it) => {
                return [&it.left, &it.right].iter().for_each(|it| self.add(it, widest, scoping));
            }
            Expression::ConditionalExpression(it) => {
                return [&it.consequent, &it.alternate].iter().for_each(|it| self.add(it, widest, scoping));
            }
            Expression::AssignmentExpression(it) if it.operator == AssignmentOperator::Assign => {
                return self.add(&it.right, widest, scoping);
            }
            Expression::Identifier(name) => match symbol_of(name, scoping) {
                Some(symbol) => return self.variables.push((symbol, widest)),
                None => match name.name.as_str() {
                    "NaN" | "Infinity" => Kind::Numeric,
                    "undefined" => Kind::Primitive,
                    _ => Kind::Any,
                },
            },
            Expression::CallExpression(it) => of_call(it, scoping),
            value if value.is_literal() => Kind::Primitive,
            _ => Kind::Any,
        };
        self.kind = self.kind.max(kind.min(widest));
    }
}

fn symbol_of(name: &IdentifierReference<'_>, scoping: &Scoping) -> Option<SymbolId> {
    scoping.get_reference(name.reference_id.get()?).symbol_id()
}

fn of_unary(operator: UnaryOperator) -> Kind {
    match operator {
        UnaryOperator::UnaryNegation | UnaryOperator::UnaryPlus | UnaryOperator::BitwiseNot => Kind::Numeric,
        UnaryOperator::LogicalNot | UnaryOperator::Typeof | UnaryOperator::Delete | UnaryOperator::Void => {
            Kind::Primitive
        }
    }
}

/// The kind of the result of a function of the language.
fn of_call(call: &CallExpression<'_>, scoping: &Scoping) -> Kind {
    let global = |value: &Expression<'_>| match value {
        Expression::Identifier(name) if symbol_of(name, scoping).is_none() => name.name.to_string(),
        _ => String::new(),
    };
    match &call.callee {
        Expression::StaticMemberExpression(it) => match (global(&it.object).as_str(), it.property.name.as_str()) {
            ("Math", _) | ("Date", "now") => Kind::Numeric,
            ("String", "fromCharCode" | "fromCodePoint" | "raw") | ("JSON", "stringify") => Kind::Primitive,
            _ => Kind::Any,
        },
        callee => match global(callee).as_str() {
            "Number" | "parseFloat" | "parseInt" | "BigInt" => Kind::Numeric,
            "Boolean" | "String" => Kind::Primitive,
            _ => Kind::Any,
        },
    }
}

/// A variable, and what is assigned to it.
struct Variable {
    /// How many declarations and assignments are understood.
    declarations: usize,
    assignments: usize,
    value: Value,
    /// Where its references are.
    references: Vec<u32>,
    /// Where a declaration with a value has been evaluated before.
    declared: Vec<Span>,
}

impl Variable {
    /// Whether a `var` has a value wherever it is used.
    fn is_declared_everywhere(&self) -> bool {
        self.references.iter().all(|&place| self.declared.iter().any(|part| part.start <= place && place < part.end))
    }
}

/// What is assigned to variables.
struct Writes<'s> {
    scoping: &'s Scoping,
    variables: FxHashMap<SymbolId, Variable>,
    /// The block around the current place. Within it, what follows the current place is evaluated after it. Empty if
    /// that is not known.
    block: Span,
}

impl Writes<'_> {
    fn in_block(&mut self, block: Span, visit: impl FnOnce(&mut Self)) {
        let outer = replace(&mut self.block, block);
        visit(self);
        self.block = outer;
    }

    fn variable(&mut self, symbol: SymbolId) -> &mut Variable {
        self.variables.entry(symbol).or_insert_with(|| Variable {
            declarations: 0,
            assignments: 0,
            value: Value { kind: Kind::Numeric, variables: Vec::new() },
            references: Vec::new(),
            declared: Vec::new(),
        })
    }

    fn assign(&mut self, name: &IdentifierReference<'_>, value: Option<(&Expression<'_>, Kind)>) {
        let scoping = self.scoping;
        let Some(symbol) = symbol_of(name, scoping) else { return };
        let variable = self.variable(symbol);
        variable.assignments += 1;
        if let Some((value, widest)) = value {
            variable.value.add(value, widest, scoping);
        }
    }

    /// The variables with no other declarations and assignments than those that are understood.
    fn understood(mut self) -> FxHashMap<SymbolId, Variable> {
        let scoping = self.scoping;
        self.variables.retain(|&symbol, variable| {
            let is_var = scoping.symbol_flags(symbol).is_function_scoped_declaration();
            if is_var && !variable.is_declared_everywhere() {
                variable.value.kind = variable.value.kind.max(Kind::Primitive);
            }
            let assignments = scoping.get_resolved_references(symbol).filter(|it| Reference::is_write(it)).count();
            let declarations = scoping.symbol_redeclarations(symbol).len().max(1);
            (variable.declarations, variable.assignments) == (declarations, assignments)
        });
        self.variables
    }

    /// The declaration in the head of a loop, whose values are not known.
    fn head(&mut self, left: &ForStatementLeft<'_>) {
        if let ForStatementLeft::VariableDeclaration(it) = left {
            it.declarations.iter().for_each(|declarator| self.visit_binding_pattern(&declarator.id));
        } else {
            self.visit_for_statement_left(left);
        }
    }
}

impl<'a> VisitJs<'a> for Writes<'_> {
    fn visit_identifier_reference(&mut self, it: &IdentifierReference<'a>) {
        if let Some(symbol) = symbol_of(it, self.scoping) {
            self.variable(symbol).references.push(it.span.start);
        }
    }

    fn visit_statement(&mut self, it: &Statement<'a>) {
        let block = match it {
            Statement::BlockStatement(it) => it.span,
            Statement::VariableDeclaration(_) => self.block,
            // The statements in it may not be evaluated, except what comes first.
            Statement::ForStatement(it) => it.span,
            _ => Span::empty(0),
        };
        self.in_block(block, |this| walk_js::walk_statement(this, it));
    }

    fn visit_for_statement(&mut self, it: &ForStatement<'a>) {
        it.init.iter().for_each(|init| self.visit_for_statement_init(init));
        self.in_block(Span::empty(0), |this| {
            it.test.iter().chain(&it.update).for_each(|part| this.visit_expression(part));
            this.visit_statement(&it.body);
        });
    }

    fn visit_function_body(&mut self, it: &FunctionBody<'a>) {
        self.in_block(it.span, |this| walk_js::walk_function_body(this, it));
    }

    fn visit_block_statement(&mut self, it: &BlockStatement<'a>) {
        self.in_block(it.span, |this| walk_js::walk_block_statement(this, it));
    }

    fn visit_for_in_statement(&mut self, it: &ForInStatement<'a>) {
        self.head(&it.left);
        self.visit_expression(&it.right);
        self.visit_statement(&it.body);
    }

    fn visit_for_of_statement(&mut self, it: &ForOfStatement<'a>) {
        self.head(&it.left);
        self.visit_expression(&it.right);
        self.visit_statement(&it.body);
    }

    fn visit_variable_declarator(&mut self, it: &VariableDeclarator<'a>) {
        if let BindingPattern::BindingIdentifier(name) = &it.id
            && let Some(symbol) = name.symbol_id.get()
        {
            let (scoping, block) = (self.scoping, self.block);
            let is_var = scoping.symbol_flags(symbol).is_function_scoped_declaration();
            let variable = self.variable(symbol);
            variable.declarations += 1;
            if let Some(value) = &it.init {
                variable.value.add(value, Kind::Any, scoping);
                variable.declared.push(Span::new(it.span.end, block.end.max(it.span.end)));
            } else if !is_var {
                variable.value.kind = variable.value.kind.max(Kind::Primitive);
            }
        }
        walk_js::walk_variable_declarator(self, it);
    }

    fn visit_assignment_expression(&mut self, it: &AssignmentExpression<'a>) {
        if let AssignmentTarget::AssignmentTargetIdentifier(name) = &it.left {
            let value = match it.operator {
                AssignmentOperator::Addition => Some((&it.right, Kind::Primitive)),
                operator if operator.is_arithmetic() || operator.is_bitwise() => None,
                _ => Some((&it.right, Kind::Any)),
            };
            self.assign(name, value);
        }
        walk_js::walk_assignment_expression(self, it);
    }

    fn visit_update_expression(&mut self, it: &UpdateExpression<'a>) {
        if let SimpleAssignmentTarget::AssignmentTargetIdentifier(name) = &it.argument {
            self.assign(name, None);
        }
        walk_js::walk_update_expression(self, it);
    }
}

#[cfg(test)]
mod tests {
    use oxc_allocator::Allocator;
    use oxc_span::SourceType;

    use super::{Kind, ValueKinds};
    use crate::syntax::{Thoroughness, parse};

    /// The kind of the variable `v` of a program.
    fn kind(text: &str) -> Kind {
        let allocator = Allocator::default();
        let syntax = parse(&allocator, text, SourceType::cjs(), Thoroughness::Usual);
        assert!(syntax.errors.is_empty(), "{text}");
        let kinds = ValueKinds::of(&syntax.program, &syntax.scoping);
        let mut symbols = syntax.scoping.symbol_ids();
        let symbol = symbols.find(|&symbol| syntax.scoping.symbol_name(symbol) == "v");
        kinds.of_variable(symbol.unwrap())
    }

    #[test]
    fn a_variable_has_the_kinds_of_its_values() {
        for (text, expected) in [
            ("let v = 0; v++; v += 2; v **= f()", Kind::Numeric),
            ("let v = 0; v = a ? 1 : -b", Kind::Numeric),
            ("let a = 1, b = a + 1; const v = b + a; b--", Kind::Numeric),
            ("let v = w; let w = v; w = 1", Kind::Numeric),
            ("let v = Math.floor(x), w = v", Kind::Numeric),
            ("var v = 1; v++; var v = 2; v++", Kind::Numeric),
            ("for (var v = 0; v < 1; v++); for (var v = 0; v < 1; v++) v", Kind::Numeric),
            ("if (a) { var v = 0; v++ }", Kind::Numeric),
            ("if (a) { var v = 0 } v++", Kind::Primitive),
            ("if (a) var v = 0; v++", Kind::Primitive),
            ("switch (a) { case 1: var v = 0; case 2: v++ }", Kind::Primitive),
            ("try { var v = 0 } catch { v++ }", Kind::Primitive),
            ("v++; var v = 0", Kind::Primitive),
            ("var v; v = 1; v++", Kind::Primitive),
            ("let v; v = 1", Kind::Primitive),
            ("let v = w; let w = v; w = 'a'", Kind::Primitive),
            ("let v = 0; v += f()", Kind::Primitive),
            ("let v = 0; v = f() + 1", Kind::Primitive),
            ("const v = `${f()}`", Kind::Primitive),
            ("const v = a < b", Kind::Primitive),
            ("const v = String(a)", Kind::Primitive),
            ("let v = w; let w = v; w = f()", Kind::Any),
            ("const String = f, v = String(a)", Kind::Any),
            ("let v = 0; v ||= f()", Kind::Any),
            ("let v = 0; [v] = f()", Kind::Any),
            ("let v = 0; for (v of f());", Kind::Any),
            ("for (let v of f());", Kind::Any),
            ("for (var v in f()); v = 0", Kind::Any),
            ("let { v } = f()", Kind::Any),
            ("function f(v) { var v = 1 }", Kind::Any),
            ("function f(v) { v++ }", Kind::Any),
            ("var v = 1; function v() {}", Kind::Any),
            ("let v = 1; eval(text)", Kind::Any),
            ("const v = /a/", Kind::Any),
        ] {
            assert_eq!(kind(text), expected, "{text}");
        }
    }
}

//! Which values are known to be, or not to be, `undefined` or `null`.

use oxc_ast::ast::{
    BindingIdentifier, Expression, IdentifierReference, Program, VariableDeclaration, VariableDeclarationKind,
};
use oxc_ast_visit::{VisitJs, walk_js};
use oxc_semantic::{Scoping, SymbolFlags, SymbolId};
use oxc_syntax::operator::UnaryOperator;
use rustc_hash::FxHashMap;

/// What is known about a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Nullish {
    Never,
    Undefined,
    Null,
    Perhaps,
}

impl Nullish {
    /// What a message says instead of the value.
    pub(super) fn words(self) -> &'static str {
        match self {
            Self::Undefined => "undefined",
            Self::Null => "null",
            Self::Never | Self::Perhaps => "undefined or null",
        }
    }
}

/// Global variables that have a value in every program. Programs do not assign to them.
const GLOBALS: &str = "__posttask Array ArrayBuffer Atomics BigInt Boolean Date Error Function Intl JSON Map Math \
                       Number Object Promise Proxy Reflect RegExp Set String Symbol TypeError WeakMap WeakSet console \
                       crypto exports globalThis module performance scheduler self";

fn is_global(name: &str) -> bool {
    GLOBALS.split(' ').any(|global| global == name)
}

/// What is known about the variables of a program.
pub(super) struct Knowledge<'s> {
    scoping: &'s Scoping,
    constants: FxHashMap<SymbolId, Nullish>,
}

impl<'s> Knowledge<'s> {
    pub(super) fn of(program: &Program<'_>, scoping: &'s Scoping) -> Self {
        let mut constants = Constants { knowledge: Self::without_constants(scoping) };
        constants.visit_program(program);
        constants.knowledge
    }

    /// What is known without a look at the program.
    pub(super) fn without_constants(scoping: &'s Scoping) -> Self {
        Self { scoping, constants: FxHashMap::default() }
    }

    /// The symbol of a name, if it is declared in the program.
    pub(super) fn symbol(&self, reference: &IdentifierReference<'_>) -> Option<SymbolId> {
        self.scoping.get_reference(reference.reference_id.get()?).symbol_id()
    }

    pub(super) fn scoping(&self) -> &'s Scoping {
        self.scoping
    }

    pub(super) fn value_of(&self, expression: &Expression<'_>) -> Nullish {
        match expression {
            Expression::NullLiteral(_) => Nullish::Null,
            Expression::UnaryExpression(unary) if unary.operator == UnaryOperator::Void => Nullish::Undefined,
            Expression::ParenthesizedExpression(inner) => self.value_of(&inner.expression),
            Expression::Identifier(name) if self.symbol(name).is_none() => match name.name.as_str() {
                "undefined" => Nullish::Undefined,
                name if is_global(name) => Nullish::Never,
                _ => Nullish::Perhaps,
            },
            Expression::Identifier(name) => self.symbol(name).map_or(Nullish::Perhaps, |symbol| self.value_in(symbol)),
            Expression::ArrayExpression(_)
            | Expression::ArrowFunctionExpression(_)
            | Expression::BigIntLiteral(_)
            | Expression::BinaryExpression(_)
            | Expression::BooleanLiteral(_)
            | Expression::ClassExpression(_)
            | Expression::FunctionExpression(_)
            | Expression::ImportExpression(_)
            | Expression::ImportMeta(_)
            | Expression::NewExpression(_)
            | Expression::NumericLiteral(_)
            | Expression::ObjectExpression(_)
            | Expression::RegExpLiteral(_)
            | Expression::StringLiteral(_)
            | Expression::Super(_)
            | Expression::TemplateLiteral(_)
            | Expression::UnaryExpression(_)
            | Expression::UpdateExpression(_) => Nullish::Never,
            _ => Nullish::Perhaps,
        }
    }

    /// Whether a name is that of a class or function declaration, or of a global variable that has a value in every
    /// program.
    pub(super) fn is_declaration_or_global(&self, name: &IdentifierReference<'_>) -> bool {
        match self.symbol(name) {
            Some(symbol) => self.is_declared(symbol),
            None => is_global(&name.name),
        }
    }

    /// Whether a variable is a class or function declaration.
    fn is_declared(&self, symbol: SymbolId) -> bool {
        let flags = self.scoping.symbol_flags(symbol);
        !self.scoping.symbol_is_mutated(symbol) && (flags.is_class() || flags.contains(SymbolFlags::Function))
    }

    fn value_in(&self, symbol: SymbolId) -> Nullish {
        if let Some(known) = self.constants.get(&symbol) {
            return *known;
        }
        if self.is_declared(symbol) { Nullish::Never } else { Nullish::Perhaps }
    }
}

struct Constants<'s> {
    knowledge: Knowledge<'s>,
}

impl Constants<'_> {
    fn note(&mut self, name: &BindingIdentifier<'_>, value: &Expression<'_>) {
        let known = self.knowledge.value_of(value);
        if let Some(symbol) = name.symbol_id.get()
            && known != Nullish::Perhaps
        {
            self.knowledge.constants.insert(symbol, known);
        }
    }
}

impl<'a> VisitJs<'a> for Constants<'_> {
    fn visit_variable_declaration(&mut self, declaration: &VariableDeclaration<'a>) {
        if declaration.kind == VariableDeclarationKind::Const {
            for declarator in &declaration.declarations {
                if let (Some(name), Some(value)) = (declarator.id.get_binding_identifier(), &declarator.init) {
                    self.note(name, value);
                }
            }
        }
        walk_js::walk_variable_declaration(self, declaration);
    }
}

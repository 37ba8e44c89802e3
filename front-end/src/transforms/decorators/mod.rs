//! Decorators and `accessor` fields: <https://github.com/tc39/proposal-decorators>.
//!
//! A class with decorators becomes a call of a helper, which gets the decorators of the class and a function that
//! returns it. The class lets the helper have the decorators of its elements, and calls it back when its static
//! elements are initialized:
//!
//! ```js
//! @a class C { @b m() {} [k]() {} }
//! let C = helpers.decorated([a], [], ($0, C) => ({ C: class {
//!     static [$0.evaluate([[b], k])] = 0; // all decorators and keys, in order
//!     static { C = $0.apply(this, …); }
//!     m() {}
//!     [$0.at(1)]() {}
//! } }).C);
//! ```
//!
//! If the class awaits or yields, what it evaluates is in the second argument, because it cannot be in the function.

mod members;
mod static_fields;
mod writer;

use oxc_allocator::{ArenaVec, GetAllocator, TakeIn};
use oxc_ast::ast::{
    BindingPattern, Class, ClassElement, Declaration, ExportDefaultDeclarationKind, ExportSpecifier, Expression,
    FormalParameter, ImportOrExportKind, ModuleExportName, Program, PropertyKey, Statement, VariableDeclarator,
};
use oxc_ast::builder::AstBuilder;
use oxc_ast_visit::{VisitMut, walk_mut};
use oxc_span::{GetSpan, Span};

use self::members::Members;
use self::writer::{Writer, decorators_of};
use super::look_alikes::unused_name;
use super::snippets;
use super::transform::{Settings, Transform, Tree};
use crate::helpers::{HELPERS, HOST};
use crate::syntax::scoping_of;
use crate::syntax_error::{Label, SyntaxError};

pub(super) use static_fields::StaticFields;

const OF_PARAMETER: (&str, &str) = (
    "parameter decorators are not in the standard",
    "set `experimentalDecorators` in the `compilerOptions` of tsconfig.json",
);

/// Compiles the decorators of the standard, and `accessor` fields. The transformer of oxc knows the decorators from
/// before the standard only.
pub(super) struct Decorators;

impl Transform for Decorators {
    fn may_apply(&self, tree: &Tree<'_>, settings: &Settings<'_>) -> bool {
        let has_any = tree.features.decorator.is_some() || tree.features.accessor.is_some();
        has_any && settings.options.legacy_decorators.is_none()
    }

    fn apply(&self, tree: &mut Tree<'_>, _: &Settings<'_>) -> Result<bool, SyntaxError> {
        let state = tree.allocator.alloc_str(&unused_name("decoration", tree));
        let mut compiler =
            Compiler { writer: Writer::new(AstBuilder::new(tree.allocator), state), name: None, parameter: None };
        compiler.visit_program(&mut tree.program);
        if let Some(span) = compiler.parameter {
            let (message, help) = OF_PARAMETER;
            let place = Label { span, text: None };
            let help = Some(help.to_owned());
            return Err(SyntaxError { message: message.to_owned(), place, labels: Vec::new(), help });
        }
        tree.scoping = scoping_of(&tree.program);
        Ok(true)
    }
}

struct Compiler<'a> {
    writer: Writer<'a>,
    /// The name of an anonymous class that is visited next.
    name: Option<&'a str>,
    /// The first decorator of a parameter.
    parameter: Option<Span>,
}

/// Whether a class needs the helper. The key of an accessor is evaluated once, for its getter and its setter.
fn is_decorated(class: &Class<'_>) -> bool {
    let is_computed = |element: &ClassElement<'_>| {
        matches!(element, ClassElement::AccessorProperty(it)
            if !matches!(it.key, PropertyKey::StaticIdentifier(_) | PropertyKey::PrivateIdentifier(_)))
    };
    let needs = |element: &ClassElement<'_>| !decorators_of(element).is_empty() || is_computed(element);
    !class.declare && (!class.decorators.is_empty() || class.body.body.iter().any(needs))
}

impl<'a> Compiler<'a> {
    /// Returns the call of the helper for a class. `default` is the name of a class that has none.
    fn call(&mut self, class: &mut Class<'a>, default: &str) -> Expression<'a> {
        let span = class.span;
        let of_class = self.writer.evaluated(span, class.decorators.take_in(&self.writer.ast));
        let inner = class.id.take().map(|id| id.name.as_str());
        let around = Members::compile(class, inner, &mut self.writer);
        let around = self.writer.array(span, around.into_iter());
        let parameters = inner.map_or(self.writer.state.to_owned(), |inner| format!("{}, {inner}", self.writer.state));
        let name = inner.unwrap_or(default);
        let text = format!("{HOST}.{HELPERS}.decorated($0, $1, ({parameters}) => ({{ '{name}': $2 }})['{name}'])");
        let fills = [of_class, around, class_expression(class, &self.writer.ast)];
        snippets::filled(&text, span, fills, self.writer.ast.allocator())
    }

    /// `class C {}` becomes `let C = …`.
    fn variable(&mut self, class: &mut Class<'a>) -> Option<Statement<'a>> {
        let name = class.id.as_ref()?.name;
        let span = class.span;
        let value = self.call(class, "");
        Some(snippets::filled_statement(&format!("let {name} = $0;"), span, [value], self.writer.ast.allocator()))
    }

    /// `export default class C {}` becomes `let C = …; export { C as default }`.
    fn default_export(&mut self, statement: &mut Statement<'a>) -> Option<Statement<'a>> {
        let Statement::ExportDefaultDeclaration(export) = statement else { return None };
        let ExportDefaultDeclarationKind::ClassDeclaration(class) = &mut export.declaration else { return None };
        if !is_decorated(class) {
            return None;
        }
        let (name, span) = (class.id.as_ref()?.name.as_str(), class.span);
        *statement = self.variable(class)?;
        let local = ModuleExportName::new_identifier_reference(span, name, &self.writer.ast);
        let exported = ModuleExportName::new_identifier_name(span, "default", &self.writer.ast);
        let specifier = ExportSpecifier::new(span, local, exported, ImportOrExportKind::Value, &self.writer.ast);
        let specifiers = ArenaVec::from_value_in(specifier, &self.writer.ast);
        Some(Statement::new_export_named_declaration(span, specifiers, ImportOrExportKind::Value, &self.writer.ast))
    }
}

fn class_expression<'a>(class: &mut Class<'a>, ast: &AstBuilder<'a>) -> Expression<'a> {
    let mut class = class.take_in(ast);
    class.r#type = oxc_ast::ast::ClassType::ClassExpression;
    Expression::ClassExpression(oxc_allocator::ArenaBox::new_in(class, ast))
}

impl<'a> VisitMut<'a> for Compiler<'a> {
    fn visit_program(&mut self, program: &mut Program<'a>) {
        let mut exports = Vec::new();
        for statement in &mut program.body {
            walk_mut::walk_statement(self, statement);
            exports.extend(self.default_export(statement));
        }
        program.body.extend(exports);
    }

    fn visit_variable_declarator(&mut self, it: &mut VariableDeclarator<'a>) {
        if let (BindingPattern::BindingIdentifier(id), Some(Expression::ClassExpression(_))) = (&it.id, &it.init) {
            self.name = Some(id.name.as_str());
        }
        walk_mut::walk_variable_declarator(self, it);
    }

    fn visit_expression(&mut self, it: &mut Expression<'a>) {
        let name = self.name.take();
        walk_mut::walk_expression(self, it);
        if let Expression::ClassExpression(class) = it
            && is_decorated(class)
        {
            *it = self.call(class, name.unwrap_or_default());
        }
    }

    fn visit_declaration(&mut self, it: &mut Declaration<'a>) {
        walk_mut::walk_declaration(self, it);
        if let Declaration::ClassDeclaration(class) = it
            && is_decorated(class)
            && let Some(Statement::VariableDeclaration(variable)) = self.variable(class)
        {
            *it = Declaration::VariableDeclaration(variable);
        }
    }

    fn visit_export_default_declaration_kind(&mut self, it: &mut ExportDefaultDeclarationKind<'a>) {
        walk_mut::walk_export_default_declaration_kind(self, it);
        if let ExportDefaultDeclarationKind::ClassDeclaration(class) = it
            && class.id.is_none()
            && is_decorated(class)
        {
            *it = self.call(class, "default").into();
        }
    }

    fn visit_class(&mut self, it: &mut Class<'a>) {
        walk_mut::walk_class(self, it);
        if !is_decorated(it) {
            members::lower_accessors(it, &mut self.writer);
        }
    }

    fn visit_formal_parameter(&mut self, it: &mut FormalParameter<'a>) {
        if let Some(decorator) = it.decorators.first() {
            self.parameter.get_or_insert(decorator.span());
        }
        walk_mut::walk_formal_parameter(self, it);
    }
}

#[cfg(test)]
mod tests {
    use crate::transforms::tests::{transformed, unchanged};

    #[test]
    fn accessors_become_private_fields() {
        let expected = "class A {\n\t#decorat\u{456}on_0 = 1;\n\t\
                        get x() {\n\t\treturn this.#decorat\u{456}on_0;\n\t}\n\t\
                        set x(value) {\n\t\tthis.#decorat\u{456}on_0 = value;\n\t}\n}";
        let text = transformed("class A { accessor x = 1 }", "a.cjs");
        assert_eq!(text, expected);
        unchanged(&["class A { accessor() {} }"]);
    }
}

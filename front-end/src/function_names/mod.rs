//! The names of functions for stack traces, from the text of a program.
//!
//! A function knows its own name only. People look for `Queue.push`, `api.load` or `new Point`, as other engines show
//! them, and these names are in the text around a function.

mod keys;
mod positions;

use std::collections::HashMap;

use oxc_ast::ast::{
    AccessorProperty, ArrowFunctionExpression, AssignmentExpression, AssignmentPattern, AssignmentTarget,
    AssignmentTargetPropertyIdentifier, AssignmentTargetWithDefault, BindingPattern, Class, ExportDefaultDeclaration,
    ExportDefaultDeclarationKind, Expression, FormalParameter, Function, MethodDefinition, MethodDefinitionKind,
    ObjectExpression, ObjectProperty, Program, PropertyDefinition, PropertyKey, PropertyKind, StaticBlock,
    VariableDeclarator,
};
use oxc_ast_visit::{VisitJs, walk_js};
use oxc_span::{GetSpan, Span};
use oxc_syntax::operator::AssignmentOperator;
use oxc_syntax::scope::ScopeFlags;

use self::keys::{join, key_text, member_text};
use self::positions::Boundary;

const ANONYMOUS: &str = "<anonymous>";

/// The names of the functions of a program, by position.
#[derive(Debug, Default)]
pub(super) struct FunctionNames {
    names: Vec<String>,
    /// From each of these positions on, up to the next one, code is in the same function. Sorted.
    boundaries: Vec<Boundary>,
}

impl FunctionNames {
    /// Finds the functions of a program with this text. O(n).
    pub(super) fn new(program: &Program<'_>, text: &str) -> Self {
        let mut namer = Namer::default();
        namer.visit_program(program);
        Self { names: namer.names, boundaries: positions::boundaries(namer.boundaries, text) }
    }

    /// Returns the name of the innermost function at a position, and `None` for top-level code. The line and the column
    /// are from 1. O(log n).
    pub(super) fn name_at(&self, line: u32, column: u32) -> Option<&str> {
        let after = self.boundaries.partition_point(|boundary| boundary.position <= (line, column));
        let function = self.boundaries[..after].last()?.function?;
        self.names.get(function).map(String::as_str)
    }
}

/// What is known about a function or an object from the text around it.
#[derive(Clone, Debug)]
struct Hint {
    name: String,
    /// What its `this` is called.
    this: Option<String>,
}

#[derive(Default)]
struct Namer {
    names: Vec<String>,
    /// The offsets at which functions start and end, with the function from there on. In the order of the text.
    boundaries: Vec<(u32, Option<usize>)>,
    /// The function that is visited.
    open: Option<usize>,
    /// What is known about functions, classes and objects that come later.
    hints: HashMap<Span, Hint>,
    /// The name of the innermost class or object.
    owner: Option<String>,
    /// What `this` is called here.
    this: Option<String>,
}

impl Namer {
    /// Visits a part of the program as a function of its own.
    fn within(&mut self, span: Span, hint: Hint, visit: impl FnOnce(&mut Self)) {
        let outer = self.open.replace(self.names.len());
        let outer_this = std::mem::replace(&mut self.this, hint.this);
        self.names.push(hint.name);
        self.boundaries.push((span.start, self.open));
        visit(self);
        self.boundaries.push((span.end, outer));
        (self.open, self.this) = (outer, outer_this);
    }

    /// Visits the members of a class or an object.
    fn owned_by(&mut self, owner: Option<String>, visit: impl FnOnce(&mut Self)) {
        let outer = std::mem::replace(&mut self.owner, owner);
        visit(self);
        self.owner = outer;
    }

    /// Notes the name that a value gets. Names go through parentheses and through operators that yield an operand.
    fn hint(&mut self, value: &Expression<'_>, names: &Names) {
        match value {
            Expression::FunctionExpression(function) if function.id.is_none() => {
                self.note(function.span, names.function());
            }
            Expression::ArrowFunctionExpression(arrow) => self.note(arrow.span, names.function()),
            Expression::ClassExpression(class) if class.id.is_none() => self.note(class.span, names.class()),
            Expression::ObjectExpression(object) => self.note(object.span, names.function()),
            Expression::ParenthesizedExpression(inner) => self.hint(&inner.expression, names),
            Expression::LogicalExpression(logical) => self.hint(&logical.right, names),
            Expression::ConditionalExpression(conditional) => {
                self.hint(&conditional.consequent, names);
                self.hint(&conditional.alternate, names);
            }
            Expression::SequenceExpression(sequence) => {
                if let Some(last) = sequence.expressions.last() {
                    self.hint(last, names);
                }
            }
            _ => {}
        }
    }

    fn note(&mut self, span: Span, hint: Hint) {
        self.hints.insert(span, hint);
    }

    fn hint_pattern(&mut self, pattern: &BindingPattern<'_>, value: Option<&Expression<'_>>) {
        if let (Some(identifier), Some(value)) = (pattern.get_binding_identifier(), value) {
            self.hint(value, &Names::of(identifier.name.as_str()));
        }
    }

    fn hint_target(&mut self, target: &AssignmentTarget<'_>, value: &Expression<'_>) {
        let name = match target {
            AssignmentTarget::AssignmentTargetIdentifier(identifier) => Some(identifier.name.to_string()),
            _ => target.as_member_expression().map(|member| member_text(member, self.this.as_deref())),
        };
        if let Some(name) = name {
            self.hint(value, &Names::of(&name));
        }
    }

    /// Notes the names of a function in a class or an object. Its `this` is called as the class or the object.
    fn hint_method(&mut self, function: Span, prefix: &str, key: &str) {
        let name = match prefix {
            "" => join(self.owner.as_deref(), key),
            _ => format!("{prefix} {key}"),
        };
        self.note(function, Hint { name, this: self.owner.clone() });
    }

    /// Notes the names of the value of a property of the innermost class or object.
    fn hint_property(&mut self, key: &PropertyKey<'_>, computed: bool, value: &Expression<'_>) {
        let key = key_text(key, computed);
        let function = join(self.owner.as_deref(), &key);
        self.hint(value, &Names { function, class: key, this: self.owner.clone() });
    }

    /// Visits the value of a field, which is computed by a function that the engine makes.
    fn field(&mut self, key: &PropertyKey<'_>, computed: bool, is_static: bool, value: &Expression<'_>) {
        self.hint_property(key, computed, value);
        let hint = Hint { name: initializer(is_static).to_owned(), this: self.owner.clone() };
        self.within(value.span(), hint, |namer| namer.visit_expression(value));
    }

    /// What is known about a function: its own name goes before that of a variable.
    fn hint_of(&mut self, span: Span, own: Option<&str>) -> Hint {
        match own {
            Some(name) => Names::of(name).function(),
            None => self.hints.remove(&span).unwrap_or_else(|| Hint { name: ANONYMOUS.to_owned(), this: None }),
        }
    }
}

fn initializer(is_static: bool) -> &'static str {
    if is_static { "<static_initializer>" } else { "<instance_members_initializer>" }
}

/// The names that a value gets, by what it is.
struct Names {
    function: String,
    class: String,
    /// What `this` is called in the function. Otherwise as the function, if its name is that of a class.
    this: Option<String>,
}

impl Names {
    fn of(name: &str) -> Self {
        Self { function: name.to_owned(), class: name.to_owned(), this: None }
    }

    fn function(&self) -> Hint {
        let last = self.function.rsplit('.').next().unwrap_or_default();
        let constructed = || last.starts_with(char::is_uppercase).then(|| self.function.clone());
        Hint { name: self.function.clone(), this: self.this.clone().or_else(constructed) }
    }

    fn class(&self) -> Hint {
        Hint { name: self.class.clone(), this: None }
    }
}

impl<'a> VisitJs<'a> for Namer {
    fn visit_function(&mut self, function: &Function<'a>, flags: ScopeFlags) {
        let hint = self.hint_of(function.span, function.id.as_ref().map(|id| id.name.as_str()));
        self.within(function.span, hint, |namer| walk_js::walk_function(namer, function, flags));
    }

    fn visit_arrow_function_expression(&mut self, arrow: &ArrowFunctionExpression<'a>) {
        let hint = Hint { this: self.this.clone(), ..self.hint_of(arrow.span, None) };
        self.within(arrow.span, hint, |namer| walk_js::walk_arrow_function_expression(namer, arrow));
    }

    fn visit_class(&mut self, class: &Class<'a>) {
        let own = class.id.as_ref().map(|id| id.name.to_string());
        let name = own.or_else(|| self.hints.remove(&class.span).map(|hint| hint.name));
        self.owned_by(name, |namer| walk_js::walk_class(namer, class));
    }

    fn visit_object_expression(&mut self, object: &ObjectExpression<'a>) {
        let name = self.hints.remove(&object.span).map(|hint| hint.name);
        self.owned_by(name, |namer| walk_js::walk_object_expression(namer, object));
    }

    fn visit_object_property(&mut self, property: &ObjectProperty<'a>) {
        let prefix = match property.kind {
            PropertyKind::Init if !property.method => None,
            PropertyKind::Init => Some(""),
            PropertyKind::Get => Some("get"),
            PropertyKind::Set => Some("set"),
        };
        match prefix {
            None => self.hint_property(&property.key, property.computed, &property.value),
            Some(prefix) => {
                self.hint_method(property.value.span(), prefix, &key_text(&property.key, property.computed));
            }
        }
        walk_js::walk_object_property(self, property);
    }

    fn visit_method_definition(&mut self, method: &MethodDefinition<'a>) {
        let key = key_text(&method.key, method.computed);
        let function = method.value.span;
        match method.kind {
            MethodDefinitionKind::Constructor => {
                let class = self.owner.clone().unwrap_or_else(|| ANONYMOUS.to_owned());
                self.hint_method(function, "new", &class);
            }
            MethodDefinitionKind::Method => self.hint_method(function, "", &key),
            MethodDefinitionKind::Get => self.hint_method(function, "get", &key),
            MethodDefinitionKind::Set => self.hint_method(function, "set", &key),
        }
        walk_js::walk_method_definition(self, method);
    }

    fn visit_property_definition(&mut self, field: &PropertyDefinition<'a>) {
        self.visit_decorators(&field.decorators);
        self.visit_property_key(&field.key);
        if let Some(value) = &field.value {
            self.field(&field.key, field.computed, field.r#static, value);
        }
    }

    fn visit_accessor_property(&mut self, field: &AccessorProperty<'a>) {
        self.visit_decorators(&field.decorators);
        self.visit_property_key(&field.key);
        if let Some(value) = &field.value {
            self.field(&field.key, field.computed, field.r#static, value);
        }
    }

    fn visit_static_block(&mut self, block: &StaticBlock<'a>) {
        let hint = Hint { name: initializer(true).to_owned(), this: self.owner.clone() };
        self.within(block.span, hint, |namer| walk_js::walk_static_block(namer, block));
    }

    fn visit_variable_declarator(&mut self, declarator: &VariableDeclarator<'a>) {
        self.hint_pattern(&declarator.id, declarator.init.as_ref());
        walk_js::walk_variable_declarator(self, declarator);
    }

    fn visit_formal_parameter(&mut self, parameter: &FormalParameter<'a>) {
        self.hint_pattern(&parameter.pattern, parameter.initializer.as_deref());
        walk_js::walk_formal_parameter(self, parameter);
    }

    fn visit_assignment_pattern(&mut self, pattern: &AssignmentPattern<'a>) {
        self.hint_pattern(&pattern.left, Some(&pattern.right));
        walk_js::walk_assignment_pattern(self, pattern);
    }

    fn visit_assignment_expression(&mut self, assignment: &AssignmentExpression<'a>) {
        if assignment.operator == AssignmentOperator::Assign || assignment.operator.is_logical() {
            self.hint_target(&assignment.left, &assignment.right);
        }
        walk_js::walk_assignment_expression(self, assignment);
    }

    fn visit_assignment_target_with_default(&mut self, target: &AssignmentTargetWithDefault<'a>) {
        self.hint_target(&target.binding, &target.init);
        walk_js::walk_assignment_target_with_default(self, target);
    }

    fn visit_assignment_target_property_identifier(&mut self, target: &AssignmentTargetPropertyIdentifier<'a>) {
        if let Some(value) = &target.init {
            self.hint(value, &Names::of(target.binding.name.as_str()));
        }
        walk_js::walk_assignment_target_property_identifier(self, target);
    }

    fn visit_export_default_declaration(&mut self, export: &ExportDefaultDeclaration<'a>) {
        let names = Names::of("default");
        match &export.declaration {
            ExportDefaultDeclarationKind::FunctionDeclaration(function) => self.note(function.span, names.function()),
            ExportDefaultDeclarationKind::ClassDeclaration(class) => self.note(class.span, names.class()),
            // An object keeps its own names: `default.m` is no name that anyone wrote.
            ExportDefaultDeclarationKind::ObjectExpression(_) => {}
            declaration => {
                if let Some(value) = declaration.as_expression() {
                    self.hint(value, &names);
                }
            }
        }
        walk_js::walk_export_default_declaration(self, export);
    }
}

#[cfg(test)]
mod tests;

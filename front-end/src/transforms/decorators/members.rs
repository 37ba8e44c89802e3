//! The elements of decorated classes.

use std::fmt::Write as _;

use oxc_allocator::{ArenaBox, ArenaVec, CloneIn, GetAllocator, TakeIn};
use oxc_ast::ast::{
    AccessorProperty, Class, ClassElement, Expression, MethodDefinition, MethodDefinitionKind, PropertyDefinition,
    PropertyKey,
};
use oxc_ast::builder::AstBuilder;
use oxc_ast_visit::walk_js;
use oxc_span::{SPAN, Span};

use super::writer::{Writer, decorators_of, evaluated_key};
use crate::helpers::HOST;
use crate::suspensions::suspends;
use crate::transforms::snippets;

/// What is collected while the elements of a class are compiled.
pub(super) struct Members<'a> {
    state: &'a str,
    ast: AstBuilder<'a>,
    /// The decorators of elements and the keys that are computed, in order.
    evaluated: Vec<Expression<'a>>,
    /// How many elements the helper knows.
    count: usize,
    /// What the helper needs to know about these elements, as the elements of an array.
    descriptions: String,
    /// The functions of private methods, which the descriptions refer to.
    functions: Vec<Expression<'a>>,
    /// Whether initializers run when instances are made, before their fields are defined.
    has_start: bool,
    elements: ArenaVec<'a, ClassElement<'a>>,
}

/// Writes the accessors of a class without decorators as private fields.
pub(super) fn lower_accessors<'a>(class: &mut Class<'a>, writer: &mut Writer<'a>) {
    if class.body.body.iter().any(|element| matches!(element, ClassElement::AccessorProperty(_))) {
        let mut members = Members::new(writer);
        for element in class.body.body.take_in(&writer.ast) {
            match element {
                ClassElement::AccessorProperty(it) if !it.r#type.is_abstract() => members.accessor(it, None, writer),
                other => members.elements.push(other),
            }
        }
        class.body.body = members.elements;
    }
}

impl<'a> Members<'a> {
    fn new(writer: &Writer<'a>) -> Self {
        let ast = AstBuilder::new(writer.ast.allocator());
        Self {
            state: writer.state,
            elements: ArenaVec::new_in(&ast),
            ast,
            evaluated: Vec::new(),
            count: 0,
            descriptions: String::new(),
            functions: Vec::new(),
            has_start: false,
        }
    }

    /// Compiles the elements of a class. Returns what is evaluated around it. `inner` is the name of the class in its
    /// elements.
    ///
    /// Decorators and keys are evaluated in the key of the first field. They cannot stay in those of methods, because
    /// the engine cannot compile functions there. If the class awaits or yields, they cannot be in the class.
    pub(super) fn compile(class: &mut Class<'a>, inner: Option<&str>, writer: &mut Writer<'a>) -> Vec<Expression<'a>> {
        let mut members = Self::new(writer);
        // The superclass, a key or a decorator of an element may suspend.
        let is_around = suspends(|found| walk_js::walk_class(found, class));
        if let Some(heritage) = class.heritage.as_mut().filter(|_| is_around) {
            members.evaluate_before(&mut heritage.expression, |value| value);
        }
        for element in class.body.body.take_in(&writer.ast) {
            members.element(element, writer);
        }
        let Self { state, ast, mut evaluated, descriptions, functions, has_start, elements, .. } = members;
        let mut all = ArenaVec::new_in(&ast);
        if !is_around && !evaluated.is_empty() {
            let values = writer.array(class.span, evaluated.drain(..));
            let text = format!("static [{state}.evaluate($0)] = 0;");
            all.extend(snippets::class_elements(&text, class.span, [values], ast.allocator()));
        }
        let target = inner.map_or(String::new(), |inner| format!("{inner} = "));
        let start = if has_start { format!("#{state} = {state}.start(this);") } else { String::new() };
        let text = format!("static {{ {target}{state}.apply(this, [{descriptions}]); }} {start}");
        all.extend(snippets::class_elements(&text, class.span, functions, ast.allocator()));
        all.extend(elements);
        class.body.body = all;
        evaluated
    }

    fn element(&mut self, element: ClassElement<'a>, writer: &mut Writer<'a>) {
        let is_decorated = !decorators_of(&element).is_empty();
        match element {
            ClassElement::MethodDefinition(it) if is_decorated => self.method(it, writer),
            ClassElement::PropertyDefinition(it) if is_decorated && !it.declare => self.field(it, writer),
            ClassElement::AccessorProperty(it) if !it.r#type.is_abstract() => {
                let is_named = matches!(it.key, PropertyKey::StaticIdentifier(_) | PropertyKey::PrivateIdentifier(_));
                let number = (is_decorated || !is_named).then_some(self.count);
                self.accessor(it, number, writer);
            }
            mut other => {
                if let Some(key) = evaluated_key(&mut other).and_then(PropertyKey::as_expression_mut) {
                    self.evaluate_key(key);
                }
                self.elements.push(other);
            }
        }
    }

    fn push(&mut self, text: &str, span: Span, fills: Vec<Expression<'a>>) {
        self.elements.extend(snippets::class_elements(text, span, fills, self.ast.allocator()));
    }

    /// Lets an expression be evaluated before the elements, in its order. Returns its number.
    fn evaluate(&mut self, expression: Expression<'a>) -> usize {
        self.evaluated.push(expression);
        self.evaluated.len() - 1
    }

    /// The same, for an expression that stays where it is, and then has what `convert` makes of its value.
    fn evaluate_before(
        &mut self,
        expression: &mut Expression<'a>,
        convert: impl FnOnce(Expression<'a>) -> Expression<'a>,
    ) -> usize {
        let number = self.evaluate(convert(expression.take_in(&self.ast)));
        *expression = snippets::expression(&format!("{}.at({number})", self.state), SPAN, self.ast.allocator());
        number
    }

    /// The same, for a computed key.
    fn evaluate_key(&mut self, key: &mut Expression<'a>) -> usize {
        let allocator = self.ast.allocator();
        self.evaluate_before(key, |value| snippets::filled(&format!("{HOST}.key($0)"), SPAN, [value], allocator))
    }

    /// Adds an element to those that the helper knows. Its decorators, if it has any, are evaluated before its key.
    /// Returns its number, and whether the key is computed now.
    fn describe(
        &mut self,
        decorators: Option<Expression<'a>>,
        kind: &str,
        is_static: bool,
        key: &mut PropertyKey<'a>,
    ) -> (usize, bool) {
        let number = self.count;
        self.count += 1;
        let shown = |number: Option<usize>| number.map_or_else(|| "undefined".to_owned(), |number| number.to_string());
        let decorators = decorators.map(|decorators| self.evaluate(decorators));
        let computed = key.as_expression_mut().map(|key| self.evaluate_key(key));
        let _ = write!(self.descriptions, "[{}, {}, ", shown(decorators), shown(computed));
        let _ = write!(self.descriptions, "'{kind}', {is_static}, ");
        match key {
            PropertyKey::StaticIdentifier(name) => {
                let _ = write!(self.descriptions, "'{}'", name.name);
            }
            PropertyKey::PrivateIdentifier(name) => {
                let name = name.name;
                let _ = write!(self.descriptions, "'#{name}', (o) => #{name} in o");
                let can_read = kind != "setter";
                let can_write = !matches!(kind, "method" | "getter");
                let read = if can_read { format!("(o) => o.#{name}") } else { "undefined".to_owned() };
                let write = if can_write { format!("(o, v) => {{ o.#{name} = v; }}") } else { "undefined".to_owned() };
                let _ = write!(self.descriptions, ", {read}, {write}");
            }
            _ => self.descriptions.push_str("undefined"),
        }
        (number, computed.is_some())
    }

    /// Ends the description of an element, perhaps with the function that a private method has.
    fn end_description(&mut self, function: Option<Expression<'a>>) {
        if let Some(function) = function {
            let _ = write!(self.descriptions, ", ${}", self.functions.len());
            self.functions.push(function);
        }
        self.descriptions.push_str("], ");
    }

    fn method(&mut self, mut method: ArenaBox<'a, MethodDefinition<'a>>, writer: &Writer<'a>) {
        let decorators = Some(writer.evaluated(method.span, method.decorators.take_in(&self.ast)));
        let kind = match method.kind {
            MethodDefinitionKind::Get => "getter",
            MethodDefinitionKind::Set => "setter",
            MethodDefinitionKind::Method | MethodDefinitionKind::Constructor => "method",
        };
        self.has_start |= !method.r#static;
        let (number, is_computed) = self.describe(decorators, kind, method.r#static, &mut method.key);
        let PropertyKey::PrivateIdentifier(key) = &method.key else {
            method.computed |= is_computed;
            self.end_description(None);
            self.elements.push(ClassElement::MethodDefinition(method));
            return;
        };
        // A private method cannot be replaced, but the value of a getter can.
        let (state, name, prefix) = (self.state, key.name, if method.r#static { "static " } else { "" });
        let text = match method.kind {
            MethodDefinitionKind::Get => {
                format!("{prefix}get #{name}() {{ return {state}.value({number}).call(this); }}")
            }
            MethodDefinitionKind::Set => {
                format!("{prefix}set #{name}(value) {{ {state}.value({number}).call(this, value); }}")
            }
            _ => format!("{prefix}get #{name}() {{ return {state}.value({number}); }}"),
        };
        let span = method.span;
        let function = method.value.take_in(&self.ast);
        self.end_description(Some(Expression::FunctionExpression(ArenaBox::new_in(function, &self.ast))));
        self.push(&text, span, Vec::new());
    }

    fn field(&mut self, mut field: ArenaBox<'a, PropertyDefinition<'a>>, writer: &mut Writer<'a>) {
        let decorators = Some(writer.evaluated(field.span, field.decorators.take_in(&self.ast)));
        let (is_static, span) = (field.r#static, field.span);
        let (number, is_computed) = self.describe(decorators, "field", is_static, &mut field.key);
        field.computed |= is_computed;
        self.end_description(None);
        field.value = Some(self.initial(number, field.value.take(), span));
        field.definite = false;
        field.optional = false;
        self.elements.push(ClassElement::PropertyDefinition(field));
        self.run_after(number, is_static, span, writer);
    }

    fn initial(&self, number: usize, value: Option<Expression<'a>>, span: Span) -> Expression<'a> {
        let state = self.state;
        let second = if value.is_some() { ", $0" } else { "" };
        let text = format!("{state}.init({number}, this{second})");
        snippets::filled(&text, span, value, self.ast.allocator())
    }

    /// Runs the initializers that decorators have added to a field.
    fn run_after(&mut self, number: usize, is_static: bool, span: Span, writer: &mut Writer<'a>) {
        let call = format!("{}.after({number}, this);", self.state);
        let text =
            if is_static { format!("static {{ {call} }}") } else { format!("#{} = {call}", writer.private_name()) };
        self.push(&text, span, Vec::new());
    }

    /// `accessor x = 1` becomes a private field with a getter and a setter. Those of a number are known to the helper.
    fn accessor(
        &mut self,
        mut accessor: ArenaBox<'a, AccessorProperty<'a>>,
        number: Option<usize>,
        writer: &mut Writer<'a>,
    ) {
        let (span, is_static) = (accessor.span, accessor.r#static);
        let storage = writer.private_name();
        let mut value = accessor.value.take();
        let is_private = matches!(accessor.key, PropertyKey::PrivateIdentifier(_));
        if let Some(number) = number {
            let decorators = accessor.decorators.take_in(&self.ast);
            let decorators = (!decorators.is_empty()).then(|| writer.evaluated(span, decorators));
            self.describe(decorators, "accessor", is_static, &mut accessor.key);
            if is_private {
                let text =
                    format!("{{ get() {{ return this.#{storage}; }}, set(value) {{ this.#{storage} = value; }} }}");
                self.end_description(Some(snippets::expression(&text, span, self.ast.allocator())));
            } else {
                self.end_description(None);
            }
            value = Some(self.initial(number, value, span));
        }
        let prefix = if is_static { "static " } else { "" };
        let (initial, fills) = if value.is_some() { (" = $0", value) } else { ("", None) };
        let state = self.state;
        let (get, set) = match number.filter(|_| is_private) {
            Some(number) => (
                format!("return {state}.value({number}).get.call(this);"),
                format!("{state}.value({number}).set.call(this, value);"),
            ),
            None => (format!("return this.#{storage};"), format!("this.#{storage} = value;")),
        };
        let mut fills: Vec<Expression<'a>> = fills.into_iter().collect();
        let (first, second) = match &mut accessor.key {
            PropertyKey::StaticIdentifier(name) => (name.name.to_string(), name.name.to_string()),
            PropertyKey::PrivateIdentifier(name) => (format!("#{}", name.name), format!("#{}", name.name)),
            // It has been evaluated: the expression reads its value, and can be written twice.
            key => {
                let at = fills.len();
                let value = key.as_expression_mut().map(|key| key.take_in(&self.ast));
                fills.extend(value.as_ref().map(|value| value.clone_in(self.ast.allocator())));
                fills.extend(value);
                (format!("[${at}]"), format!("[${}]", at + 1))
            }
        };
        let text = format!(
            "{prefix}#{storage}{initial}; {prefix}get {first}() {{ {get} }} {prefix}set {second}(value) {{ {set} }}"
        );
        self.push(&text, span, fills);
        if let Some(number) = number {
            self.run_after(number, is_static, span, writer);
        }
    }
}

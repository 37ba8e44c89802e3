//! The elements of decorated classes.

use std::fmt::Write as _;

use oxc_allocator::{ArenaBox, ArenaVec, GetAllocator, TakeIn};
use oxc_ast::ast::{
    AccessorProperty, Class, ClassElement, Expression, MethodDefinition, MethodDefinitionKind, PropertyDefinition,
    PropertyKey,
};
use oxc_ast::builder::AstBuilder;
use oxc_span::{GetSpan, SPAN, Span};

use super::suspensions::suspends;
use super::writer::{Writer, decorators_of, key_of};
use crate::transforms::snippets;

/// What is collected while the elements of a class are compiled.
pub(super) struct Members<'a> {
    state: &'a str,
    ast: AstBuilder<'a>,
    /// What is evaluated around the class, in order, if the class awaits or yields: a function returns the class.
    around: Option<Vec<Expression<'a>>>,
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
            around: None,
            count: 0,
            descriptions: String::new(),
            functions: Vec::new(),
            has_start: false,
        }
    }

    /// Compiles the elements of a class. Returns what is evaluated around it. `inner` is the name of the class in its
    /// elements.
    pub(super) fn compile(class: &mut Class<'a>, inner: Option<&str>, writer: &mut Writer<'a>) -> Vec<Expression<'a>> {
        let mut members = Self::new(writer);
        if suspends(class) {
            members.around = Some(Vec::new());
        }
        if let Some(heritage) = &mut class.heritage {
            members.evaluate_here(&mut heritage.expression);
        }
        for element in class.body.body.take_in(&writer.ast) {
            members.element(element, writer);
        }
        let Self { state, ast, around, descriptions, functions, has_start, elements, .. } = members;
        let target = inner.map_or(String::new(), |inner| format!("{inner} = "));
        let start = if has_start { format!("#{state} = {state}.start(this);") } else { String::new() };
        let text = format!("static {{ {target}{state}.apply(this, [{descriptions}]); }} {start}");
        let mut all = snippets::class_elements(&text, class.span, functions, ast.allocator());
        all.extend(elements);
        class.body.body = all;
        around.unwrap_or_default()
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
                if let Some(key) = key_of(&mut other).and_then(PropertyKey::as_expression_mut) {
                    self.evaluate_here(key);
                }
                self.elements.push(other);
            }
        }
    }

    fn push(&mut self, text: &str, span: Span, fills: Vec<Expression<'a>>) {
        self.elements.extend(snippets::class_elements(text, span, fills, self.ast.allocator()));
    }

    /// If the class awaits or yields, an expression is evaluated around it, after those before.
    fn evaluate_here(&mut self, expression: &mut Expression<'a>) {
        if let Some(around) = &mut self.around
            && !expression.is_literal()
        {
            let text = format!("{}.around[{}]", self.state, around.len());
            around.push(expression.take_in(&self.ast));
            *expression = snippets::expression(&text, SPAN, self.ast.allocator());
        }
    }

    /// Adds an element to those that the helper knows, and evaluates its decorators, if it has any, before its key: in
    /// the key of a field that the helper deletes. Returns the number of the element.
    ///
    /// It is a field because the engine cannot compile functions in the keys of methods.
    fn describe(
        &mut self,
        decorators: Option<Expression<'a>>,
        kind: &str,
        is_static: bool,
        key: &PropertyKey<'a>,
    ) -> usize {
        let number = self.count;
        self.count += 1;
        if let Some(mut decorators) = decorators {
            self.evaluate_here(&mut decorators);
            let state = self.state;
            let text = format!("static [{state}.decorators({number}, $0)] = 0; static {{ {state}.drop(this); }}");
            self.push(&text, decorators.span(), vec![decorators]);
        }
        let _ = write!(self.descriptions, "['{kind}', {is_static}, ");
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
            // The helper gets it when it is evaluated.
            _ => self.descriptions.push_str("undefined"),
        }
        number
    }

    /// Ends the description of an element, perhaps with the function that a private method has.
    fn end_description(&mut self, function: Option<Expression<'a>>) {
        if let Some(function) = function {
            let _ = write!(self.descriptions, ", ${}", self.functions.len());
            self.functions.push(function);
        }
        self.descriptions.push_str("], ");
    }

    /// Lets the helper have a computed key.
    fn note_key(&mut self, key: &mut PropertyKey<'a>, number: usize) -> bool {
        let Some(expression) = key.as_expression_mut() else { return false };
        self.evaluate_here(expression);
        let text = format!("{}.key({number}, $0)", self.state);
        let value = expression.take_in(&self.ast);
        *expression = snippets::filled(&text, SPAN, [value], self.ast.allocator());
        true
    }

    fn method(&mut self, mut method: ArenaBox<'a, MethodDefinition<'a>>, writer: &Writer<'a>) {
        let decorators = Some(writer.evaluated(method.span, method.decorators.take_in(&self.ast)));
        let kind = match method.kind {
            MethodDefinitionKind::Get => "getter",
            MethodDefinitionKind::Set => "setter",
            MethodDefinitionKind::Method | MethodDefinitionKind::Constructor => "method",
        };
        self.has_start |= !method.r#static;
        let number = self.describe(decorators, kind, method.r#static, &method.key);
        let PropertyKey::PrivateIdentifier(key) = &method.key else {
            method.computed |= self.note_key(&mut method.key, number);
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
        let number = self.describe(decorators, "field", is_static, &field.key);
        field.computed |= self.note_key(&mut field.key, number);
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
            self.describe(decorators, "accessor", is_static, &accessor.key);
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
            key => {
                let number = number.unwrap_or_default();
                let at = fills.len();
                fills.extend(key.as_expression_mut().map(|key| {
                    self.evaluate_here(key);
                    key.take_in(&self.ast)
                }));
                (format!("[{state}.key({number}, ${at})]"), format!("[{state}.key({number})]"))
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

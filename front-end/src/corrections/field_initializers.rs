//! While the engine initializes the instance fields of a class, nothing may change the class: it panics.
//!
//! ```js
//! class A { static count = 0; id = A.count++ } new A()
//! ```
//!
//! So a field whose initializer may call something is initialized by a private method, and so are those after it. The
//! constructor calls these methods where the fields are initialized:
//!
//! ```js
//! class A {
//!   static count = 0;
//!   #i() { __posttask.define(this, "id", A.count++); }
//!   constructor() { this.#i(); }
//! }
//! ```
//!
//! Such a private field is declared without its value, so it can be read before it has one.

use oxc_ast::ast::{
    ArrowFunctionExpression, AssignmentPattern, BindingProperty, CallExpression, Class, ClassElement, Expression,
    ExpressionStatement, FormalParameter, Function, FunctionBody, MethodDefinition, PropertyDefinition, PropertyKey,
    VariableDeclarator,
};
use oxc_ast_visit::{VisitJs, walk_js};
use oxc_semantic::{Reference, Scoping};
use oxc_span::{GetSpan, Span};
use oxc_syntax::scope::ScopeFlags;
use oxc_syntax::symbol::SymbolId;
use rustc_hash::FxHashSet;

use super::super::edits::Edits;
use super::super::token_search::Source;
use super::HOST;
use super::destructuring::is_anonymous_function;
use super::effects::Calls;
use super::function_body::start_of_statements;
use super::names::{Names, name_of, naming};
use super::rounds::Text;

pub(super) fn correct(text: &Text<'_, '_>, edits: &mut Edits) {
    let &Text { program, scoping, source, ref names, .. } = text;
    if program.source_text.contains("class") {
        let mut values = PrimitiveValues::default();
        values.visit_program(program);
        Corrector { scoping, source, names, edits, keys: values.0 }.visit_program(program);
    }
}

struct Corrector<'s, 'e> {
    scoping: &'s Scoping,
    source: Source<'s>,
    names: &'e Names,
    edits: &'e mut Edits,
    /// The variables that are declared with primitive values: constants are the same key whenever they are used.
    keys: FxHashSet<SymbolId>,
}

impl<'a> VisitJs<'a> for Corrector<'_, '_> {
    fn visit_class(&mut self, it: &Class<'a>) {
        let fields = self.fields_to_move(it);
        if !fields.is_empty() {
            let methods = fields.into_iter().map(|field| self.move_into_method(field)).collect();
            self.call(&Calling { methods, is_derived: it.heritage_expression().is_some() }, it);
        }
        walk_js::walk_class(self, it);
    }
}

/// The symbols that `Symbol` has, and which cannot be replaced.
const WELL_KNOWN: [&str; 15] = [
    "asyncDispose",
    "asyncIterator",
    "dispose",
    "hasInstance",
    "isConcatSpreadable",
    "iterator",
    "match",
    "matchAll",
    "replace",
    "search",
    "species",
    "split",
    "toPrimitive",
    "toStringTag",
    "unscopables",
];

/// Whether an expression is a primitive value.
fn is_primitive(value: &Expression<'_>) -> bool {
    match value {
        Expression::TemplateLiteral(template) => template.expressions.is_empty(),
        value => value.is_literal() && !matches!(value, Expression::RegExpLiteral(_)),
    }
}

/// The variables that are declared with primitive values.
#[derive(Default)]
struct PrimitiveValues(FxHashSet<SymbolId>);

impl<'a> VisitJs<'a> for PrimitiveValues {
    fn visit_variable_declarator(&mut self, it: &VariableDeclarator<'a>) {
        let is_key = |value: &Expression<'a>| match value {
            Expression::CallExpression(call) => makes_a_symbol(&call.callee),
            value => is_primitive(value),
        };
        if it.init.as_ref().is_some_and(is_key)
            && let Some(symbol) = it.id.get_binding_identifier().and_then(|name| name.symbol_id.get())
        {
            self.0.insert(symbol);
        }
        walk_js::walk_variable_declarator(self, it);
    }
}

/// Whether a function is `Symbol` or `Symbol.for`.
fn makes_a_symbol(callee: &Expression<'_>) -> bool {
    match callee {
        Expression::StaticMemberExpression(member) => {
            member.object.is_specific_id("Symbol") && member.property.name == "for"
        }
        callee => callee.is_specific_id("Symbol"),
    }
}

/// The calls of the methods that initialize fields.
struct Calling {
    methods: Vec<String>,
    is_derived: bool,
}

impl Calling {
    /// Expressions, separated by this text.
    fn text(&self, separator: &str) -> String {
        let calls: Vec<_> = self.methods.iter().map(|method| format!("this.#{method}()")).collect();
        calls.join(separator)
    }
}

impl Corrector<'_, '_> {
    /// Returns the instance fields from the first one that may call something, but after the last one whose key does
    /// not last.
    fn fields_to_move<'c, 'a>(&self, class: &'c Class<'a>) -> Vec<&'c PropertyDefinition<'a>> {
        let fields = class.body.body.iter().filter_map(|element| match element {
            ClassElement::PropertyDefinition(field) if !field.r#static => Some(&**field),
            _ => None,
        });
        let mut fields: Vec<_> = fields.collect();
        let last = fields.iter().rposition(|field| !self.has_lasting_key(field));
        fields.drain(..last.map_or(0, |last| last + 1));
        let calls = |field: &PropertyDefinition<'a>| field.value.as_ref().is_some_and(Calls::are_in);
        fields.into_iter().skip_while(|field| !calls(field)).collect()
    }

    /// Whether the key of a field is the same when the field is initialized, and on one line. Others are computed once,
    /// for the class.
    fn has_lasting_key(&self, field: &PropertyDefinition<'_>) -> bool {
        let span = field.key.span();
        let lasts = match &field.key {
            PropertyKey::StaticIdentifier(_) | PropertyKey::PrivateIdentifier(_) => true,
            PropertyKey::StaticMemberExpression(symbol) => {
                symbol.object.is_specific_id("Symbol") && WELL_KNOWN.contains(&symbol.property.name.as_str())
            }
            PropertyKey::Identifier(name) => {
                let reference = name.reference_id.get().map(|id| self.scoping.get_reference(id));
                let symbol = reference.and_then(Reference::symbol_id).filter(|symbol| self.keys.contains(symbol));
                symbol.is_some_and(|symbol| self.scoping.symbol_flags(symbol).is_const_variable())
            }
            key => key.as_expression().is_some_and(is_primitive),
        };
        lasts && !self.source.has_line_terminator(span.start, span.end)
    }

    /// Makes a field a private method that initializes it. Returns the name of the method.
    fn move_into_method(&mut self, field: &PropertyDefinition<'_>) -> String {
        let method = self.names.fresh();
        let start = format!("#{method}() {{ ");
        if let PropertyKey::PrivateIdentifier(name) = &field.key {
            let start = format!("; {start}this.#{} = ", name.name);
            self.value(field, name.span.end, &start, "; }");
        } else {
            let key = match &field.key {
                PropertyKey::StaticIdentifier(name) => format!("{:?}", name.name.as_str()),
                key => self.source.slice(key.span()).to_owned(),
            };
            self.value(field, field.span.start, &format!("{start}{HOST}.define(this, {key}, "), "); }");
        }
        method
    }

    /// Puts texts before and after the value of a field, and removes what is between an offset and the value.
    fn value(&mut self, field: &PropertyDefinition<'_>, from: u32, before: &str, after: &str) {
        let Some(value) = &field.value else {
            let end = field.span.end - u32::from(self.source.slice(field.span).ends_with(';'));
            self.edits.blank(Span::new(from, end));
            self.edits.insert(end, format!("{before}undefined{after}"));
            return;
        };
        let (open, close) = match name_of(&field.key) {
            _ if !is_anonymous_function(value) => Default::default(),
            Some(name) => naming(&name),
            None => {
                let key = self.source.slice(field.key.span());
                (format!("{{ [{key}]: "), format!(" }}[{key}]"))
            }
        };
        self.edits.blank(Span::new(from, value.span().start));
        self.edits.wrap(value.span(), format!("{before}{open}"), format!("{close}{after}"));
    }

    /// Calls the methods where a class initializes its fields.
    fn call(&mut self, calling: &Calling, class: &Class<'_>) {
        let start = class.body.span.start + 1;
        let Some((constructor, body)) = constructor_of(class) else {
            let text = if calling.is_derived {
                let arguments = self.names.fresh();
                format!(" constructor(...{arguments}) {{ super(...{arguments}), {}; }}", calling.text(", "))
            } else {
                format!(" constructor() {{ {}; }}", calling.text("; "))
            };
            self.edits.insert(start, text);
            return;
        };
        if calling.is_derived {
            let calls = calling.text(", ");
            SuperCalls { edits: self.edits, calls, statement: None }.visit_function(constructor, ScopeFlags::empty());
            return;
        }
        let defaults = Defaults::of(constructor);
        let calls = if defaults.is_empty() { calling.text("; ") } else { self.call_once(calling, start, &defaults) };
        self.edits.insert(start_of_statements(body), format!(" {calls};"));
    }

    /// The fields come before the values of parameters, which the constructor evaluates before its statements. Returns
    /// the call of a method that calls the others once.
    fn call_once(&mut self, calling: &Calling, start: u32, defaults: &[Span]) -> String {
        let [method, done] = [(); 2].map(|()| self.names.fresh());
        let calls = calling.text("; ");
        let text = format!(" #{done}; #{method}() {{ if (!this.#{done}) {{ this.#{done} = true; {calls}; }} }}");
        self.edits.insert(start, text);
        for default in defaults {
            self.edits.wrap(*default, format!("(this.#{method}(), "), ")");
        }
        format!("this.#{method}()")
    }
}

fn constructor_of<'c, 'a>(class: &'c Class<'a>) -> Option<(&'c Function<'a>, &'c FunctionBody<'a>)> {
    class.body.body.iter().find_map(|element| match element {
        ClassElement::MethodDefinition(it) if it.kind.is_constructor() => Some((&*it.value, it.value.body.as_deref()?)),
        _ => None,
    })
}

/// The calls of the constructor of the parent, after which the fields are initialized.
struct SuperCalls<'e> {
    edits: &'e mut Edits,
    calls: String,
    /// The expression that is a statement. Its value is not used.
    statement: Option<Span>,
}

impl<'a> VisitJs<'a> for SuperCalls<'_> {
    fn visit_expression_statement(&mut self, it: &ExpressionStatement<'a>) {
        self.statement = Some(it.expression.span());
        walk_js::walk_expression_statement(self, it);
    }

    fn visit_call_expression(&mut self, it: &CallExpression<'a>) {
        if matches!(it.callee, Expression::Super(_)) {
            // A bracket at the start of a statement might belong to the line before it.
            if self.statement == Some(it.span) {
                self.edits.wrap(it.span, "", format!(", {}", self.calls));
            } else {
                self.edits.wrap(it.span, "(", format!(", {}, this)", self.calls));
            }
        }
        walk_js::walk_call_expression(self, it);
    }

    fn visit_method_definition(&mut self, _: &MethodDefinition<'a>) {}

    fn visit_property_definition(&mut self, _: &PropertyDefinition<'a>) {}
}

/// What may call something among the default values and the keys of the parameters of a function.
#[derive(Default)]
struct Defaults(Vec<Span>);

impl Defaults {
    fn of(function: &Function<'_>) -> Vec<Span> {
        let mut found = Self::default();
        found.visit_formal_parameters(&function.params);
        found.0
    }

    fn expression(&mut self, it: &Expression<'_>) {
        if Calls::are_in(it) {
            self.0.push(it.span());
        }
    }
}

impl<'a> VisitJs<'a> for Defaults {
    fn visit_formal_parameter(&mut self, it: &FormalParameter<'a>) {
        it.initializer.iter().for_each(|default| self.expression(default));
        self.visit_binding_pattern(&it.pattern);
    }

    fn visit_assignment_pattern(&mut self, it: &AssignmentPattern<'a>) {
        self.expression(&it.right);
        self.visit_binding_pattern(&it.left);
    }

    fn visit_binding_property(&mut self, it: &BindingProperty<'a>) {
        if it.computed {
            it.key.as_expression().into_iter().for_each(|key| self.expression(key));
        }
        self.visit_binding_pattern(&it.value);
    }

    fn visit_function(&mut self, _: &Function<'a>, _: ScopeFlags) {}

    fn visit_arrow_function_expression(&mut self, _: &ArrowFunctionExpression<'a>) {}
}

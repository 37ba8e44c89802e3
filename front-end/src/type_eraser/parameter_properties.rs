//! Constructor parameters that declare properties, as in `constructor(private a) {}`.

use std::fmt::Write;

use oxc_ast::ast::{
    BindingPattern, CallExpression, Class, ClassElement, Expression, ExpressionStatement, FormalParameter, Function,
    FunctionBody, MethodDefinitionKind,
};
use oxc_ast_visit::{Visit, walk};
use oxc_span::{GetSpan, Span};
use oxc_syntax::scope::ScopeFlags;

use super::{Eraser, refusals};

impl Eraser<'_> {
    /// Declares the properties before the fields of a class, and assigns them where its constructor has a `this`.
    ///
    /// The properties exist before the values of the fields are computed, but do not have their values then. This is
    /// what the compiler of TypeScript does for all but old versions of JavaScript.
    pub(super) fn compile_parameter_properties(&mut self, class: &Class<'_>) {
        let Some((constructor, body)) = constructor_of(class) else { return };
        let names = self.property_names(&constructor.params.items);
        if names.is_empty() {
            return;
        }
        let fields = names.iter().fold(String::new(), |mut text, name| {
            let _ = write!(text, " {name};");
            text
        });
        self.insert(class.body.span.start + 1, fields);
        let calls = if class.heritage.is_some() { super_calls(body) } else { Vec::new() };
        if calls.is_empty() {
            self.assign_at_start(body, &names);
        }
        for call in calls {
            self.assign_after_super(&call, &names);
        }
    }

    fn property_names(&mut self, parameters: &[FormalParameter<'_>]) -> Vec<String> {
        let mut names = Vec::new();
        for parameter in parameters.iter().filter(|parameter| parameter.has_modifier()) {
            match &parameter.pattern {
                BindingPattern::BindingIdentifier(name) => names.push(name.name.to_string()),
                _ => self.refusals.push(refusals::parameter_property_pattern(parameter.span)),
            }
        }
        names
    }

    fn assign_at_start(&mut self, body: &FunctionBody<'_>, names: &[String]) {
        let assignments = assignments(names).join("; ");
        match body.directives.last() {
            Some(last) => {
                let is_terminated = self.source.slice(self.source.char_span_before(last.span.end)) == ";";
                let separator = if is_terminated { " " } else { "; " };
                self.insert(last.span.end, format!("{separator}{assignments};"));
            }
            None => self.insert(body.span.start + 1, format!(" {assignments};")),
        }
    }

    fn assign_after_super(&mut self, call: &SuperCall, names: &[String]) {
        let assignments = assignments(names).join(", ");
        if call.is_statement {
            self.insert(call.span.end, format!(", {assignments}"));
        } else {
            self.insert(call.span.start, "(");
            self.insert(call.span.end, format!(", {assignments}, this)"));
        }
    }
}

fn assignments(names: &[String]) -> Vec<String> {
    names.iter().map(|name| format!("this.{name} = {name}")).collect()
}

fn constructor_of<'c, 'a>(class: &'c Class<'a>) -> Option<(&'c Function<'a>, &'c FunctionBody<'a>)> {
    class.body.body.iter().find_map(|element| match element {
        ClassElement::MethodDefinition(method) if method.kind == MethodDefinitionKind::Constructor => {
            method.value.body.as_ref().map(|body| (&*method.value, &**body))
        }
        _ => None,
    })
}

struct SuperCall {
    span: Span,
    /// Whether the call is a statement of its own.
    is_statement: bool,
}

/// Returns the calls of `super` in the body of a constructor.
fn super_calls(body: &FunctionBody<'_>) -> Vec<SuperCall> {
    let mut finder = SuperCallFinder { calls: Vec::new(), statement: None };
    finder.visit_function_body(body);
    finder.calls
}

struct SuperCallFinder {
    calls: Vec<SuperCall>,
    /// The expression of the innermost expression statement.
    statement: Option<Span>,
}

impl<'a> Visit<'a> for SuperCallFinder {
    fn visit_expression_statement(&mut self, it: &ExpressionStatement<'a>) {
        self.statement = Some(it.expression.span());
        walk::walk_expression_statement(self, it);
    }

    fn visit_call_expression(&mut self, it: &CallExpression<'a>) {
        if matches!(it.callee, Expression::Super(_)) {
            self.calls.push(SuperCall { span: it.span, is_statement: self.statement == Some(it.span) });
        }
        walk::walk_call_expression(self, it);
    }

    fn visit_function(&mut self, _: &Function<'a>, _: ScopeFlags) {
        // It has no `super` of the constructor.
    }

    fn visit_class(&mut self, _: &Class<'a>) {
        // It has its own constructor.
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{check, refused};

    #[test]
    fn properties_are_declared_and_assigned() {
        check(&[
            ("class A { constructor(private a: T) {} }", "class A { a; constructor( a ) { this.a = a;} }"),
            (
                "class A { b = 1; constructor(public readonly a?: T, c: T, protected override d = 1) { e(); } }",
                "class A { a; d; b = 1; constructor( a , c , d = 1) { this.a = a; this.d = d; e(); } }",
            ),
            ("class A { constructor(readonly a) {\n  b;\n} }", "class A { a; constructor( a) { this.a = a;\n b;\n} }"),
            (
                "class A { constructor(a: T);\nconstructor(private a) {} }",
                "class A { a;\nconstructor( a) { this.a = a;} }",
            ),
            ("(class { constructor(private a) {} });", "(class { a; constructor( a) { this.a = a;} });"),
            ("class A { constructor(readonly) {} }", "class A { constructor(readonly) {} }"),
            (
                "class A { constructor(private readonly) {} }",
                "class A { readonly; constructor( readonly) { this.readonly = readonly;} }",
            ),
        ]);
    }

    #[test]
    fn directives_stay_first() {
        check(&[
            (
                "class A { constructor(private a) { 'use b'; c } }",
                "class A { a; constructor( a) { 'use b'; this.a = a; c } }",
            ),
            (
                "class A { constructor(private a) { 'use b'\nc } }",
                "class A { a; constructor( a) { 'use b'; this.a = a;\nc } }",
            ),
        ]);
    }

    #[test]
    fn assignments_follow_super() {
        check(&[
            (
                "class A extends B { constructor(private a) { c(); super(a); d(); } }",
                "class A extends B { a; constructor( a) { c(); super(a), this.a = a; d(); } }",
            ),
            (
                "class A extends B { constructor(private a, public b) { super()\n} }",
                "class A extends B { a; b; constructor( a, b) { super(), this.a = a, this.b = b\n} }",
            ),
            (
                "class A extends B { constructor(private a) { if (a) super(1); else super(2) } }",
                "class A extends B { a; constructor( a) { if (a) super(1), this.a = a; else super(2), this.a = a } }",
            ),
            (
                "class A extends B { constructor(private a) { const b = super(a as T); } }",
                "class A extends B { a; constructor( a) { const b = (super(a ), this.a = a, this); } }",
            ),
            (
                "class A extends B { constructor(private a) { super(class extends C { constructor() { super() } }) } }",
                "class A extends B { a; constructor( a) { super(class extends C { \
                    constructor() { super() } }), this.a = a } }",
            ),
        ]);
    }

    #[test]
    fn destructured_properties_are_refused() {
        assert_eq!(refused("class A { constructor(private { a }: T) {} }")[0].0, "private { a }: T");
    }
}

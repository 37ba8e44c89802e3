//! A derived constructor that has used `this` may return anything: the engine then returns `this` without an error.
//!
//! ```js
//! class A extends B { constructor() { super(); this.x = 1; return 2 } } new A() // must be a TypeError
//! ```
//!
//! So what it returns passes through a function that throws. In a `try` statement, that would be too early: the error
//! comes after its `finally` block, and is not for its `catch` clause. There, the value is kept in a variable, and all
//! statements of the constructor are in a `try` statement whose `finally` block checks the variable. It is reset where
//! the constructor ends in another way: a `finally` block may have thrown, left the statement, or returned.

use oxc_ast::ast::{
    ArrowFunctionExpression, Class, ClassElement, Expression, Function, FunctionBody, Program, ReturnStatement,
    TryStatement,
};
use oxc_ast_visit::{VisitJs, walk_js};
use oxc_span::{GetSpan, Span};
use oxc_syntax::scope::ScopeFlags;
use rustc_hash::FxHashSet;

use super::super::edits::Edits;
use super::HOST;
use super::function_body::{prepare_for_block, start_of_statements};
use super::names::Names;

pub(super) fn correct(program: &Program<'_>, names: &Names, edits: &mut Edits) {
    if program.source_text.contains("super") {
        Corrector { names, edits }.visit_program(program);
    }
}

struct Corrector<'e> {
    names: &'e Names,
    edits: &'e mut Edits,
}

impl Corrector<'_> {
    fn constructor(&mut self, body: &FunctionBody<'_>) {
        let mut returns = Returns::default();
        returns.visit_function_body(body);
        let Returns { all, .. } = returns;
        if all.iter().any(|it| it.may_be_wrong && it.is_in_try) {
            return self.check_at_the_end(body, &all);
        }
        for (value, it) in all.iter().filter(|it| it.may_be_wrong).filter_map(|it| Some((it.value?, it))) {
            self.edits.wrap(value, format!("{}{HOST}.constructed((", it.space()), "))");
        }
    }

    /// Keeps what the constructor returns in a variable, and checks that when all its statements have ended.
    fn check_at_the_end(&mut self, body: &FunctionBody<'_>, returns: &[Return]) {
        let (variable, error) = (self.names.fresh(), self.names.fresh());
        for it in returns {
            match it.value {
                Some(value) => self.edits.wrap(value, format!("{}{variable} = (", it.space()), ")"),
                None => self.edits.insert(it.start + RETURN, format!(" {variable} = void 0")),
            }
        }
        self.edits.insert(start_of_statements(body), format!(" let {variable}; try {{"));
        let end = format!(
            ";{variable} = void 0; }} catch ({error}) {{ {variable} = void 0; throw {error}; }} \
             finally {{ {HOST}.constructed({variable}); }}"
        );
        self.edits.insert(body.span.end - 1, end);
        prepare_for_block(body, &FxHashSet::default(), self.names, self.edits);
    }
}

impl<'a> VisitJs<'a> for Corrector<'_> {
    fn visit_class(&mut self, it: &Class<'a>) {
        if it.heritage_expression().is_some() {
            let constructors = it.body.body.iter().filter_map(|element| match element {
                ClassElement::MethodDefinition(method) if method.kind.is_constructor() => method.value.body.as_ref(),
                _ => None,
            });
            constructors.for_each(|body| self.constructor(body));
        }
        walk_js::walk_class(self, it);
    }
}

/// The length of `return`.
const RETURN: u32 = 6;

/// A `return` statement.
struct Return {
    start: u32,
    value: Option<Span>,
    may_be_wrong: bool,
    is_in_try: bool,
}

impl Return {
    /// What has to be before a name at the start of the value: `return(1)` has no space.
    fn space(&self) -> &'static str {
        if self.value.is_some_and(|value| value.start == self.start + RETURN) { " " } else { "" }
    }
}

/// The `return` statements of a function.
#[derive(Default)]
struct Returns {
    all: Vec<Return>,
    /// How many `try` statements are around the current place.
    try_statements: u32,
}

impl<'a> VisitJs<'a> for Returns {
    fn visit_return_statement(&mut self, it: &ReturnStatement<'a>) {
        let may_be_wrong = it.argument.as_ref().is_some_and(|value| {
            !matches!(
                value,
                Expression::ObjectExpression(_) | Expression::ThisExpression(_) | Expression::NewExpression(_)
            )
        });
        let value = it.argument.as_ref().map(GetSpan::span);
        self.all.push(Return { start: it.span.start, value, may_be_wrong, is_in_try: self.try_statements > 0 });
    }

    fn visit_try_statement(&mut self, it: &TryStatement<'a>) {
        self.try_statements += 1;
        walk_js::walk_try_statement(self, it);
        self.try_statements -= 1;
    }

    fn visit_class(&mut self, _: &Class<'a>) {}

    fn visit_function(&mut self, _: &Function<'a>, _: ScopeFlags) {}

    fn visit_arrow_function_expression(&mut self, _: &ArrowFunctionExpression<'a>) {}
}

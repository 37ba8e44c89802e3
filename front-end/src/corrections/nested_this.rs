//! An arrow function in another one only has the `this` of the function around both if the outer one uses it, too:
//!
//! ```js
//! class A { m() { return () => () => this } } new A().m()()() // undefined
//! ```
//!
//! So `() => () => this` becomes `() => (0 && this, () => this)`, and a body in braces gets `if (0) this;` at its end.
//! It is never evaluated: in a constructor, there may be no `this` yet.

use oxc_ast::ast::{ArrowFunctionExpression, Class, Function, Program, ThisExpression};
use oxc_ast_visit::{VisitJs, walk_js};
use oxc_span::GetSpan;
use oxc_syntax::scope::ScopeFlags;

use super::super::edits::Edits;

pub(super) fn correct(program: &Program<'_>, edits: &mut Edits) {
    let text = program.source_text;
    if text.contains("this") && text.contains("=>") {
        Corrector { edits, open: Vec::new() }.visit_program(program);
    }
}

/// What an arrow function uses.
#[derive(Default)]
struct Uses {
    /// It uses `this`.
    own: bool,
    /// An arrow function in it does.
    nested: bool,
}

struct Corrector<'e> {
    edits: &'e mut Edits,
    /// The arrow functions around the place that is visited, up to another function.
    open: Vec<Uses>,
}

impl Corrector<'_> {
    /// Visits what has a `this` of its own.
    fn apart(&mut self, steps: impl FnOnce(&mut Self)) {
        let open = std::mem::take(&mut self.open);
        steps(self);
        self.open = open;
    }
}

impl<'a> VisitJs<'a> for Corrector<'_> {
    fn visit_this_expression(&mut self, _: &ThisExpression) {
        if let Some(uses) = self.open.last_mut() {
            uses.own = true;
        }
    }

    fn visit_arrow_function_expression(&mut self, it: &ArrowFunctionExpression<'a>) {
        self.open.push(Uses::default());
        walk_js::walk_arrow_function_expression(self, it);
        let uses = self.open.pop().unwrap_or_default();
        if let Some(outer) = self.open.last_mut() {
            outer.nested |= uses.own || uses.nested;
        }
        if !uses.nested || uses.own {
            return;
        }
        if let Some(expression) = it.get_expression() {
            self.edits.wrap(expression.span(), "(0 && this, ".to_owned(), ")".to_owned());
        } else {
            self.edits.insert(it.body.span().end - 1, ";if (0) this;".to_owned());
        }
    }

    fn visit_function(&mut self, it: &Function<'a>, flags: ScopeFlags) {
        self.apart(|this| walk_js::walk_function(this, it, flags));
    }

    fn visit_class(&mut self, it: &Class<'a>) {
        // The keys of members, and what the class extends, have the `this` around it. They rarely contain functions.
        self.apart(|this| walk_js::walk_class(this, it));
    }
}

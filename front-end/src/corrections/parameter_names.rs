//! The engine gives an anonymous function that is the default value of a parameter no name, unless it is in a pattern
//! or an arrow function's parameter:
//!
//! ```js
//! (function (g = () => {}) { return g.name })() // '' instead of 'g'
//! ```
//!
//! So `g = () => {}` becomes `g = { g: () => {} }["g"]`.

use oxc_ast::ast::{BindingPattern, FormalParameter, Function, Program};
use oxc_ast_visit::{VisitJs, walk_js};
use oxc_span::GetSpan;
use oxc_syntax::scope::ScopeFlags;

use super::super::edits::Edits;
use super::destructuring::is_anonymous_function;
use super::names::naming;

pub(super) fn correct(program: &Program<'_>, edits: &mut Edits) {
    Corrector { edits }.visit_program(program);
}

struct Corrector<'e> {
    edits: &'e mut Edits,
}

impl Corrector<'_> {
    fn parameter(&mut self, it: &FormalParameter<'_>) {
        if let BindingPattern::BindingIdentifier(name) = &it.pattern
            && let Some(value) = it.initializer.as_ref().filter(|value| is_anonymous_function(value))
        {
            let (before, after) = naming(name.name.as_str());
            self.edits.wrap(value.span(), before, after);
        }
    }
}

impl<'a> VisitJs<'a> for Corrector<'_> {
    fn visit_function(&mut self, it: &Function<'a>, flags: ScopeFlags) {
        it.params.items.iter().for_each(|parameter| self.parameter(parameter));
        walk_js::walk_function(self, it, flags);
    }
}

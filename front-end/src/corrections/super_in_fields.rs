//! In the initializer of an instance field, the engine looks for `super.name` in the parent class, not in its
//! prototype:
//!
//! ```js
//! class A { m() { return 1 } } class B extends A { f = () => super.m() } new B().f() // TypeError
//! ```
//!
//! In a private method, it is right. So `f = () => super.m()` becomes
//! `f = this.#m(); #m() { return { f: () => super.m() }.f }`: the function still gets its name.

use oxc_ast::ast::{Expression, Function, MethodDefinition, Program, PropertyDefinition, StaticBlock, Super};
use oxc_ast_visit::{VisitJs, walk_js};
use oxc_span::GetSpan;
use oxc_syntax::scope::ScopeFlags;

use super::super::edits::Edits;
use super::names::{Names, name_of, naming};

pub(super) fn correct(program: &Program<'_>, names: &Names, edits: &mut Edits) {
    if program.source_text.contains("super") {
        Corrector { names, edits }.visit_program(program);
    }
}

struct Corrector<'e> {
    names: &'e Names,
    edits: &'e mut Edits,
}

impl<'a> VisitJs<'a> for Corrector<'_> {
    fn visit_property_definition(&mut self, it: &PropertyDefinition<'a>) {
        if let Some(value) = it.value.as_ref().filter(|value| !it.r#static && Supers::is_in(value)) {
            let method = self.names.fresh();
            let (open, close) = name_of(&it.key).map_or_else(Default::default, |name| naming(&name));
            self.edits.wrap(
                value.span(),
                format!("this.#{method}(); #{method}() {{ return ({open}"),
                format!("{close}) }}"),
            );
        }
        walk_js::walk_property_definition(self, it);
    }
}

/// Whether an initializer contains `super` of its own class.
#[derive(Default)]
struct Supers {
    found: bool,
}

impl Supers {
    fn is_in(value: &Expression<'_>) -> bool {
        let mut supers = Self::default();
        supers.visit_expression(value);
        supers.found
    }
}

impl<'a> VisitJs<'a> for Supers {
    fn visit_super(&mut self, _: &Super) {
        self.found = true;
    }

    // These have a `super` of their own.
    fn visit_function(&mut self, _: &Function<'a>, _: ScopeFlags) {}

    fn visit_method_definition(&mut self, _: &MethodDefinition<'a>) {}

    fn visit_property_definition(&mut self, _: &PropertyDefinition<'a>) {}

    fn visit_static_block(&mut self, _: &StaticBlock<'a>) {}
}

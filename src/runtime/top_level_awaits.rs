//! Finds the `await`s at the top level of a module.

use std::ops::ControlFlow;

use boa_engine::Source;
use boa_engine::ast::expression::Await;
use boa_engine::ast::function::{ArrowFunction, AsyncArrowFunction, ClassElement, FunctionBody};
use boa_engine::ast::scope::Scope;
use boa_engine::ast::visitor::{VisitWith, Visitor};
use boa_engine::ast::{Position, Spanned};
use boa_engine::interner::Interner;
use boa_engine::parser::Parser;

use super::large_stack::fits_a_large_stack;

/// Returns the lines and columns of the `await`s outside functions, in source order. `for await` is not included: it
/// has no position in the syntax tree.
#[must_use]
pub fn top_level_awaits(source: &str) -> Vec<(u32, u32)> {
    let mut awaits = Awaits(Vec::new());
    if fits_a_large_stack(source) {
        let parsed =
            Parser::new(Source::from_bytes(source)).parse_module(&Scope::new_global(), &mut Interner::default());
        if let Ok(module) = parsed {
            let _ = awaits.visit_module(&module);
        }
    }
    awaits.0.iter().map(|place| (place.line_number(), place.column_number())).collect()
}

struct Awaits(Vec<Position>);

impl<'ast> Visitor<'ast> for Awaits {
    type BreakTy = ();

    fn visit_await(&mut self, node: &'ast Await) -> ControlFlow<()> {
        self.0.push(node.span().start());
        node.visit_with(self)
    }

    // Functions and class elements are skipped: their contents are not at the top level.

    fn visit_function_body(&mut self, _: &'ast FunctionBody) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn visit_arrow_function(&mut self, _: &'ast ArrowFunction) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn visit_async_arrow_function(&mut self, _: &'ast AsyncArrowFunction) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn visit_class_element(&mut self, _: &'ast ClassElement) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests {
    use super::top_level_awaits;

    #[test]
    fn awaits_in_functions_are_not_included() {
        let source =
            "await 1;\nasync function f() { await 2 }\nconst g = async () => await 3;\n  if (f) { x = [await g()] }";
        assert_eq!(top_level_awaits(source), [(1, 1), (4, 17)]);
        assert!(top_level_awaits("await )").is_empty());
    }
}

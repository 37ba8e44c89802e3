//! If an arrow function ends with a template or a regular expression, the engine's text of it lacks the end:
//!
//! ```js
//! String(x => `${x}b`) // "x => `${x}"
//! String(x => /a/g)    // 'x => /'
//! ```
//!
//! In texts that a program has made, such as that of `eval`, the body gets parentheses, and the text of the function
//! shows them. In files, the text is looked up: see `function_sources.rs`.

use oxc_ast::ast::{ArrowFunctionExpression, Program, RegExpLiteral, TemplateLiteral};
use oxc_ast_visit::{VisitJs, walk_js};
use oxc_span::{GetSpan, Span};
use rustc_hash::FxHashSet;

use super::super::edits::Edits;

pub(super) fn correct(program: &Program<'_>, edits: &mut Edits) {
    if !program.source_text.contains("=>") {
        return;
    }
    let mut arrows = Arrows::default();
    arrows.visit_program(program);
    for body in arrows.bodies.into_iter().filter(|body| arrows.literal_ends.contains(&body.end)) {
        edits.wrap(body, "(", ")");
    }
}

#[derive(Default)]
struct Arrows {
    /// The bodies of arrow functions that are expressions.
    bodies: Vec<Span>,
    /// Where templates and regular expressions end.
    literal_ends: FxHashSet<u32>,
}

impl<'a> VisitJs<'a> for Arrows {
    fn visit_arrow_function_expression(&mut self, it: &ArrowFunctionExpression<'a>) {
        if let Some(body) = it.body.as_expression() {
            self.bodies.push(body.span());
        }
        walk_js::walk_arrow_function_expression(self, it);
    }

    fn visit_template_literal(&mut self, it: &TemplateLiteral<'a>) {
        self.literal_ends.insert(it.span.end);
        walk_js::walk_template_literal(self, it);
    }

    fn visit_reg_exp_literal(&mut self, it: &RegExpLiteral<'a>) {
        self.literal_ends.insert(it.span.end);
    }
}

//! `using` directly in a `catch` or `finally` block and in the head of a `for` loop, which the transformer does not
//! compile. It gets a block of its own: `catch (e) { using x = y; }` becomes `catch (e) { { using x = y; } }`, and
//! `for (using x = y; ;) z` becomes `{ using x = y; for (; ;) z }`.

use oxc_allocator::{Allocator, TakeIn};
use oxc_ast::ast::{BlockStatement, ForStatementInit, Statement, TryStatement};
use oxc_ast::builder::AstBuilder;
use oxc_ast_visit::{VisitJsMut, walk_js_mut};
use oxc_span::{GetSpan, Span};

use super::snippets;
use super::transform::{Settings, Transform, Tree};
use crate::syntax::scoping_of;
use crate::syntax_error::SyntaxError;

/// Gives such declarations blocks of their own.
pub(super) struct UsingBlocks;

impl Transform for UsingBlocks {
    fn may_apply(&self, tree: &Tree<'_>, _: &Settings<'_>) -> bool {
        tree.features.using.is_some()
    }

    fn apply(&self, tree: &mut Tree<'_>, _: &Settings<'_>) -> Result<bool, SyntaxError> {
        let mut rewriter = Rewriter { allocator: tree.allocator, has_changed: false };
        rewriter.visit_program(&mut tree.program);
        if rewriter.has_changed {
            // The transformer has to know the new blocks.
            tree.scoping = scoping_of(&tree.program);
        }
        Ok(rewriter.has_changed)
    }
}

struct Rewriter<'a> {
    allocator: &'a Allocator,
    has_changed: bool,
}

impl<'a> Rewriter<'a> {
    /// A block with these statements.
    fn block(&mut self, statements: impl IntoIterator<Item = Statement<'a>>, span: Span) -> Statement<'a> {
        self.has_changed = true;
        let mut block = snippets::statement("{}", span, self.allocator);
        if let Statement::BlockStatement(block) = &mut block {
            block.body.extend(statements);
        }
        block
    }

    /// Puts the statements of a block into another one, if it declares resources.
    fn nest(&mut self, block: &mut BlockStatement<'a>) {
        if block.body.iter().any(is_using) {
            let statements = block.body.take_in(&AstBuilder::new(self.allocator));
            let inner = self.block(statements, block.span);
            block.body.push(inner);
        }
    }
}

impl<'a> VisitJsMut<'a> for Rewriter<'a> {
    fn visit_statement(&mut self, it: &mut Statement<'a>) {
        if let Some(resources) = resources_in_head(it) {
            let span = it.span();
            let rest = it.take_in(&AstBuilder::new(self.allocator));
            *it = self.block([resources, rest], span);
        }
        walk_js_mut::walk_statement(self, it);
    }

    fn visit_try_statement(&mut self, it: &mut TryStatement<'a>) {
        if let Some(handler) = &mut it.handler {
            self.nest(&mut handler.body);
        }
        if let Some(finalizer) = &mut it.finalizer {
            self.nest(finalizer);
        }
        walk_js_mut::walk_try_statement(self, it);
    }
}

/// Takes the resources out of the head of a loop, which may have labels.
fn resources_in_head<'a>(it: &mut Statement<'a>) -> Option<Statement<'a>> {
    match it {
        Statement::LabeledStatement(it) => resources_in_head(&mut it.body),
        Statement::ForStatement(it) => {
            it.init.as_mut().filter(|init| is_using_head(init))?;
            match it.init.take()? {
                ForStatementInit::VariableDeclaration(it) => Some(Statement::VariableDeclaration(it)),
                _ => None,
            }
        }
        _ => None,
    }
}

/// Whether the head of a loop declares resources.
fn is_using_head(init: &ForStatementInit<'_>) -> bool {
    matches!(init, ForStatementInit::VariableDeclaration(it) if it.kind.is_using())
}

/// Whether a statement declares resources.
fn is_using(statement: &Statement<'_>) -> bool {
    matches!(statement, Statement::VariableDeclaration(it) if it.kind.is_using())
}

#[cfg(test)]
mod tests {
    use super::super::tests::transformed;

    #[test]
    fn the_transformer_compiles_what_is_in_a_block() {
        for text in ["try {} catch (e) { using x = e }", "try {} finally { using x = y }", "for (using x = y; ;) z"] {
            let text = transformed(text, "a.cjs");
            assert!(text.contains(".usingCtx") && !text.contains("using x"), "{text}");
        }
    }
}

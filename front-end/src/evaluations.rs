//! How the modules of a context are evaluated that have been loaded, or are being loaded.

use std::path::{Path, PathBuf};

use boa_engine::Context;

use super::async_evaluation::{AsyncEvaluation, Evaluations};

#[derive(Default)]
pub(super) struct EvaluationsOfContext {
    known: Evaluations<PathBuf>,
    /// How many orders have been used.
    used: u32,
}

impl EvaluationsOfContext {
    pub(super) fn known(&self) -> &Evaluations<PathBuf> {
        &self.known
    }

    /// How a module is evaluated asynchronously. `None` if it is not, or if it is not known.
    pub(super) fn of(&self, path: &Path) -> Option<AsyncEvaluation> {
        self.known.get(path).copied().flatten()
    }

    /// Adds modules that are evaluated after all others.
    pub(super) fn add(&mut self, found: Evaluations<PathBuf>) {
        let used = self.used;
        let numbered = |it: AsyncEvaluation| AsyncEvaluation { order: used.saturating_add(it.order), ..it };
        self.used = used.saturating_add(u32::try_from(found.len()).unwrap_or(u32::MAX));
        self.known.extend(found.into_iter().map(|(path, evaluation)| (path, evaluation.map(numbered))));
    }
}

/// To be called when all modules of a context are loaded again.
pub(super) fn forget_evaluations(context: &mut Context) {
    context.remove_data::<EvaluationsOfContext>();
}

/// Returns the `[[AsyncEvaluationOrder]]` of a module that waits for others.
pub(super) fn evaluation_order(path: &Path, context: &Context) -> u32 {
    let evaluation = context.get_data::<EvaluationsOfContext>().and_then(|evaluations| evaluations.of(path));
    evaluation.map_or(u32::MAX, |evaluation| evaluation.order)
}

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
    pub(super) fn is_known(&self, path: &Path) -> bool {
        self.known.contains_key(path)
    }

    /// How a module is evaluated asynchronously. `None` if it is not, has been, or is not known.
    pub(super) fn of(&self, path: &Path) -> Option<AsyncEvaluation> {
        self.known.get(path)?.evaluation
    }

    /// Whether a module that is known is asynchronous, and the body of the first module of its cycle has not ended.
    pub(super) fn is_pending(&self, path: &Path) -> Option<bool> {
        self.known.get(path).map(|it| self.of(&it.cycle_root).is_some())
    }

    /// Adds modules that are evaluated after all others.
    pub(super) fn add(&mut self, found: Evaluations<PathBuf>) {
        let used = self.used;
        self.used = used.saturating_add(u32::try_from(found.len()).unwrap_or(u32::MAX));
        self.known.extend(found.into_iter().map(|(path, mut it)| {
            if let Some(evaluation) = &mut it.evaluation {
                evaluation.order = used.saturating_add(evaluation.order);
            }
            (path, it)
        }));
    }
}

/// To be called when all modules of a context are loaded again.
pub(super) fn forget_evaluations(context: &mut Context) {
    context.remove_data::<EvaluationsOfContext>();
}

/// To be called when the body of an asynchronous module has ended. What it throws does not count: importing it again
/// fails at once.
pub(super) fn has_been_evaluated(path: &Path, context: &mut Context) {
    if let Some(mut evaluations) = context.remove_data::<EvaluationsOfContext>() {
        if let Some(it) = evaluations.known.get_mut(path) {
            it.evaluation = None;
        }
        context.insert_data(*evaluations);
    }
}

/// Returns the `[[AsyncEvaluationOrder]]` of a module that waits for others.
pub(super) fn evaluation_order(path: &Path, context: &Context) -> u32 {
    let evaluation = context.get_data::<EvaluationsOfContext>().and_then(|evaluations| evaluations.of(path));
    evaluation.map_or(u32::MAX, |evaluation| evaluation.order)
}

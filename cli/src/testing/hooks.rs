//! Hooks: which of them run around a test, in which order, and what their failures do.

use futures_util::future::{Either, FutureExt, select};

use super::endings::timed_out;
use super::host::{Call, Host, Outcome};
use super::report::{Failure, FailureKind};
use super::runner::Runner;
use super::tree::{Hook, HookKind, NodeId};

impl<H: Host> Runner<H> {
    /// Runs the `before` hooks of all ancestors that have not run yet. If one has failed, each child fails.
    pub(super) async fn before_hooks(&self, node: NodeId) -> Outcome {
        let mut ancestors: Vec<NodeId> = {
            let tree = self.tree.borrow();
            std::iter::successors(tree.get(node).parent, |id| tree.get(*id).parent).collect()
        };
        ancestors.reverse();
        for ancestor in ancestors {
            self.run_before_hooks_of(ancestor).await?;
        }
        Ok(())
    }

    /// Runs the `before` hooks of a node that have not run yet.
    pub(super) async fn run_before_hooks_of(&self, node: NodeId) -> Outcome {
        loop {
            let next = {
                let mut tree = self.tree.borrow_mut();
                let node = tree.get_mut(node);
                if let Some(failure) = &node.failed_before {
                    return Err(failure.clone());
                }
                let next = node.hooks_of(HookKind::Before).get(node.started_before).copied();
                // Children that run at the same time do not wait for the hook, but they do not run it again.
                node.started_before += usize::from(next.is_some());
                next
            };
            let Some(hook) = next else { return Ok(()) };
            if let Err(failure) = self.hook(hook, node).await {
                self.tree.borrow_mut().get_mut(node).failed_before.get_or_insert(failure);
            }
        }
    }

    pub(super) async fn hooks_around(&self, test: NodeId, kind: HookKind) -> Outcome {
        let hooks = self.tree.borrow().hooks_around(test, kind);
        self.run_hooks(hooks, test).await
    }

    /// Runs the hooks that a node has. `test` is the one that they get.
    pub(super) async fn hooks(&self, node: NodeId, kind: HookKind, test: NodeId) -> Outcome {
        let hooks = self.tree.borrow().get(node).hooks_of(kind).to_vec();
        self.run_hooks(hooks, test).await
    }

    /// Runs hooks in order. Hooks after a test run even if others fail; the first failure counts.
    async fn run_hooks(&self, hooks: Vec<Hook>, test: NodeId) -> Outcome {
        let mut outcome = Ok(());
        for hook in hooks {
            let result = self.hook(hook, test).await;
            if outcome.is_ok() {
                outcome = result;
            }
            if outcome.is_err() && matches!(hook.kind, HookKind::Before | HookKind::BeforeEach) {
                break;
            }
        }
        outcome
    }

    async fn hook(&self, hook: Hook, node: NodeId) -> Outcome {
        let called = self.host.call(Call { function: hook.function, node });
        let result = match select(called, self.limit(node, hook.timeout).boxed_local()).await {
            Either::Left((result, _)) => result,
            Either::Right((limit, _)) => Err(Box::new(timed_out(limit))),
        };
        result.map_err(|failure| {
            let message = match failure.kind {
                FailureKind::Timeout => format!("{} hook timed out", hook.kind.as_str()),
                _ => failure.message.clone(),
            };
            Box::new(Failure { kind: FailureKind::Hook, message, ..*failure })
        })
    }
}

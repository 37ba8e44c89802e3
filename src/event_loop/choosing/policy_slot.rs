//! The policy of an event loop.

use std::cell::{Cell, RefCell};

use super::default_policy::DefaultPolicy;
use super::policy::Policy;

/// The policy of an event loop: the default one until another is set.
#[derive(Default)]
pub(crate) struct PolicySlot {
    /// `None` if it is the default policy, and while the policy is asked.
    policy: RefCell<Option<Box<dyn Policy>>>,
    is_set: Cell<bool>,
}

/// A policy that is being asked. It is put back even if it panics, unless another one has been set.
struct Asked<'a> {
    slot: &'a RefCell<Option<Box<dyn Policy>>>,
    policy: Option<Box<dyn Policy>>,
}

impl Drop for Asked<'_> {
    fn drop(&mut self) {
        let policy = self.policy.take();
        let mut slot = self.slot.borrow_mut();
        if slot.is_none() {
            *slot = policy;
        }
    }
}

impl PolicySlot {
    /// Replaces the policy.
    pub(crate) fn set_policy(&self, policy: Box<dyn Policy>) {
        self.is_set.set(true);
        let previous = self.policy.replace(Some(policy));
        drop(previous);
    }

    /// Whether no policy has been set.
    #[inline]
    pub(crate) fn has_default_policy(&self) -> bool {
        !self.is_set.get()
    }

    /// Asks the policy. Without one, or if a policy turns the loop while it is asked, the default policy answers.
    pub(crate) fn ask<R>(&self, ask: impl FnOnce(&mut dyn Policy) -> R) -> R {
        let Some(policy) = self.policy.take() else { return ask(&mut DefaultPolicy) };
        let mut asked = Asked { slot: &self.policy, policy: Some(policy) };
        match &mut asked.policy {
            Some(policy) => ask(&mut **policy),
            None => ask(&mut DefaultPolicy),
        }
    }
}

//! Notifies the observer.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use super::event::Event;
use super::observer::Observer;
use super::subject::Subject;
use crate::event_loop::time::Clock;

/// The observer, if there is one.
#[derive(Default)]
pub(crate) struct Notifier {
    observer: RefCell<Option<Rc<dyn Observer>>>,
    /// Whether there is an observer, or a policy that receives events. If there is neither, each event only costs this
    /// check.
    is_observed: Cell<bool>,
    /// Whether the policy receives the events, too.
    policy_observes: Cell<bool>,
}

impl Notifier {
    pub(crate) fn set_observer(&self, observer: Option<Rc<dyn Observer>>) -> Option<Rc<dyn Observer>> {
        self.is_observed.set(observer.is_some() || self.policy_observes.get());
        self.observer.replace(observer)
    }

    pub(crate) fn observer(&self) -> Option<Rc<dyn Observer>> {
        self.observer.borrow().clone()
    }

    pub(crate) fn set_policy_observes(&self, policy_observes: bool) {
        self.policy_observes.set(policy_observes);
        self.is_observed.set(policy_observes || self.observer.borrow().is_some());
    }

    pub(crate) fn policy_observes(&self) -> bool {
        self.policy_observes.get()
    }

    pub(crate) fn is_observed(&self) -> bool {
        self.is_observed.get()
    }

    pub(crate) fn notify(&self, clock: &dyn Clock, event: &Event, subject: &Subject<'_>) {
        let observer = self.observer.borrow().clone();
        if let Some(observer) = observer.filter(|observer| observer.wants(event)) {
            observer.observe(clock.now(), event, subject);
        }
    }
}

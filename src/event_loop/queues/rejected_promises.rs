//! Promises that were rejected without a handler: HostPromiseRejectionTracker's lists.

use std::cell::RefCell;
use std::collections::BTreeMap;

use boa_engine::JsObject;
use boa_engine::builtins::promise::Promise;
use boa_engine::realm::Realm;
use rustc_hash::FxHashMap;

use crate::event_loop::ambient::AmbientValues;
use crate::event_loop::origins::Origin;
use crate::event_loop::work::WorkKind;

/// A promise that was rejected without a handler.
#[derive(Clone)]
pub(crate) struct RejectedPromise {
    /// The promise.
    pub promise: JsObject<Promise>,
    /// The realm that rejected it.
    pub realm: Realm,
    /// The kind and the origin of the work that rejected it, if it is known.
    pub origin: Option<(WorkKind, Origin)>,
    /// The ambient values of the code that rejected it, without the continuation state.
    pub values: AmbientValues,
}

/// The promises that one task notifies about: the part of an event loop's list before a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Batch {
    end: u64,
}

/// The event loop's [about-to-be-notified rejected promises list][list].
///
/// HTML keeps one list per global. Here, there is one list per event loop, and its entries contain their realm, so that
/// notifications come in the order of the rejections. Adding and removing are O(log n).
///
/// [list]: https://html.spec.whatwg.org/multipage/webappapis.html#about-to-be-notified-rejected-promises-list
#[derive(Default)]
pub(crate) struct RejectedPromises {
    lists: RefCell<Lists>,
}

#[derive(Default)]
struct Lists {
    /// The promises that have not been reported, oldest rejection first. The standard's task takes the whole list and
    /// skips promises that have been handled since; removing them immediately has the same effect.
    about_to_be_notified: BTreeMap<u64, RejectedPromise>,
    positions: FxHashMap<JsObject<Promise>, u64>,
    next_position: u64,
    /// For the promises before this position, a task that notifies about them has been queued.
    noticed: u64,
    /// The promise that listeners are being notified of.
    notifying: Option<JsObject<Promise>>,
}

impl RejectedPromises {
    /// Drops all promises. The lists are not borrowed while they are dropped.
    pub(crate) fn clear(&self) {
        drop(self.lists.take());
    }

    /// Adds a promise that was rejected without a handler.
    pub(crate) fn rejected(&self, rejected: RejectedPromise) {
        let mut lists = self.lists.borrow_mut();
        let position = lists.next_position;
        lists.next_position += 1;
        lists.positions.insert(rejected.promise.clone(), position);
        lists.about_to_be_notified.insert(position, rejected);
    }

    /// Removes a promise that got its first handler. Returns whether that was in time: listeners have not been notified
    /// yet, or are being notified now.
    pub(crate) fn handled(&self, promise: &JsObject<Promise>) -> bool {
        let mut lists = self.lists.borrow_mut();
        if lists.notifying.take_if(|notifying| notifying == promise).is_some() {
            return true;
        }
        let position = lists.positions.remove(promise);
        let removed = position.and_then(|position| lists.about_to_be_notified.remove(&position));
        drop(lists);
        removed.is_some()
    }

    /// Whether any promise was rejected since the last [`Self::notice`] and has no handler yet.
    #[must_use]
    pub(crate) fn has_unbatched(&self) -> bool {
        !self.lists.borrow().about_to_be_notified.is_empty() && self.has_new()
    }

    /// Whether any promise of the list is newer than the last [`Self::notice`].
    #[inline(never)]
    fn has_new(&self) -> bool {
        let lists = self.lists.borrow();
        lists.about_to_be_notified.last_key_value().is_some_and(|(position, _)| *position >= lists.noticed)
    }

    /// Assigns all promises of the list to one task, which calls [`Self::notify_next`] with the returned batch.
    pub(crate) fn notice(&self) -> Batch {
        let mut lists = self.lists.borrow_mut();
        lists.noticed = lists.next_position;
        Batch { end: lists.noticed }
    }

    /// Gives the promises of a batch that were not taken to the next batch.
    pub(crate) fn give_back(&self) {
        let mut lists = self.lists.borrow_mut();
        lists.notifying = None;
        if let Some((&first, _)) = lists.about_to_be_notified.first_key_value() {
            lists.noticed = lists.noticed.min(first);
        }
    }

    /// Takes the oldest promise of a batch that still has no handler. Its notification lasts until
    /// [`Self::end_notification`].
    #[must_use]
    pub(crate) fn notify_next(&self, batch: Batch) -> Option<RejectedPromise> {
        let mut lists = self.lists.borrow_mut();
        let first = lists.about_to_be_notified.first_entry().filter(|first| *first.key() < batch.end)?;
        let rejected = first.remove();
        lists.positions.remove(&rejected.promise);
        lists.notifying = Some(rejected.promise.clone());
        Some(rejected)
    }

    /// Ends the notification of a promise. Returns whether the promise still has no handler.
    pub(crate) fn end_notification(&self) -> bool {
        let notifying = self.lists.borrow_mut().notifying.take();
        notifying.is_some()
    }
}

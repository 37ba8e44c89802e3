//! Promises that were rejected with nobody listening: HostPromiseRejectionTracker's two lists.

use std::cell::RefCell;
use std::collections::BTreeMap;

use boa_engine::JsObject;
use boa_engine::builtins::promise::Promise;
use boa_engine::realm::Realm;
use rustc_hash::FxHashMap;

use super::Origin;

/// A promise that was rejected with nobody listening.
pub struct RejectedPromise {
    /// The promise.
    pub promise: JsObject<Promise>,
    /// The realm that rejected it.
    pub realm: Realm,
    /// Where the task was posted that rejected it.
    pub origin: Option<Origin>,
}

/// The event loop's [about-to-be-notified rejected promises list].
///
/// HTML keeps one list per global; here there is one for the event loop whose entries name their realm, so that notices
/// come in the order of the rejections. Adding and removing are O(log n).
///
/// [about-to-be-notified rejected promises list]: https://html.spec.whatwg.org/multipage/webappapis.html#about-to-be-notified-rejected-promises-list
#[derive(Default)]
pub struct RejectedPromises {
    lists: RefCell<Lists>,
}

#[derive(Default)]
struct Lists {
    about_to_be_notified: BTreeMap<u64, RejectedPromise>,
    positions: FxHashMap<JsObject<Promise>, u64>,
    next_position: u64,
    /// Those before this position have a task on its way that notifies about them.
    noticed: u64,
}

impl RejectedPromises {
    /// The promise was rejected and has no handler.
    pub fn rejected(&self, rejected: RejectedPromise) {
        let mut lists = self.lists.borrow_mut();
        let position = lists.next_position;
        lists.next_position += 1;
        lists.positions.insert(rejected.promise.clone(), position);
        lists.about_to_be_notified.insert(position, rejected);
    }

    /// The promise got its first handler. Returns whether that was in time, so that nobody need know.
    pub fn handled(&self, promise: &JsObject<Promise>) -> bool {
        let mut lists = self.lists.borrow_mut();
        let position = lists.positions.remove(promise);
        position.and_then(|position| lists.about_to_be_notified.remove(&position)).is_some()
    }

    /// Whether any promise was rejected since the last [`Self::notice`] and has no handler yet.
    #[must_use]
    pub fn any_unnoticed(&self) -> bool {
        let lists = self.lists.borrow();
        lists.about_to_be_notified.last_key_value().is_some_and(|(position, _)| *position >= lists.noticed)
    }

    /// Marks all promises of the list as taken care of by a task that will call [`Self::take_noticed`].
    pub fn notice(&self) {
        let mut lists = self.lists.borrow_mut();
        lists.noticed = lists.next_position;
    }

    /// Takes the noticed promises that still have no handler, oldest rejection first.
    #[must_use]
    pub fn take_noticed(&self) -> Vec<RejectedPromise> {
        let mut lists = self.lists.borrow_mut();
        let noticed = lists.noticed;
        let later = lists.about_to_be_notified.split_off(&noticed);
        let taken = std::mem::replace(&mut lists.about_to_be_notified, later);
        for rejected in taken.values() {
            lists.positions.remove(&rejected.promise);
        }
        taken.into_values().collect()
    }
}

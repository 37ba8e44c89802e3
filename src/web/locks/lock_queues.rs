//! Which locks are held, and which requests wait for them: the held lock set and the lock request queue map of a
//! [lock manager](https://w3c.github.io/web-locks/#lock-managers), without an engine.

use std::collections::{BTreeMap, HashMap};
use std::hash::Hash;
use std::str::FromStr;

use rustc_hash::FxBuildHasher;

/// Whether a lock excludes all other locks of its name, or only exclusive ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LockMode {
    Exclusive,
    Shared,
}

impl LockMode {
    pub(super) const fn as_str(self) -> &'static str {
        match self {
            Self::Exclusive => "exclusive",
            Self::Shared => "shared",
        }
    }
}

impl FromStr for LockMode {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        [Self::Exclusive, Self::Shared].into_iter().find(|mode| mode.as_str() == text).ok_or(())
    }
}

/// Identifies a request among those of its name, also when it holds the lock. They are in the order of their keys.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct RequestKey(i64);

type Requests<R> = BTreeMap<RequestKey, (LockMode, R)>;

/// The requests of a name.
struct Name<R> {
    waiting: Requests<R>,
    held: Requests<R>,
    /// The number of exclusive locks among those that are held: 0 or 1.
    exclusive: usize,
}

impl<R> Default for Name<R> {
    fn default() -> Self {
        Self { waiting: BTreeMap::new(), held: BTreeMap::new(), exclusive: 0 }
    }
}

impl<R: Clone> Name<R> {
    /// Whether a request that is the first one in its queue is [grantable](https://w3c.github.io/web-locks/#grantable).
    fn allows(&self, mode: LockMode) -> bool {
        match mode {
            LockMode::Exclusive => self.held.is_empty(),
            LockMode::Shared => self.exclusive == 0,
        }
    }

    /// [Processes the queue](https://w3c.github.io/web-locks/#process-the-lock-request-queue). Returns the requests
    /// that hold the lock now.
    fn process(&mut self) -> Vec<R> {
        let mut granted = Vec::new();
        while let Some(first) = self.waiting.first_entry() {
            let mode = first.get().0;
            if !self.allows(mode) {
                break;
            }
            let Some((key, (mode, request))) = self.waiting.pop_first() else { break };
            granted.push(request.clone());
            self.hold(key, mode, request);
        }
        granted
    }

    fn hold(&mut self, key: RequestKey, mode: LockMode, request: R) {
        self.exclusive += usize::from(mode == LockMode::Exclusive);
        self.held.insert(key, (mode, request));
    }

    fn let_go(&mut self, key: RequestKey) -> Option<R> {
        let (mode, request) = self.held.remove(&key)?;
        self.exclusive -= usize::from(mode == LockMode::Exclusive);
        Some(request)
    }
}

/// The locks of all names. Each operation takes O(log n) time for n requests of a name, and O(1) for each request that
/// it grants, besides.
pub(super) struct LockQueues<N, R> {
    names: HashMap<N, Name<R>, FxBuildHasher>,
    first: i64,
    last: i64,
}

impl<N, R> Default for LockQueues<N, R> {
    fn default() -> Self {
        Self { names: HashMap::default(), first: 0, last: 0 }
    }
}

impl<N: Hash + Eq + Clone, R: Clone> LockQueues<N, R> {
    /// The key of the next request, which is behind all others.
    pub(super) fn next_key(&mut self) -> RequestKey {
        self.last += 1;
        RequestKey(self.last)
    }

    /// The key of the next request that steals a lock, which is before all others.
    pub(super) fn stealing_key(&mut self) -> RequestKey {
        self.first -= 1;
        RequestKey(self.first)
    }

    /// Adds a request. Returns the requests that hold the lock now.
    pub(super) fn request(&mut self, name: &N, key: RequestKey, mode: LockMode, request: R) -> Vec<R> {
        self.change(name, |queue| {
            queue.waiting.insert(key, (mode, request));
            queue.process()
        })
    }

    /// Gives the lock to a request if it is free. Returns whether it was.
    pub(super) fn request_if_available(&mut self, name: &N, key: RequestKey, mode: LockMode, request: R) -> bool {
        self.change(name, |queue| {
            let is_available = queue.waiting.is_empty() && queue.allows(mode);
            if is_available {
                queue.hold(key, mode, request);
            }
            is_available
        })
    }

    /// Takes the locks of a name away from those that hold them, and returns these.
    pub(super) fn steal(&mut self, name: &N) -> Vec<R> {
        self.change(name, |queue| {
            queue.exclusive = 0;
            std::mem::take(&mut queue.held).into_values().map(|(_, request)| request).collect()
        })
    }

    /// [Releases a lock](https://w3c.github.io/web-locks/#release-the-lock), if it is still held. Returns the requests
    /// that hold it now.
    pub(super) fn release(&mut self, name: &N, key: RequestKey) -> Vec<R> {
        self.change(name, |queue| queue.let_go(key).map(|_| queue.process()).unwrap_or_default())
    }

    /// [Removes a request](https://w3c.github.io/web-locks/#abort-the-request) that waits. `None` if it does not wait,
    /// and otherwise the requests that hold the lock now.
    pub(super) fn abort(&mut self, name: &N, key: RequestKey) -> Option<Vec<R>> {
        self.change(name, |queue| queue.waiting.remove(&key).map(|_| queue.process()))
    }

    /// Removes the requests that are to be removed, whether they wait or hold a lock. Returns the requests that hold
    /// locks now, name by name.
    pub(super) fn remove_all(&mut self, is_removed: impl Fn(&R) -> bool) -> Vec<R> {
        let mut granted = Vec::new();
        // Hash maps have no order, and the same program must always run in the same way.
        let mut names: Vec<_> = self.names.values_mut().collect();
        names.sort_by_key(|queue| queue.waiting.keys().next().copied());
        for queue in names {
            queue.waiting.retain(|_, (_, request)| !is_removed(request));
            let removed = queue.held.iter().filter(|(_, (_, request))| is_removed(request));
            for key in removed.map(|(&key, _)| key).collect::<Vec<_>>() {
                queue.let_go(key);
            }
            granted.extend(queue.process());
        }
        self.names.retain(|_, queue| !(queue.waiting.is_empty() && queue.held.is_empty()));
        granted
    }

    /// The requests that hold locks, and those that wait, each in the order in which they were made.
    pub(super) fn snapshot(&self) -> (Vec<R>, Vec<R>) {
        let sorted = |of: fn(&Name<R>) -> &Requests<R>| {
            let mut all: Vec<_> = self.names.values().flat_map(of).collect();
            all.sort_by_key(|(key, _)| **key);
            all.into_iter().map(|(_, (_, request))| request.clone()).collect()
        };
        (sorted(|queue| &queue.held), sorted(|queue| &queue.waiting))
    }

    /// Changes the requests of a name. A name without requests takes no memory.
    fn change<T>(&mut self, name: &N, change: impl FnOnce(&mut Name<R>) -> T) -> T {
        let queue = self.names.entry(name.clone()).or_default();
        let changed = change(queue);
        if queue.waiting.is_empty() && queue.held.is_empty() {
            self.names.remove(name);
        }
        changed
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{LockMode, LockQueues, RequestKey};

    /// The held and the waiting requests of one name, by the letter of the standard.
    #[derive(Default)]
    struct Model {
        held: Vec<(LockMode, RequestKey)>,
        waiting: Vec<(LockMode, RequestKey)>,
    }

    impl Model {
        fn is_grantable(&self, index: usize, mode: LockMode) -> bool {
            let conflicts = |held: &(LockMode, RequestKey)| mode == LockMode::Exclusive || held.0 == mode_exclusive();
            index == 0 && !self.held.iter().any(conflicts)
        }

        fn process(&mut self) -> Vec<RequestKey> {
            let mut granted = Vec::new();
            while let Some(&(mode, key)) = self.waiting.first()
                && self.is_grantable(0, mode)
            {
                self.held.push(self.waiting.remove(0));
                granted.push(key);
            }
            granted
        }
    }

    fn mode_exclusive() -> LockMode {
        LockMode::Exclusive
    }

    #[derive(Clone, Debug)]
    enum Operation {
        Request(bool),
        IfAvailable(bool),
        Steal,
        Release(usize),
        Abort(usize),
    }

    fn operation() -> impl Strategy<Value = Operation> {
        prop_oneof![
            any::<bool>().prop_map(Operation::Request),
            any::<bool>().prop_map(Operation::IfAvailable),
            Just(Operation::Steal),
            (0..8_usize).prop_map(Operation::Release),
            (0..8_usize).prop_map(Operation::Abort),
        ]
    }

    fn mode(is_shared: bool) -> LockMode {
        if is_shared { LockMode::Shared } else { LockMode::Exclusive }
    }

    proptest! {
        #[test]
        fn requests_are_granted_as_the_standard_says(operations in proptest::collection::vec(operation(), 0..60)) {
            let (mut queues, mut model) = (LockQueues::<&str, RequestKey>::default(), Model::default());
            for operation in operations {
                match operation {
                    Operation::Request(shared) => {
                        let key = queues.next_key();
                        model.waiting.push((mode(shared), key));
                        prop_assert_eq!(queues.request(&"a", key, mode(shared), key), model.process());
                    }
                    Operation::IfAvailable(shared) => {
                        let key = queues.next_key();
                        let is_free = model.is_grantable(model.waiting.len(), mode(shared));
                        if is_free {
                            model.held.push((mode(shared), key));
                        }
                        prop_assert_eq!(queues.request_if_available(&"a", key, mode(shared), key), is_free);
                    }
                    Operation::Steal => {
                        let mut stolen: Vec<_> = model.held.drain(..).map(|(_, key)| key).collect();
                        stolen.sort();
                        prop_assert_eq!(queues.steal(&"a"), stolen);
                        let key = queues.stealing_key();
                        model.waiting.insert(0, (LockMode::Exclusive, key));
                        prop_assert_eq!(queues.request(&"a", key, LockMode::Exclusive, key), model.process());
                    }
                    Operation::Release(index) if !model.held.is_empty() => {
                        let (_, key) = model.held.remove(index % model.held.len());
                        prop_assert_eq!(queues.release(&"a", key), model.process());
                        prop_assert_eq!(queues.release(&"a", key), Vec::new());
                    }
                    Operation::Abort(index) if !model.waiting.is_empty() => {
                        let (_, key) = model.waiting.remove(index % model.waiting.len());
                        prop_assert_eq!(queues.abort(&"a", key), Some(model.process()));
                        prop_assert_eq!(queues.abort(&"a", key), None);
                    }
                    Operation::Release(_) | Operation::Abort(_) => {}
                }
                let (held, waiting) = queues.snapshot();
                prop_assert_eq!(held.len(), model.held.len());
                prop_assert_eq!(waiting, model.waiting.iter().map(|(_, key)| *key).collect::<Vec<_>>());
            }
            queues.remove_all(|_| true);
            prop_assert!(queues.names.is_empty());
        }
    }

    #[test]
    fn names_are_independent_and_forgotten() {
        let mut queues = LockQueues::<&str, u8>::default();
        let (first, second, third) = (queues.next_key(), queues.next_key(), queues.next_key());
        assert_eq!(queues.request(&"a", first, LockMode::Exclusive, 1), [1]);
        assert_eq!(queues.request(&"b", second, LockMode::Exclusive, 2), [2]);
        assert!(queues.request(&"a", third, LockMode::Exclusive, 3).is_empty());
        assert_eq!(queues.snapshot(), (vec![1, 2], vec![3]));
        assert_eq!(queues.remove_all(|request| *request == 1), [3]);
        assert!(queues.release(&"a", third).is_empty());
        assert!(queues.release(&"b", second).is_empty());
        assert!(queues.names.is_empty());
    }
}

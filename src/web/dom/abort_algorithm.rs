//! The algorithms that run when a signal aborts.

use std::cell::Cell;
use std::rc::Rc;

use boa_engine::Context;
use boa_gc::{Finalize, Gc, Trace, custom_trace};

use super::AbortSignal;
use crate::event_loop::EventLoop;

/// An [abort algorithm](https://dom.spec.whatwg.org/#abortsignal-abort-algorithms), which runs when a signal aborts.
///
/// An algorithm must be the only owner of the handles that its `Trace` implementation marks. If an algorithm is shared,
/// it must mark nothing, so that its handles are roots.
pub(crate) trait AbortAlgorithm: Trace {
    /// Runs the algorithm. The signal already has its abort reason.
    fn run(&self, signal: &Gc<AbortSignal>, event_loop: &EventLoop, context: &mut Context);

    /// Whether the algorithm would do nothing, because what it is for was collected.
    fn is_dead(&self) -> bool {
        false
    }
}

/// An algorithm in a signal's list. It may have other owners.
#[derive(Finalize)]
pub(super) struct SharedAlgorithm(pub(super) Rc<dyn AbortAlgorithm>);

// SAFETY: the algorithm is traced, and is the only owner of the handles that it marks: see `AbortAlgorithm`.
unsafe impl Trace for SharedAlgorithm {
    custom_trace!(this, mark, {
        mark(&*this.0);
    });
}

/// The steps of [`AbortSignal::on_abort`].
type HostSteps = Box<dyn FnOnce(&Gc<AbortSignal>, &mut Context)>;

/// An abort algorithm of the host. The references in the closure are roots.
#[derive(Finalize, Trace)]
pub(super) struct HostAlgorithm(#[unsafe_ignore_trace] Cell<Option<HostSteps>>);

impl HostAlgorithm {
    pub(super) fn new(steps: impl FnOnce(&Gc<AbortSignal>, &mut Context) + 'static) -> Self {
        Self(Cell::new(Some(Box::new(steps))))
    }
}

impl AbortAlgorithm for HostAlgorithm {
    fn run(&self, signal: &Gc<AbortSignal>, _: &EventLoop, context: &mut Context) {
        if let Some(steps) = self.0.take() {
            steps(signal, context);
        }
    }
}

#[cfg(test)]
mod tests {
    use boa_gc::{GcRefCell, WeakGc, force_collect};

    use super::*;

    #[derive(Finalize, Trace)]
    struct Remembers(GcRefCell<Option<Gc<SharedAlgorithm>>>, Gc<i32>);

    impl AbortAlgorithm for Remembers {
        fn run(&self, _: &Gc<AbortSignal>, _: &EventLoop, _: &mut Context) {}
    }

    /// The algorithm refers to the object that holds it: a cycle, which only tracing can find.
    #[test]
    fn the_collector_looks_into_algorithms() {
        let value = Gc::new(1);
        let weak = WeakGc::new(&value);
        let algorithm = Rc::new(Remembers(GcRefCell::new(None), value));
        let shared = Gc::new(SharedAlgorithm(Rc::clone(&algorithm) as _));
        *algorithm.0.borrow_mut() = Some(shared.clone());
        drop(algorithm);
        force_collect();
        assert!(weak.is_upgradable());
        drop(shared);
        force_collect();
        assert!(!weak.is_upgradable());
    }
}

//! Aborting a signal from another thread.

use std::fmt;
use std::sync::Arc;

use boa_engine::{Context, JsResult, JsValue};
use boa_gc::Gc;

use super::abort_signal::AbortSignal;
use crate::event_loop::{Closed, EventLoop, Parcel, in_realm};
use crate::web::webidl::event_loop;

/// Aborts an [`AbortSignal`] from any thread, in a task of its event loop. Cheap to clone. While a handle exists, the
/// signal is not collected.
///
/// ```
/// use posttask::Runtime;
/// use posttask::dom::{AbortHandle, AbortSignal};
///
/// let mut runtime = Runtime::builder().build()?;
/// let signal = runtime.run_script(
///     "globalThis.c = new AbortController();
///      scheduler.postTask(() => {}, { delay: 60_000, signal: c.signal }).catch(error => globalThis.name = error.name);
///      c.signal",
/// )?;
/// let signal = AbortSignal::from_value(&signal).expect("a signal");
/// let handle = runtime.try_with_context(|context| AbortHandle::new(&signal, context))?;
/// std::thread::spawn(move || handle.abort().expect("the loop exists"));
/// runtime.run();
/// assert_eq!(runtime.run_script("name")?.as_string(), Some("AbortError".into()));
/// # Ok::<(), posttask::Error>(())
/// ```
#[derive(Clone)]
pub struct AbortHandle(Arc<Parcel<Gc<AbortSignal>>>);

impl fmt::Debug for AbortHandle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AbortHandle").finish_non_exhaustive()
    }
}

impl AbortHandle {
    /// Creates a handle to a signal.
    ///
    /// # Errors
    ///
    /// `TypeError` if the context has no event loop, or another one than the signal.
    pub fn new(signal: &Gc<AbortSignal>, context: &Context) -> JsResult<Self> {
        let event_loop = event_loop(context)?;
        signal.check_loop(&event_loop)?;
        Ok(Self(Arc::new(event_loop.parcel(signal.clone()))))
    }

    /// The signal, on the thread of its loop. `None` if it belongs to another loop.
    pub(crate) fn signal_of(&self, event_loop: &EventLoop) -> Option<Gc<AbortSignal>> {
        self.0.value_in(event_loop)
    }

    /// Aborts the signal with an `AbortError`.
    ///
    /// # Errors
    ///
    /// [`Closed`] if the loop no longer exists.
    pub fn abort(&self) -> Result<(), Closed> {
        self.0.queue_a_task(|signal, event_loop, context| abort(&signal, None, event_loop, context))
    }

    /// Aborts the signal with the reason that the function returns. It is called in the task, unless the signal is
    /// already aborted.
    ///
    /// # Errors
    ///
    /// [`Closed`] if the loop no longer exists.
    pub fn abort_with(&self, reason: impl FnOnce(&mut Context) -> JsValue + Send + 'static) -> Result<(), Closed> {
        self.0.queue_a_task(|signal, event_loop, context| {
            if !signal.is_aborted() {
                let reason = reason(context);
                abort(&signal, Some(reason), event_loop, context);
            }
        })
    }
}

/// Aborts the signal in its own realm, which the default reason belongs to.
fn abort(signal: &Gc<AbortSignal>, reason: Option<JsValue>, event_loop: &EventLoop, context: &mut Context) {
    let realm = signal.target().realm().cloned().unwrap_or_else(|| context.realm().clone());
    in_realm(&realm, context, |context| {
        if let Err(error) = AbortSignal::signal_abort(signal, reason, event_loop, context) {
            event_loop.report_an_exception(error, context);
        }
    });
}

//! The streams and pipes that scripts make, for who asks what they wait for.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use boa_engine::{Context, JsData};
use boa_gc::{Finalize, Gc, Trace};

use crate::event_loop::{EventLoop, Origin};
use crate::web::dom::WeakList;

/// What has not ended, and the places that have to do with it.
pub(super) struct Waiting {
    pub(super) what: &'static str,
    pub(super) places: Vec<(&'static str, Option<Origin>)>,
}

/// A stream of one kind, or a pipe.
pub(super) trait Watchable: Trace {
    /// What it waits for, if it does.
    fn waits_for(&self) -> Option<Waiting>;

    /// Where a script has made it, if somebody watches.
    fn created_at(&self) -> &Cell<Option<Origin>>;
}

/// The streams of a kind that scripts have made since somebody watches.
#[derive(Trace, Finalize, JsData)]
struct Watched<T: Trace + 'static>(#[unsafe_ignore_trace] Rc<RefCell<WeakList<T>>>);

/// Remembers the streams of a kind that scripts make from now on.
pub(super) fn watch<T: Watchable + 'static>(context: &mut Context) {
    context.insert_data(Watched::<T>(Rc::default()));
}

fn streams<T: Watchable + 'static>(context: &Context) -> Option<Rc<RefCell<WeakList<T>>>> {
    context.get_data::<Watched<T>>().map(|Watched(streams)| Rc::clone(streams))
}

/// A script has made a stream.
pub(super) fn made<T: Watchable + 'static>(stream: &Gc<T>, context: &mut Context) {
    if let (Some(streams), Some(event_loop)) = (streams(context), EventLoop::of(context)) {
        stream.created_at().set(event_loop.caller(context));
        streams.borrow_mut().push(stream);
    }
}

/// Where the script is that runs, if somebody watches the stream.
pub(super) fn caller_if_watched<T: Watchable>(stream: &T, context: &mut Context) -> Option<Origin> {
    stream.created_at().get()?;
    EventLoop::of(context)?.caller(context)
}

/// What the streams of a kind wait for.
pub(super) fn waiting<T: Watchable + 'static>(context: &Context) -> Vec<Waiting> {
    let streams = streams::<T>(context).map(|streams| streams.borrow().live()).unwrap_or_default();
    streams.iter().filter_map(|stream| stream.waits_for()).collect()
}

//! Piping: <https://streams.spec.whatwg.org/#readable-stream-pipe-to>.
//!
//! The standard states what must hold, and leaves open in how many microtasks a chunk passes. This pipe takes as many
//! as that of Chromium: a chunk is written in a microtask of its own, so that a source never runs a sink, and the next
//! one is read at once if the destination wants it. Unlike in Chromium, a chunk that has been read is written even if
//! the pipe shuts down in between, and an action waits for it, as the standard demands.

use std::cell::Cell;
use std::rc::Rc;

use boa_engine::object::builtins::JsPromise;
use boa_engine::{Context, JsResult, JsValue};
use boa_gc::{Finalize, Gc, GcRefCell, Trace};

use super::super::watched::{Waiting, Watchable, made};
use super::super::writable::{State as WritableState, WritableStream, WritableStreamDefaultWriter};
use super::pipe_options::PipeOptions;
use super::state::{ReadRequest, ReadableStream, ReadableStreamDefaultReader};
use crate::event_loop::{EventLoop, Origin};
use crate::web::dom::{AbortAlgorithm, AbortSignal, AlgorithmId};
use crate::web::webidl::host_promise::{AlgorithmPromise, HostPromise};
use crate::web::webidl::traced_promise::{Steps, TracedPromise, fulfilled_promise, react, when_both};
use crate::web::webidl::{exception_value, type_error};

/// A pipe.
#[derive(Trace, Finalize)]
pub(in crate::web::streams) struct Pipe {
    /// Where a script has started it, if somebody watches.
    #[unsafe_ignore_trace]
    created_at: Cell<Option<Origin>>,
    source: Gc<ReadableStream>,
    destination: Gc<WritableStream>,
    reader: Gc<ReadableStreamDefaultReader>,
    writer: Gc<WritableStreamDefaultWriter>,
    options: PipeOptions,
    promise: TracedPromise,
    is_shutting_down: Cell<bool>,
    has_ended: Cell<bool>,
    /// Whether a chunk has been asked for and has not been written.
    is_reading: Cell<bool>,
    has_written: Cell<bool>,
    /// A chunk that has been read and is written in a microtask.
    unwritten: GcRefCell<Option<JsValue>>,
    #[unsafe_ignore_trace]
    abort_steps: Cell<Option<AlgorithmId>>,
}

/// What happens before a pipe ends.
#[derive(Clone, Trace, Finalize)]
enum Action {
    None,
    AbortDestination(JsValue),
    CancelSource(JsValue),
    /// Both, as the options say.
    Abort(JsValue),
    CloseDestination,
}

/// Why a pipe ends, if it is an error.
type Failure = Option<JsValue>;

/// A pipe that is shutting down, with what happens before it ends, and why it does.
type Shutdown = (Gc<Pipe>, Action, Failure);

/// [ReadableStreamPipeTo](https://streams.spec.whatwg.org/#readable-stream-pipe-to).
///
/// # Errors
///
/// `TypeError` if one of the streams is locked.
pub(crate) fn pipe_to(
    source: &Gc<ReadableStream>,
    destination: &Gc<WritableStream>,
    options: PipeOptions,
    context: &mut Context,
) -> JsResult<JsPromise> {
    let reader = ReadableStreamDefaultReader::acquire(source, context)?;
    let writer = WritableStreamDefaultWriter::acquire(destination, context)?;
    source.set_disturbed();
    let pipe = Gc::new(Pipe {
        created_at: Cell::default(),
        source: source.clone(),
        destination: destination.clone(),
        reader,
        writer,
        options,
        promise: TracedPromise::new(context),
        is_shutting_down: Cell::new(false),
        has_ended: Cell::new(false),
        is_reading: Cell::new(false),
        has_written: Cell::new(false),
        unwritten: GcRefCell::default(),
        abort_steps: Cell::new(None),
    });
    made(&pipe, context);
    let promise = pipe.promise.promise().clone();
    if let Some(signal) = pipe.options.signal.clone() {
        if signal.is_aborted() {
            Pipe::abort(&pipe, signal.reason(), context);
            return Ok(promise);
        }
        let steps = AbortSignal::add_algorithm(&signal, Rc::new(AbortPipe(pipe.clone())));
        pipe.abort_steps.set(steps);
    }
    Pipe::watch(&pipe, context);
    Pipe::step(&pipe, context);
    Ok(promise)
}

/// Aborts a pipe when its signal does.
#[derive(Trace, Finalize)]
struct AbortPipe(Gc<Pipe>);

impl AbortAlgorithm for AbortPipe {
    fn run(&self, signal: &Gc<AbortSignal>, _: &EventLoop, context: &mut Context) {
        Pipe::abort(&self.0, signal.reason(), context);
    }
}

impl Pipe {
    /// Step 14, the steps of an abort.
    fn abort(this: &Gc<Self>, reason: JsValue, context: &mut Context) {
        Self::shut_down(this, Action::Abort(reason.clone()), Some(reason), context);
    }

    /// Step 15: errors and closing propagate forward and backward, in this order if several have happened already.
    fn watch(this: &Gc<Self>, context: &mut Context) {
        match this.source.failure() {
            Some(reason) => Self::source_failed(this, reason, context),
            None => react(&this.reader.closed(), this, Self::reader_closed, Self::source_failed, context),
        }
        if this.destination.state() == WritableState::Errored {
            Self::destination_failed(this, this.destination.stored_error(), context);
        } else {
            react(this.writer.closed().promise(), this, |_, _, _| {}, Self::destination_failed, context);
        }
        if this.source.is_closed() {
            Self::source_closed(this, context);
        }
        if this.destination.is_close_queued_or_in_flight() || this.destination.state() == WritableState::Closed {
            let reason = exception_value(type_error("the destination of the pipe is closed"), context);
            Self::destination_failed(this, reason, context);
        }
    }

    fn source_failed(this: &Gc<Self>, reason: JsValue, context: &mut Context) {
        let action = if this.options.prevent_abort { Action::None } else { Action::AbortDestination(reason.clone()) };
        Self::shut_down(this, action, Some(reason), context);
    }

    fn destination_failed(this: &Gc<Self>, reason: JsValue, context: &mut Context) {
        let action = if this.options.prevent_cancel { Action::None } else { Action::CancelSource(reason.clone()) };
        Self::shut_down(this, action, Some(reason), context);
    }

    /// While a chunk is being read, its request is told that the source has closed.
    fn reader_closed(this: &Gc<Self>, _: JsValue, context: &mut Context) {
        if !this.is_reading.get() {
            Self::source_closed(this, context);
        }
    }

    fn source_closed(this: &Gc<Self>, context: &mut Context) {
        let action = if this.options.prevent_close { Action::None } else { Action::CloseDestination };
        Self::shut_down(this, action, None, context);
    }

    /// Reads a chunk, when the destination wants one. If it is erroring, the pipe waits for its error.
    fn step(this: &Gc<Self>, context: &mut Context) {
        let desired_size = this.destination.desired_size();
        let Some(desired_size) = desired_size.filter(|_| !this.is_shutting_down.get()) else { return };
        if desired_size <= 0.0 {
            let ready = this.writer.ready();
            return ready.react(this, |this, _, context| Self::step(this, context), |_, _, _| {}, context);
        }
        this.is_reading.set(true);
        this.reader.read(Box::new(PipedChunk(this.clone())), context);
    }

    /// [Shuts down](https://streams.spec.whatwg.org/#rs-pipeTo-shutdown-with-action), when all chunks that were read
    /// have been written.
    fn shut_down(this: &Gc<Self>, action: Action, failure: Failure, context: &mut Context) {
        if this.is_shutting_down.replace(true) {
            return;
        }
        let ending = (this.clone(), action, failure);
        if this.can_write() {
            return this.written(context).react(&ending, Self::end_when_written, Self::end_when_written, context);
        }
        let done = this.perform(&ending.1, context).map(AlgorithmPromise::from);
        Self::end_after(this, done, ending.2, context);
    }

    fn can_write(&self) -> bool {
        self.destination.state() == WritableState::Writable && !self.destination.is_close_queued_or_in_flight()
    }

    /// Writes the chunk that has been read last, unless that has happened.
    fn write_unwritten(&self, context: &mut Context) {
        let chunk = self.unwritten.borrow_mut().take();
        if let Some(chunk) = chunk {
            self.has_written.set(true);
            self.writer.write_silently(chunk, context);
        }
    }

    /// A promise that is fulfilled when what has been written so far is done.
    fn written(&self, context: &mut Context) -> AlgorithmPromise {
        if !self.has_written.get() {
            return AlgorithmPromise::Fulfilled;
        }
        let last = self.destination.last_write(context).map_or(AlgorithmPromise::Fulfilled, AlgorithmPromise::from);
        last.chain(&(), None, Some(|(), _, _| Ok(None)), context)
    }

    /// Step 3 of shutting down. While it waits, another chunk may have been written, and the destination may fail.
    fn end_when_written(ending: &Shutdown, _: JsValue, context: &mut Context) {
        let (this, action, failure) = ending;
        this.write_unwritten(context);
        if this.can_write()
            && let Some(written) = this.destination.last_write(context)
        {
            return react(&written, ending, Self::end_when_written, Self::end_when_written, context);
        }
        let done = this.perform(action, context).map(|done| HostPromise::following(done.into(), context).into());
        Self::end_after(this, done, failure.clone(), context);
    }

    /// Steps 4 to 6 of shutting down: ends the pipe when the action is done, if there is one.
    fn end_after(this: &Gc<Self>, done: Option<AlgorithmPromise>, failure: Failure, context: &mut Context) {
        let Some(done) = done else { return this.end(failure, context) };
        done.react(
            &(this.clone(), failure),
            |(this, failure), _, context| this.end(failure.clone(), context),
            |(this, _), reason, context| this.end(Some(reason), context),
            context,
        );
    }

    /// Performs an action. `None` if there is none.
    fn perform(&self, action: &Action, context: &mut Context) -> Option<JsPromise> {
        match action {
            Action::None => None,
            Action::AbortDestination(reason) => Some(WritableStream::abort(&self.destination, reason.clone(), context)),
            Action::CancelSource(reason) => Some(ReadableStream::cancel(&self.source, reason.clone(), context)),
            Action::CloseDestination => Some(self.writer.close_with_error_propagation(context)),
            Action::Abort(reason) => Some(self.abort_both(reason, context)),
        }
    }

    fn abort_both(&self, reason: &JsValue, context: &mut Context) -> JsPromise {
        let aborted = if !self.options.prevent_abort && self.destination.state() == WritableState::Writable {
            WritableStream::abort(&self.destination, reason.clone(), context)
        } else {
            fulfilled_promise(context)
        };
        let canceled = if !self.options.prevent_cancel && self.source.is_readable() {
            ReadableStream::cancel(&self.source, reason.clone(), context)
        } else {
            fulfilled_promise(context)
        };
        when_both(&aborted, &canceled, context)
    }

    /// [Finalizes](https://streams.spec.whatwg.org/#rs-pipeTo-finalize) the pipe.
    fn end(&self, failure: Failure, context: &mut Context) {
        self.has_ended.set(true);
        self.writer.release(context);
        ReadableStreamDefaultReader::release(&self.reader, context);
        if let (Some(signal), Some(steps)) = (&self.options.signal, self.abort_steps.take()) {
            AbortSignal::remove_algorithm(signal, steps);
        }
        match failure {
            Some(reason) => self.promise.reject(reason, context),
            None => self.promise.resolve(JsValue::undefined(), context),
        }
    }
}

impl Watchable for Pipe {
    /// What it waits for, if it does: a chunk of its source, or its destination, for backpressure or for its end.
    fn waits_for(&self) -> Option<Waiting> {
        let what = match (self.has_ended.get(), self.is_shutting_down.get(), self.is_reading.get()) {
            (true, _, _) => return None,
            (_, true, _) => "a pipe that ends and waits for its streams",
            (_, _, true) => "a pipe that waits for its source",
            _ => "a pipe that waits for its destination",
        };
        let source = ("from the stream created at", self.source.created_at().get());
        let destination = ("to the stream created at", self.destination.created_at().get());
        Some(Waiting { what, places: vec![("started at", self.created_at.get()), source, destination] })
    }

    fn created_at(&self) -> &Cell<Option<Origin>> {
        &self.created_at
    }
}

/// The read request of a pipe.
#[derive(Trace, Finalize)]
struct PipedChunk(Gc<Pipe>);

impl ReadRequest for PipedChunk {
    fn chunk(&self, chunk: JsValue, context: &mut Context) {
        *self.0.unwritten.borrow_mut() = Some(chunk);
        let write: Steps<Gc<Pipe>> = |pipe, _, context| {
            pipe.is_reading.set(false);
            pipe.write_unwritten(context);
            Pipe::step(pipe, context);
        };
        AlgorithmPromise::Fulfilled.react(&self.0, write, |_, _, _| {}, context);
    }

    fn close(&self, context: &mut Context) {
        Pipe::source_closed(&self.0, context);
    }

    fn error(&self, reason: JsValue, context: &mut Context) {
        self.0.is_reading.set(false);
        Pipe::source_failed(&self.0, reason, context);
    }
}

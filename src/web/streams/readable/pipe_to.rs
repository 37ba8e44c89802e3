//! Piping: <https://streams.spec.whatwg.org/#readable-stream-pipe-to>.

use std::cell::Cell;
use std::rc::Rc;

use boa_engine::object::builtins::JsPromise;
use boa_engine::{Context, JsResult, JsValue};
use boa_gc::{Finalize, Gc, GcRefCell, Trace};

use super::super::writable::{State as WritableState, WritableStream, WritableStreamDefaultWriter};
use super::pipe_options::PipeOptions;
use super::state::{ReadRequest, ReadableStream, ReadableStreamDefaultReader};
use crate::event_loop::EventLoop;
use crate::web::dom::{AbortAlgorithm, AbortSignal, AlgorithmId};
use crate::web::webidl::traced_promise::{TracedPromise, fulfilled_promise, react, when_both};
use crate::web::webidl::{exception_value, type_error};

/// A pipe that has not ended.
#[derive(Trace, Finalize)]
struct Pipe {
    source: Gc<ReadableStream>,
    destination: Gc<WritableStream>,
    reader: Gc<ReadableStreamDefaultReader>,
    writer: Gc<WritableStreamDefaultWriter>,
    options: PipeOptions,
    promise: TracedPromise,
    is_shutting_down: Cell<bool>,
    /// Whether the call that asks the source for a chunk has not returned.
    is_asking: Cell<bool>,
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
        source: source.clone(),
        destination: destination.clone(),
        reader,
        writer,
        options,
        promise: TracedPromise::new(context),
        is_shutting_down: Cell::new(false),
        is_asking: Cell::new(false),
        unwritten: GcRefCell::default(),
        abort_steps: Cell::new(None),
    });
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
            None => react(&this.reader.closed(), this, |_, _, _| {}, Self::source_failed, context),
        }
        if this.destination.state() == WritableState::Errored {
            Self::destination_failed(this, this.destination.stored_error(), context);
        } else {
            react(this.writer.closed().promise(), this, |_, _, _| {}, Self::destination_failed, context);
        }
        if this.source.is_closed() {
            Self::source_closed(this, JsValue::undefined(), context);
        } else {
            react(&this.reader.closed(), this, Self::source_closed, |_, _, _| {}, context);
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

    fn source_closed(this: &Gc<Self>, _: JsValue, context: &mut Context) {
        let action = if this.options.prevent_close { Action::None } else { Action::CloseDestination };
        Self::shut_down(this, action, None, context);
    }

    /// Waits until the destination wants a chunk, and reads one.
    fn step(this: &Gc<Self>, context: &mut Context) {
        if this.is_shutting_down.get() {
            return;
        }
        let read = |this: &Gc<Self>, _: JsValue, context: &mut Context| {
            if !this.is_shutting_down.get() {
                this.is_asking.set(true);
                this.reader.read(Box::new(PipedChunk(this.clone())), context);
                this.is_asking.set(false);
            }
        };
        react(this.writer.ready().promise(), this, read, |_, _, _| {}, context);
    }

    /// [Shuts down](https://streams.spec.whatwg.org/#rs-pipeTo-shutdown-with-action), when all chunks that were read
    /// have been written.
    fn shut_down(this: &Gc<Self>, action: Action, failure: Failure, context: &mut Context) {
        if this.is_shutting_down.replace(true) {
            return;
        }
        let ending = (this.clone(), action, failure);
        if !this.can_write() {
            return Self::perform_and_end(&ending, context);
        }
        let now = fulfilled_promise(context);
        react(&now, &ending, Self::wait_for_writes, Self::wait_for_writes, context);
    }

    fn can_write(&self) -> bool {
        self.destination.state() == WritableState::Writable && !self.destination.is_close_queued_or_in_flight()
    }

    /// Writes the chunk that a read has brought while a script was running.
    fn write_unwritten(&self, context: &mut Context) {
        let chunk = self.unwritten.borrow_mut().take();
        if let Some(chunk) = chunk {
            self.writer.write_silently(chunk, context);
        }
    }

    /// Step 3 of shutting down. While it waits, the destination may fail.
    fn wait_for_writes(ending: &Shutdown, _: JsValue, context: &mut Context) {
        let this = &ending.0;
        this.write_unwritten(context);
        if this.can_write()
            && let Some(written) = this.destination.last_write(context)
        {
            return react(&written, ending, Self::wait_for_writes, Self::wait_for_writes, context);
        }
        Self::perform_and_end(ending, context);
    }

    /// Steps 4 to 6 of shutting down.
    fn perform_and_end((this, action, failure): &Shutdown, context: &mut Context) {
        let Some(done) = this.perform(action, context) else {
            return this.end(failure.clone(), context);
        };
        react(
            &done,
            &(this.clone(), failure.clone()),
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

/// The read request of a pipe. What ends the source is watched apart.
#[derive(Trace, Finalize)]
struct PipedChunk(Gc<Pipe>);

impl ReadRequest for PipedChunk {
    fn chunk(&self, chunk: JsValue, context: &mut Context) {
        if self.0.is_asking.get() {
            self.0.writer.write_silently(chunk, context);
            return Pipe::step(&self.0, context);
        }
        // The source has enqueued it just now: its script must not run the sink.
        *self.0.unwritten.borrow_mut() = Some(chunk);
        let now = fulfilled_promise(context);
        let write = |pipe: &Gc<Pipe>, _: JsValue, context: &mut Context| {
            pipe.write_unwritten(context);
            Pipe::step(pipe, context);
        };
        react(&now, &self.0, write, |_, _, _| {}, context);
    }

    fn close(&self, _: &mut Context) {}

    fn error(&self, _: JsValue, _: &mut Context) {}
}

//! Streams whose chunks come from another realm, or go there: <https://streams.spec.whatwg.org/#rs-transfer>.
//!
//! A transferred stream stays where it is. It is piped to a stream whose chunks are sent through a port, or from one
//! whose chunks arrive there; at the other port is a new stream. Whatever fails on one side is sent to the other.

use boa_engine::object::builtins::JsPromise;
use boa_engine::{Context, JsError, JsResult, JsValue};
use boa_gc::{Finalize, Gc, GcRefCell, Trace};

use super::queuing_strategy::SizeAlgorithm;
use super::readable::{PipeOptions, ReadableStream, UnderlyingSource, pipe_to};
use super::transform::TransformStream;
use super::writable::{UnderlyingSink, WritableStream};
use crate::web::dom::{DomException, DomExceptionName};
use crate::web::webidl::exception_value;
use crate::web::webidl::host_promise::{AlgorithmPromise, HostPromise};
use crate::web::webidl::traced_promise::{fulfilled_promise, mark_as_handled, promise_of};

/// The `type` of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MessageType {
    Chunk,
    Close,
    Error,
    Pull,
}

impl MessageType {
    const ALL: [Self; 4] = [Self::Chunk, Self::Close, Self::Error, Self::Pull];

    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Chunk => "chunk",
            Self::Close => "close",
            Self::Error => "error",
            Self::Pull => "pull",
        }
    }

    pub(crate) fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|known| known.as_str() == name)
    }
}

/// A port that a stream has for itself.
pub(crate) trait CrossRealmPort: Trace {
    /// [PackAndPostMessage](https://streams.spec.whatwg.org/#abstract-opdef-packandpostmessage).
    ///
    /// # Errors
    ///
    /// `DataCloneError` if the value cannot be cloned. Whatever its getters throw.
    fn post(&self, message_type: MessageType, value: &JsValue, context: &mut Context) -> JsResult<()>;

    /// Sets what receives messages, and enables the port's queue.
    fn listen(&self, listener: Box<dyn PortListener>, context: &mut Context);

    /// Disentangles the port.
    fn disentangle(&self, context: &mut Context);
}

/// What receives the messages of a port.
pub(crate) trait PortListener: Trace {
    fn message(&self, message_type: MessageType, value: JsValue, context: &mut Context);

    /// A message has arrived that cannot be deserialized.
    fn message_error(&self, error: &JsValue, context: &mut Context);
}

/// A port that a stream and its listener share.
pub(crate) type Port = Gc<Box<dyn CrossRealmPort>>;

/// [CrossRealmTransformSendError](https://streams.spec.whatwg.org/#abstract-opdef-crossrealmtransformsenderror).
fn send_error(port: &Port, error: &JsValue, context: &mut Context) {
    let _ = port.post(MessageType::Error, error, context);
}

/// [PackAndPostMessageHandlingError][1].
///
/// [1]: https://streams.spec.whatwg.org/#abstract-opdef-packandpostmessagehandlingerror
fn post_handling_error(
    port: &Port,
    message_type: MessageType,
    value: &JsValue,
    context: &mut Context,
) -> JsResult<JsValue> {
    port.post(message_type, value, context).map(|()| JsValue::undefined()).map_err(|error| {
        let reason = exception_value(error, context);
        send_error(port, &reason, context);
        JsError::from_opaque(reason)
    })
}

/// Sends the reason why a side ends, and disentangles the port.
fn end_with(port: &Port, reason: &JsValue, context: &mut Context) -> JsPromise {
    let sent = post_handling_error(port, MessageType::Error, reason, context);
    port.disentangle(context);
    promise_of(sent, context)
}

/// The source of a stream whose chunks come from a port.
#[derive(Trace, Finalize)]
struct PortSource(Port);

impl UnderlyingSource for PortSource {
    fn pull(&self, _: &Gc<ReadableStream>, context: &mut Context) -> AlgorithmPromise {
        // Nothing in the message can fail to be cloned.
        let _ = self.0.post(MessageType::Pull, &JsValue::undefined(), context);
        AlgorithmPromise::Fulfilled
    }

    fn cancel(&self, _: &Gc<ReadableStream>, reason: JsValue, context: &mut Context) -> JsPromise {
        end_with(&self.0, &reason, context)
    }
}

#[derive(Trace, Finalize)]
struct ReadableListener {
    stream: Gc<ReadableStream>,
    port: Port,
}

impl PortListener for ReadableListener {
    fn message(&self, message_type: MessageType, value: JsValue, context: &mut Context) {
        match message_type {
            MessageType::Chunk => {
                // All chunks have the size 1, so none is refused.
                let _ = self.stream.enqueue(value, context);
            }
            MessageType::Close => {
                self.stream.close_source(context);
                self.port.disentangle(context);
            }
            MessageType::Error => {
                self.stream.fail(&value, context);
                self.port.disentangle(context);
            }
            MessageType::Pull => {}
        }
    }

    fn message_error(&self, error: &JsValue, context: &mut Context) {
        send_error(&self.port, error, context);
        self.stream.fail(error, context);
        self.port.disentangle(context);
    }
}

/// What a stream whose chunks go to a port waits for. It is empty when the other side has asked for a chunk.
#[derive(Trace, Finalize)]
struct Backpressure(GcRefCell<Option<HostPromise>>);

impl Backpressure {
    fn release(&self, context: &mut Context) {
        let promise = self.0.borrow_mut().take();
        if let Some(promise) = promise {
            promise.fulfill(context);
        }
    }
}

/// The sink of a stream whose chunks go to a port.
#[derive(Clone, Trace, Finalize)]
struct PortSink {
    port: Port,
    backpressure: Gc<Backpressure>,
}

impl UnderlyingSink for PortSink {
    fn write(&self, _: &Gc<WritableStream>, chunk: JsValue, context: &mut Context) -> AlgorithmPromise {
        let known = self.backpressure.0.borrow().clone();
        let promise = known.unwrap_or_else(HostPromise::fulfilled);
        *self.backpressure.0.borrow_mut() = Some(promise.clone());
        AlgorithmPromise::from(promise).chain(
            &(self.clone(), chunk),
            Some(|(sink, chunk), _, context| {
                *sink.backpressure.0.borrow_mut() = Some(HostPromise::new());
                let posted = post_handling_error(&sink.port, MessageType::Chunk, chunk, context);
                if posted.is_err() {
                    sink.port.disentangle(context);
                }
                posted.map(|_| None).map_err(|error| exception_value(error, context))
            }),
            None,
            context,
        )
    }

    fn close(&self, _: &Gc<WritableStream>, context: &mut Context) -> JsPromise {
        // Nothing in the message can fail to be cloned.
        let _ = self.port.post(MessageType::Close, &JsValue::undefined(), context);
        self.port.disentangle(context);
        fulfilled_promise(context)
    }

    fn abort(&self, _: &Gc<WritableStream>, reason: JsValue, context: &mut Context) -> JsPromise {
        end_with(&self.port, &reason, context)
    }
}

#[derive(Trace, Finalize)]
struct WritableListener {
    stream: Gc<WritableStream>,
    sink: PortSink,
}

impl WritableListener {
    fn fail(&self, reason: JsValue, context: &mut Context) {
        if let Some(controller) = self.stream.controller() {
            controller.error_if_needed(reason, context);
        }
    }
}

impl PortListener for WritableListener {
    fn message(&self, message_type: MessageType, value: JsValue, context: &mut Context) {
        match message_type {
            MessageType::Pull => self.sink.backpressure.release(context),
            MessageType::Error => {
                self.fail(value, context);
                self.sink.backpressure.release(context);
            }
            MessageType::Chunk | MessageType::Close => {}
        }
    }

    fn message_error(&self, error: &JsValue, context: &mut Context) {
        send_error(&self.sink.port, error, context);
        self.fail(error.clone(), context);
        self.sink.port.disentangle(context);
    }
}

/// The error of a stream that cannot be transferred.
fn locked(context: &mut Context) -> JsError {
    DomException::error(DomExceptionName::DataClone, "a locked stream cannot be transferred", context)
}

impl ReadableStream {
    /// [SetUpCrossRealmTransformReadable][1], with a new stream in the current realm: its transfer-receiving steps.
    ///
    /// # Errors
    ///
    /// Only if the interfaces are not registered in this realm.
    ///
    /// [1]: https://streams.spec.whatwg.org/#abstract-opdef-setupcrossrealmtransformreadable
    pub(crate) fn receive(port: &Port, context: &mut Context) -> JsResult<Gc<Self>> {
        let stream = Self::of_source(Box::new(PortSource(port.clone())), 0.0, context)?;
        let listener = ReadableListener { stream: stream.clone(), port: port.clone() };
        port.listen(Box::new(listener), context);
        Ok(stream)
    }

    /// Its [transfer steps](https://streams.spec.whatwg.org/#rs-transfer): sends its chunks to a port.
    ///
    /// # Errors
    ///
    /// `DataCloneError` if the stream is locked.
    pub(crate) fn transfer(this: &Gc<Self>, port: &Port, context: &mut Context) -> JsResult<()> {
        if this.is_locked() {
            return Err(locked(context));
        }
        let writable = WritableStream::receive(port, context)?;
        let piped = pipe_to(this, &writable, PipeOptions::default(), context)?;
        mark_as_handled(&piped, context);
        Ok(())
    }
}

impl WritableStream {
    /// [SetUpCrossRealmTransformWritable][1], with a new stream in the current realm: its transfer-receiving steps.
    ///
    /// # Errors
    ///
    /// Only if the interfaces are not registered in this realm.
    ///
    /// [1]: https://streams.spec.whatwg.org/#abstract-opdef-setupcrossrealmtransformwritable
    pub(crate) fn receive(port: &Port, context: &mut Context) -> JsResult<Gc<Self>> {
        let backpressure = Gc::new(Backpressure(GcRefCell::new(Some(HostPromise::new()))));
        let sink = PortSink { port: port.clone(), backpressure };
        let stream = Self::of_sink(Box::new(sink.clone()), 1.0, SizeAlgorithm::default(), context)?;
        port.listen(Box::new(WritableListener { stream: stream.clone(), sink }), context);
        Ok(stream)
    }

    /// Its [transfer steps](https://streams.spec.whatwg.org/#ws-transfer): writes what comes from a port.
    ///
    /// # Errors
    ///
    /// `DataCloneError` if the stream is locked.
    pub(crate) fn transfer(this: &Gc<Self>, port: &Port, context: &mut Context) -> JsResult<()> {
        if this.is_locked() {
            return Err(locked(context));
        }
        let readable = ReadableStream::receive(port, context)?;
        let piped = pipe_to(&readable, this, PipeOptions::default(), context)?;
        mark_as_handled(&piped, context);
        Ok(())
    }
}

impl TransformStream {
    /// A stream whose sides were transferred: its [transfer-receiving steps][1].
    ///
    /// [1]: https://streams.spec.whatwg.org/#ts-transfer
    pub(crate) fn of_sides(readable: Gc<ReadableStream>, writable: Gc<WritableStream>) -> Gc<Self> {
        let stream = Gc::new(Self::default());
        stream.set_sides(readable, writable);
        stream
    }

    /// The sides, which are transferred instead of it: its [transfer steps][1].
    ///
    /// # Errors
    ///
    /// `DataCloneError` if one of them is locked.
    ///
    /// [1]: https://streams.spec.whatwg.org/#ts-transfer
    pub(crate) fn sides(&self, context: &mut Context) -> JsResult<(Gc<ReadableStream>, Gc<WritableStream>)> {
        let sides = self.readable().zip(self.writable());
        let unlocked = sides.filter(|(readable, writable)| !readable.is_locked() && !writable.is_locked());
        unlocked.ok_or_else(|| locked(context))
    }
}

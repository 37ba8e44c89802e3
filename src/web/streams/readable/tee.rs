//! Teeing: <https://streams.spec.whatwg.org/#abstract-opdef-readablestreamtee>.

use std::cell::Cell;

use boa_engine::object::builtins::{JsArray, JsPromise};
use boa_engine::{Context, JsResult, JsValue};
use boa_gc::{Finalize, Gc, GcRefCell, Trace};

use super::byte_tee::byte_tee;
use super::state::{ReadRequest, ReadableStream, ReadableStreamDefaultReader, UnderlyingSource};
use super::tee_cancel::{Branch, TeeCancel};
use crate::web::webidl::exception_value;
use crate::web::webidl::host_promise::AlgorithmPromise;
use crate::web::webidl::traced_promise::{Steps, react};

/// Copies a chunk for the second branch.
pub(crate) type CloneChunk = fn(&JsValue, &mut Context) -> JsResult<JsValue>;

/// A default stream that is teed: [ReadableStreamDefaultTee][1].
///
/// [1]: https://streams.spec.whatwg.org/#abstract-opdef-readablestreamdefaulttee
#[derive(Trace, Finalize)]
struct Tee {
    reader: Gc<ReadableStreamDefaultReader>,
    #[unsafe_ignore_trace]
    clone_chunk: Option<CloneChunk>,
    is_reading: Cell<bool>,
    read_again: Cell<bool>,
    cancel: TeeCancel,
    branches: GcRefCell<Vec<Gc<ReadableStream>>>,
}

/// [`tee`](https://streams.spec.whatwg.org/#rs-tee).
pub(super) fn tee_objects(stream: &Gc<ReadableStream>, _: &[JsValue], context: &mut Context) -> JsResult<JsArray> {
    let (first, second) = ReadableStream::tee(stream, None, context)?;
    Ok(JsArray::from_iter([first.object(), second.object()], context))
}

impl ReadableStream {
    /// [ReadableStreamTee](https://streams.spec.whatwg.org/#abstract-opdef-readablestreamtee). Chunks are copied for
    /// the second branch if there is a function for it; those of a byte stream always are.
    ///
    /// # Errors
    ///
    /// `TypeError` if the stream is locked.
    pub(crate) fn tee(
        this: &Gc<Self>,
        clone_chunk: Option<CloneChunk>,
        context: &mut Context,
    ) -> JsResult<(Gc<Self>, Gc<Self>)> {
        if this.is_byte_stream() { byte_tee(this, context) } else { default_tee(this, clone_chunk, context) }
    }
}

fn default_tee(
    stream: &Gc<ReadableStream>,
    clone_chunk: Option<CloneChunk>,
    context: &mut Context,
) -> JsResult<(Gc<ReadableStream>, Gc<ReadableStream>)> {
    let tee = Gc::new(Tee {
        reader: ReadableStreamDefaultReader::acquire(stream, context)?,
        clone_chunk,
        is_reading: Cell::default(),
        read_again: Cell::default(),
        cancel: TeeCancel::new(stream, context),
        branches: GcRefCell::default(),
    });
    let first = ReadableStream::of_source(Box::new(TeeSource(tee.clone(), Branch::First)), 1.0, context)?;
    let second = ReadableStream::of_source(Box::new(TeeSource(tee.clone(), Branch::Second)), 1.0, context)?;
    *tee.branches.borrow_mut() = vec![first.clone(), second.clone()];
    react(
        &tee.reader.closed(),
        &tee,
        |_, _, _| {},
        |tee, reason, context| {
            for branch in tee.branches() {
                branch.fail(&reason, context);
            }
            tee.cancel.resolve_unless_both_canceled(context);
        },
        context,
    );
    Ok((first, second))
}

/// The source of a branch.
#[derive(Trace, Finalize)]
struct TeeSource(Gc<Tee>, #[unsafe_ignore_trace] Branch);

impl UnderlyingSource for TeeSource {
    fn pull(&self, _: &Gc<ReadableStream>, context: &mut Context) -> AlgorithmPromise {
        Tee::pull(&self.0, context);
        AlgorithmPromise::Fulfilled
    }

    fn cancel(&self, _: &Gc<ReadableStream>, reason: JsValue, context: &mut Context) -> JsPromise {
        self.0.cancel.cancel(self.1, reason, context)
    }
}

impl Tee {
    fn branches(&self) -> Vec<Gc<ReadableStream>> {
        self.branches.borrow().clone()
    }

    /// The branches that have not been canceled.
    fn open_branches(&self) -> Vec<(Branch, Gc<ReadableStream>)> {
        let branches = [Branch::First, Branch::Second].into_iter().zip(self.branches());
        branches.filter(|(branch, _)| !self.cancel.is_canceled(*branch)).collect()
    }

    fn pull(this: &Gc<Self>, context: &mut Context) {
        if this.is_reading.replace(true) {
            this.read_again.set(true);
            return;
        }
        this.reader.read(Box::new(TeeRequest(this.clone())), context);
    }

    /// The microtask of a chunk. It runs later, so that a failure of the stream that is known by then comes first.
    fn pass_on(this: &Gc<Self>, chunk: &JsValue, context: &mut Context) {
        this.read_again.set(false);
        for (branch, stream) in this.open_branches() {
            let copied = match (branch, this.clone_chunk) {
                (Branch::Second, Some(clone_chunk)) => clone_chunk(chunk, context),
                _ => Ok(chunk.clone()),
            };
            match copied {
                // A size that is not valid makes the branch fail, but branches have no size algorithm.
                Ok(chunk) => drop(stream.enqueue(chunk, context)),
                Err(error) => {
                    let reason = exception_value(error, context);
                    this.branches().iter().for_each(|branch| branch.fail(&reason, context));
                    return this.cancel.cancel_stream(reason, context);
                }
            }
        }
        this.is_reading.set(false);
        if this.read_again.get() {
            Self::pull(this, context);
        }
    }
}

/// The read request of a tee.
#[derive(Trace, Finalize)]
struct TeeRequest(Gc<Tee>);

impl ReadRequest for TeeRequest {
    fn chunk(&self, chunk: JsValue, context: &mut Context) {
        let captured = (self.0.clone(), chunk);
        let pass_on: Steps<_> = |(tee, chunk), _, context| Tee::pass_on(tee, chunk, context);
        AlgorithmPromise::Fulfilled.react(&captured, pass_on, |_, _, _| {}, context);
    }

    fn close(&self, context: &mut Context) {
        self.0.is_reading.set(false);
        for (_, branch) in self.0.open_branches() {
            branch.close_source(context);
        }
        self.0.cancel.resolve_unless_both_canceled(context);
    }

    fn error(&self, _: JsValue, _: &mut Context) {
        self.0.is_reading.set(false);
    }
}

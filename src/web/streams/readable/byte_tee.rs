//! [ReadableByteStreamTee](https://streams.spec.whatwg.org/#abstract-opdef-readablebytestreamtee).

use std::cell::Cell;

use boa_engine::object::builtins::JsPromise;
use boa_engine::{Context, JsResult, JsValue};
use boa_gc::{Finalize, Gc, GcRefCell, Trace};

use super::state::{
    ReadIntoRequest, ReadRequest, ReadableByteStreamController, ReadableStream, ReadableStreamByobReader,
    ReadableStreamDefaultReader, Reader, UnderlyingSource,
};
use super::tee_cancel::{Branch, TeeCancel};
use super::view::View;
use crate::web::webidl::host_promise::AlgorithmPromise;
use crate::web::webidl::traced_promise::react;
use crate::web::webidl::{array_buffer_view, exception_value, new_uint8_array};

/// A byte stream that is teed.
#[derive(Trace, Finalize)]
struct ByteTee {
    stream: Gc<ReadableStream>,
    reader: GcRefCell<Reader>,
    is_reading: Cell<bool>,
    #[unsafe_ignore_trace]
    read_again: [Cell<bool>; 2],
    cancel: TeeCancel,
    branches: GcRefCell<Vec<Gc<ReadableStream>>>,
}

pub(super) fn byte_tee(
    stream: &Gc<ReadableStream>,
    context: &mut Context,
) -> JsResult<(Gc<ReadableStream>, Gc<ReadableStream>)> {
    let reader = ReadableStreamDefaultReader::acquire(stream, context)?;
    let tee = Gc::new(ByteTee {
        stream: stream.clone(),
        reader: GcRefCell::new(Reader::Default(reader)),
        is_reading: Cell::default(),
        read_again: Default::default(),
        cancel: TeeCancel::new(stream, context),
        branches: GcRefCell::default(),
    });
    let first = ReadableStream::of_byte_source(Box::new(TeeSource(tee.clone(), Branch::First)), context)?;
    let second = ReadableStream::of_byte_source(Box::new(TeeSource(tee.clone(), Branch::Second)), context)?;
    *tee.branches.borrow_mut() = vec![first.clone(), second.clone()];
    ByteTee::forward_reader_error(&tee, context);
    Ok((first, second))
}

/// The source of a branch.
#[derive(Trace, Finalize)]
struct TeeSource(Gc<ByteTee>, #[unsafe_ignore_trace] Branch);

impl UnderlyingSource for TeeSource {
    fn pull(&self, _: &Gc<ReadableStream>, context: &mut Context) -> AlgorithmPromise {
        ByteTee::pull(&self.0, self.1, context);
        AlgorithmPromise::Fulfilled
    }

    fn cancel(&self, _: &Gc<ReadableStream>, reason: JsValue, context: &mut Context) -> JsPromise {
        self.0.cancel.cancel(self.1, reason, context)
    }
}

impl ByteTee {
    fn reader(&self) -> Reader {
        self.reader.borrow().clone()
    }

    fn controllers(&self) -> Vec<Gc<ReadableByteStreamController>> {
        self.branches.borrow().iter().filter_map(|branch| branch.byte_controller()).collect()
    }

    /// The controller of a branch, unless the branch has been canceled.
    fn open(&self, branch: Branch) -> Option<Gc<ReadableByteStreamController>> {
        let branch_stream = self.branches.borrow().get(branch.index()).cloned();
        branch_stream.filter(|_| !self.cancel.is_canceled(branch))?.byte_controller()
    }

    /// The forwardReaderError algorithm: an error that a reader finds is one of both branches, unless there is another
    /// reader by then.
    fn forward_reader_error(this: &Gc<Self>, context: &mut Context) {
        let reader = this.reader();
        let closed = reader.generic().closed();
        react(
            closed.promise(),
            &(this.clone(), reader),
            |_, _, _| {},
            |(this, reader), reason, context| {
                if this.reader().is(reader) {
                    this.fail(&reason, context);
                    this.cancel.resolve_unless_both_canceled(context);
                }
            },
            context,
        );
    }

    fn fail(&self, reason: &JsValue, context: &mut Context) {
        for controller in self.controllers() {
            controller.error(reason, context);
        }
    }

    /// The pull algorithm of a branch.
    fn pull(this: &Gc<Self>, branch: Branch, context: &mut Context) {
        if this.is_reading.replace(true) {
            this.read_again[branch.index()].set(true);
            return;
        }
        let Some(controller) = this.branches.borrow().get(branch.index()).and_then(|it| it.byte_controller()) else {
            return;
        };
        let pulled = match ReadableByteStreamController::requested_view(&controller, context) {
            Ok(Some(view)) => Self::pull_with_byob_reader(this, &view, branch, context),
            Ok(None) => Self::pull_with_default_reader(this, context),
            Err(error) => Err(error),
        };
        if let Err(error) = pulled {
            let reason = exception_value(error, context);
            this.fail(&reason, context);
        }
    }

    fn pull_with_default_reader(this: &Gc<Self>, context: &mut Context) -> JsResult<()> {
        let reader = match this.reader() {
            Reader::Default(reader) => reader,
            Reader::Byob(_) => {
                this.reader().release(context);
                let reader = ReadableStreamDefaultReader::acquire(&this.stream, context)?;
                *this.reader.borrow_mut() = Reader::Default(reader.clone());
                Self::forward_reader_error(this, context);
                reader
            }
        };
        reader.read(Box::new(DefaultRequest(this.clone())), context);
        Ok(())
    }

    fn pull_with_byob_reader(this: &Gc<Self>, view: &View, branch: Branch, context: &mut Context) -> JsResult<()> {
        let reader = match this.reader() {
            Reader::Byob(reader) => reader,
            Reader::Default(_) => {
                this.reader().release(context);
                let reader = ReadableStreamByobReader::acquire(&this.stream, context)?;
                *this.reader.borrow_mut() = Reader::Byob(reader.clone());
                Self::forward_reader_error(this, context);
                reader
            }
        };
        reader.read_into(view, 1, Box::new(ByobRequest(this.clone(), branch)), context);
        Ok(())
    }

    /// Passes on a chunk in a microtask, so that a failure of the stream that is known by then comes first.
    fn later(this: &Gc<Self>, chunk: JsValue, byob: Option<Branch>, context: &mut Context) {
        // Copied with what is captured; the collector need not look into a branch.
        let captured = (this.clone(), chunk, byob.map(Branch::index));
        AlgorithmPromise::Fulfilled.react(
            &captured,
            |(this, chunk, byob), _, context| {
                let byob = byob.map(|index| if index == 0 { Branch::First } else { Branch::Second });
                Self::pass_on(this, chunk, byob, context);
            },
            |_, _, _| {},
            context,
        );
    }

    fn pass_on(this: &Gc<Self>, chunk: &JsValue, byob: Option<Branch>, context: &mut Context) {
        this.read_again.iter().for_each(|again| again.set(false));
        let given = match byob {
            None => this.give_to_both(chunk, context),
            Some(branch) => this.give_back(chunk, branch, context),
        };
        if let Err(error) = given {
            let reason = exception_value(error, context);
            this.fail(&reason, context);
            return this.cancel.cancel_stream(reason, context);
        }
        this.is_reading.set(false);
        if this.read_again[0].get() {
            Self::pull(this, Branch::First, context);
        } else if this.read_again[1].get() {
            Self::pull(this, Branch::Second, context);
        }
    }

    /// A chunk that a default reader has read goes to both branches.
    fn give_to_both(&self, chunk: &JsValue, context: &mut Context) -> JsResult<()> {
        let view = view_of(chunk, context)?;
        let branches: Vec<_> = [Branch::First, Branch::Second].into_iter().filter_map(|it| self.open(it)).collect();
        let copy = if branches.len() == 2 { Some(copy_of(chunk, context)?) } else { None };
        for (controller, view) in branches.iter().zip([Some(view), copy].into_iter().flatten()) {
            ReadableByteStreamController::enqueue(controller, &view, context)?;
        }
        Ok(())
    }

    /// A chunk that a BYOB reader has read is the view of one branch, and the other one gets a copy.
    fn give_back(&self, chunk: &JsValue, branch: Branch, context: &mut Context) -> JsResult<()> {
        let other = self.open(branch.other());
        let copy = other.as_ref().map(|_| copy_of(chunk, context)).transpose()?;
        if let Some(controller) = self.open(branch) {
            let view = view_of(chunk, context)?;
            ReadableByteStreamController::respond_with_new_view(&controller, &view, context)?;
        }
        if let (Some(other), Some(copy)) = (other, copy) {
            ReadableByteStreamController::enqueue(&other, &copy, context)?;
        }
        Ok(())
    }

    /// The close steps of both kinds of requests. `view` is what a BYOB reader has got back.
    fn close(&self, byob: Option<&(Branch, JsValue)>, context: &mut Context) -> JsResult<()> {
        self.is_reading.set(false);
        let open: Vec<_> =
            [Branch::First, Branch::Second].into_iter().filter_map(|it| Some((it, self.open(it)?))).collect();
        for (_, controller) in &open {
            controller.close(context)?;
        }
        for (branch, controller) in &open {
            match byob {
                Some((_, view)) if view.is_undefined() => {}
                Some((of_view, view)) if of_view == branch => {
                    let view = view_of(view, context)?;
                    ReadableByteStreamController::respond_with_new_view(controller, &view, context)?;
                }
                _ if controller.first_pull_into().is_some() => {
                    ReadableByteStreamController::respond(controller, 0, context)?;
                }
                _ => {}
            }
        }
        self.cancel.resolve_unless_both_canceled(context);
        Ok(())
    }

    fn end(&self, byob: Option<&(Branch, JsValue)>, context: &mut Context) {
        if let Err(error) = self.close(byob, context) {
            let reason = exception_value(error, context);
            self.fail(&reason, context);
        }
    }
}

fn view_of(chunk: &JsValue, context: &mut Context) -> JsResult<View> {
    let view = array_buffer_view(chunk, &"a chunk of a byte stream", context)?;
    View::of(&view, context)
}

/// [CloneAsUint8Array](https://streams.spec.whatwg.org/#abstract-opdef-cloneasuint8array).
fn copy_of(chunk: &JsValue, context: &mut Context) -> JsResult<View> {
    let bytes = array_buffer_view(chunk, &"a chunk of a byte stream", context)?.copy_bytes(context)?;
    let copy = new_uint8_array(&bytes, context)?;
    view_of(&copy.into(), context)
}

/// The read request of a default reader.
#[derive(Trace, Finalize)]
struct DefaultRequest(Gc<ByteTee>);

impl ReadRequest for DefaultRequest {
    fn chunk(&self, chunk: JsValue, context: &mut Context) {
        ByteTee::later(&self.0, chunk, None, context);
    }

    fn close(&self, context: &mut Context) {
        self.0.end(None, context);
    }

    fn error(&self, _: JsValue, _: &mut Context) {
        self.0.is_reading.set(false);
    }
}

/// The read-into request of a BYOB reader, for the view of a branch.
#[derive(Trace, Finalize)]
struct ByobRequest(Gc<ByteTee>, #[unsafe_ignore_trace] Branch);

impl ReadIntoRequest for ByobRequest {
    fn chunk(&self, chunk: JsValue, context: &mut Context) {
        ByteTee::later(&self.0, chunk, Some(self.1), context);
    }

    fn close(&self, view: JsValue, context: &mut Context) {
        self.0.end(Some(&(self.1, view)), context);
    }

    fn error(&self, _: JsValue, _: &mut Context) {
        self.0.is_reading.set(false);
    }
}

//! `TransformStreamDefaultController`: <https://streams.spec.whatwg.org/#ts-default-controller-class>.

use boa_engine::{Context, JsArgs, JsError, JsResult, JsValue};
use boa_gc::Gc;

use super::super::readable::ReadableStreamDefaultController;
use super::state::{TransformStream, TransformStreamDefaultController};
use crate::web::webidl::host_promise::AlgorithmPromise;
use crate::web::webidl::{exception_value, interface, type_error};

interface! {
    TransformStreamDefaultController;
    get "desiredSize" = |controller| {
        let readable = controller.readable().and_then(|readable| readable.desired_size());
        readable.map_or(JsValue::null(), JsValue::from)
    };
    operation "enqueue"(0) = |controller: &Gc<TransformStreamDefaultController>,
                              arguments: &[JsValue],
                              context: &mut Context| {
        controller.stream.enqueue(arguments.get_or_undefined(0).clone(), context)
    };
    operation "error"(0) = |controller: &Gc<TransformStreamDefaultController>,
                            arguments: &[JsValue],
                            context: &mut Context| {
        controller.stream.error(arguments.get_or_undefined(0), context);
        JsResult::Ok(())
    };
    operation "terminate"() = |controller, context| controller.terminate(context);
}

impl TransformStreamDefaultController {
    fn readable(&self) -> Option<Gc<ReadableStreamDefaultController>> {
        self.stream.readable()?.default_controller()
    }

    /// The controller's object, which is made when it is needed.
    ///
    /// # Errors
    ///
    /// `TypeError` if the interface is not registered in this realm.
    pub(super) fn object(this: &Gc<Self>, context: &mut Context) -> JsResult<JsValue> {
        this.object.get_or_create(this, context)
    }

    /// [TransformStreamDefaultControllerClearAlgorithms][1].
    ///
    /// [1]: https://streams.spec.whatwg.org/#transform-stream-default-controller-clear-algorithms
    pub(super) fn clear_algorithms(&self) {
        self.transformer.borrow_mut().take();
    }

    /// [TransformStreamDefaultControllerTerminate][1].
    ///
    /// [1]: https://streams.spec.whatwg.org/#transform-stream-default-controller-terminate
    fn terminate(&self, context: &mut Context) {
        if let Some(readable) = self.readable() {
            ReadableStreamDefaultController::close(&readable, context);
        }
        let reason = exception_value(type_error("the transform stream has been terminated"), context);
        self.stream.error_writable_and_unblock_write(&reason, context);
    }
}

impl TransformStream {
    /// [TransformStreamDefaultControllerEnqueue][1].
    ///
    /// # Errors
    ///
    /// `TypeError` if the readable side is not open; its error if it fails.
    ///
    /// [1]: https://streams.spec.whatwg.org/#transform-stream-default-controller-enqueue
    pub(crate) fn enqueue(&self, chunk: JsValue, context: &mut Context) -> JsResult<()> {
        let readable = self.readable().and_then(|readable| readable.default_controller());
        let Some(readable) = readable.filter(|readable| readable.can_close_or_enqueue()) else {
            return Err(type_error("the readable side of the transform stream is not open"));
        };
        if let Err(error) = ReadableStreamDefaultController::enqueue(&readable, chunk, context) {
            let reason = exception_value(error, context);
            self.error_writable_and_unblock_write(&reason, context);
            let failure = self.readable().and_then(|readable| readable.failure()).unwrap_or(reason);
            return Err(JsError::from_opaque(failure));
        }
        if readable.has_backpressure() && !self.has_backpressure.get() {
            self.set_backpressure(true, context);
        }
        Ok(())
    }

    /// [TransformStreamDefaultControllerPerformTransform][1].
    ///
    /// [1]: https://streams.spec.whatwg.org/#transform-stream-default-controller-perform-transform
    pub(super) fn perform_transform(this: &Gc<Self>, chunk: JsValue, context: &mut Context) -> AlgorithmPromise {
        let transformer = this.controller().and_then(|controller| controller.transformer.borrow().clone());
        let Some(transformer) = transformer else { return AlgorithmPromise::Fulfilled };
        let done = transformer.transform(this, chunk, context);
        let failed = |stream: &Gc<Self>, reason: JsValue, context: &mut Context| {
            stream.error(&reason, context);
            Err(reason)
        };
        done.chain(this, None, Some(failed), context)
    }
}

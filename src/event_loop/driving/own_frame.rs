//! Calls of functions in a frame of their own.
//!
//! If an exception leaves a function that another one called, and that one was called by the host, the engine leaves
//! what they had on its stack. If the host then handles the exception, and a call whose arguments are being computed
//! goes on, it finds these values in the place of its function. The frame of a function that returns, or that a native
//! function throws into, removes all values above it. So the host calls functions through such a function where
//! exceptions do not end the code that JavaScript is running.

use boa_engine::{Context, JsData, JsObject, JsResult, JsValue, NativeFunction, Script, Source, js_error};
use boa_gc::{Finalize, Gc, GcRefCell, Trace};

use crate::event_loop::EventLoop;
use crate::event_loop::origins::HOST_FILE;

/// A function with a frame, which calls the native function that it is made with.
const CALL: &str = "run => () => run()";

/// What leaves values at the bottom of the stack is rare: until then, no frame is needed there.
const RARE: u32 = 1_000;

/// A call that is about to begin.
#[derive(Clone, Trace, Finalize)]
struct Call {
    function: JsObject,
    this: JsValue,
    arguments: Vec<JsValue>,
    new_target: Option<JsObject>,
}

impl Call {
    fn run(&self, context: &mut Context) -> JsResult<JsValue> {
        match &self.new_target {
            Some(new_target) => self.function.construct(&self.arguments, Some(new_target), context).map(JsValue::from),
            None => self.function.call(&self.this, &self.arguments, context),
        }
    }
}

/// The call that the function of a realm runs next, and this function.
#[derive(Clone, Trace, Finalize, JsData)]
struct OwnFrame {
    next: Gc<GcRefCell<Option<Call>>>,
    function: JsObject,
}

impl OwnFrame {
    /// That of the current realm.
    fn of_realm(context: &mut Context) -> JsResult<Self> {
        if let Some(own_frame) = context.realm().host_defined().get::<Self>() {
            return Ok(own_frame.clone());
        }
        let next = Gc::new(GcRefCell::new(None));
        let run = NativeFunction::from_copy_closure_with_captures(run, next.clone());
        let run = run.to_js_function(context.realm());
        let function = function_of_the_host(CALL, context)?.call(&JsValue::undefined(), &[run.into()], context)?;
        let own_frame = Self { next, function: object(&function)? };
        context.realm().host_defined_mut().insert(own_frame.clone());
        Ok(own_frame)
    }

    fn run(&self, call: Call, context: &mut Context) -> JsResult<JsValue> {
        *self.next.borrow_mut() = Some(call);
        self.function.call(&JsValue::undefined(), &[], context)
    }
}

/// Returns the function that is the value of a text. Its frames are not shown in stacks.
///
/// # Errors
///
/// `TypeError` if it is something else, and whatever the text throws.
pub(crate) fn function_of_the_host(text: &str, context: &mut Context) -> JsResult<JsObject> {
    let path = format!("own frame{HOST_FILE}");
    let script = Script::parse(Source::from_bytes(text).with_path(path.as_ref()), None, context)?;
    object(&script.evaluate(context)?)
}

fn object(value: &JsValue) -> JsResult<JsObject> {
    value.as_object().ok_or_else(|| js_error!(TypeError: "not a function"))
}

fn run(_: &JsValue, _: &[JsValue], next: &Gc<GcRefCell<Option<Call>>>, context: &mut Context) -> JsResult<JsValue> {
    let call = next.borrow_mut().take();
    call.map_or_else(|| Ok(JsValue::undefined()), |call| call.run(context))
}

/// Calls a function in a frame of its own.
///
/// # Errors
///
/// Whatever the function throws.
pub fn call_in_own_frame(
    function: &JsObject,
    this: &JsValue,
    arguments: &[JsValue],
    context: &mut Context,
) -> JsResult<JsValue> {
    let call = Call { function: function.clone(), this: this.clone(), arguments: arguments.to_vec(), new_target: None };
    OwnFrame::of_realm(context)?.run(call, context)
}

/// Constructs an object in a frame of its own.
///
/// # Errors
///
/// Whatever the constructor throws.
pub(crate) fn construct_in_own_frame(
    function: &JsObject,
    arguments: &[JsValue],
    new_target: &JsObject,
    context: &mut Context,
) -> JsResult<JsValue> {
    let new_target = Some(new_target.clone());
    let call =
        Call { function: function.clone(), this: JsValue::undefined(), arguments: arguments.to_vec(), new_target };
    OwnFrame::of_realm(context)?.run(call, context)
}

impl EventLoop {
    /// Calls a function whose exceptions the caller handles, as a [call into JavaScript](Self::call_javascript).
    ///
    /// # Errors
    ///
    /// Whatever the function throws.
    #[doc(hidden)]
    pub fn call_and_handle(
        &self,
        function: &JsObject,
        this: &JsValue,
        arguments: &[JsValue],
        context: &mut Context,
    ) -> JsResult<JsValue> {
        let needs_frame = self.current.exceptions() >= RARE || context.stack_trace().next().is_some();
        let result = self.call_javascript(context, |context| {
            let call = if needs_frame { call_in_own_frame } else { JsObject::call };
            call(function, this, arguments, context)
        });
        if result.is_err() {
            self.current.count_an_exception();
        }
        result
    }
}

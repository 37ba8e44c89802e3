//! Calls of the program's functions, and its globals.

use std::rc::Rc;

use boa_engine::object::FunctionObjectBuilder;
use boa_engine::property::PropertyDescriptor;
use boa_engine::value::TryIntoJs;
use boa_engine::{Context, JsNativeError, JsResult, JsString, JsValue};

use super::Runtime;
use crate::Error;
use crate::engine::{parse_a_script, run_and_rethrow};
use crate::web::html::is_identifier;
use crate::web::webidl::{call, function};

impl Runtime {
    /// Returns the value of a global variable, as an expression of a script would: also of one that a script has
    /// declared with `let`, `const` or `class`.
    ///
    /// # Errors
    ///
    /// Returns [`Error::JavaScript`] if there is no such variable, or if its getter throws.
    ///
    /// ```
    /// let mut runtime = posttask::Runtime::builder().build()?;
    /// runtime.run_script("const answer = 42")?;
    /// assert_eq!(runtime.global("answer")?.as_number(), Some(42.0));
    /// assert!(runtime.global("question").unwrap_err().to_string().starts_with("ReferenceError: "));
    /// # Ok::<(), posttask::Error>(())
    /// ```
    pub fn global(&mut self, name: &str) -> Result<JsValue, Error> {
        let event_loop = Rc::clone(self.event_loop());
        self.try_with_context(|context| {
            // Only a script can read what a script has declared with `let`, `const` or `class`.
            match is_identifier(name).then(|| parse_a_script(name, None, context)) {
                Some(Ok(script)) => run_and_rethrow(&script, &event_loop, context),
                _ => property_of_the_global(name, context),
            }
        })
    }

    /// Sets a property of the global object, for all scripts and modules. Like what Web IDL defines, it can be changed,
    /// and is not enumerable. For a function, use [`function`](crate::function()).
    ///
    /// # Errors
    ///
    /// Returns [`Error::JavaScript`] if the value cannot be converted, or if a script has made it impossible to define
    /// the property.
    ///
    /// ```
    /// let mut runtime = posttask::Runtime::builder().build()?;
    /// runtime.set_global("names", vec!["a".to_owned(), "b".to_owned()])?;
    /// assert_eq!(runtime.run_script("names.join()")?.as_string(), Some("a,b".into()));
    /// # Ok::<(), posttask::Error>(())
    /// ```
    #[expect(clippy::needless_pass_by_value, reason = "the conversion borrows the value, and callers have made it")]
    pub fn set_global(&mut self, name: &str, value: impl TryIntoJs) -> Result<(), Error> {
        self.try_with_context(|context| {
            let value = value.try_into_js(context)?;
            define(name, value, context)
        })
    }

    /// Defines a global function. Its first argument is the arguments of the call. See [`function`](crate::function())
    /// for what the closure may refer to.
    ///
    /// # Errors
    ///
    /// Returns [`Error::JavaScript`] if a script has made it impossible to define the property.
    ///
    /// ```
    /// use std::cell::RefCell;
    /// use std::rc::Rc;
    ///
    /// let mut runtime = posttask::Runtime::builder().build()?;
    /// let names = Rc::new(RefCell::new(Vec::new()));
    /// let seen = Rc::clone(&names);
    /// runtime.set_function("greet", move |arguments, context| {
    ///     let name = arguments.first().cloned().unwrap_or_default().to_string(context)?;
    ///     seen.borrow_mut().push(name.to_std_string_lossy());
    ///     Ok(name.into())
    /// })?;
    /// runtime.run_script("greet('Ada')")?;
    /// assert_eq!(*names.borrow(), ["Ada"]);
    /// # Ok::<(), posttask::Error>(())
    /// ```
    pub fn set_function(
        &mut self,
        name: &str,
        steps: impl Fn(&[JsValue], &mut Context) -> JsResult<JsValue> + 'static,
    ) -> Result<(), Error> {
        self.try_with_context(|context| {
            let builder = FunctionObjectBuilder::new(context.realm(), function(steps)).name(JsString::from(name));
            let function = builder.build();
            define(name, function.into(), context)
        })
    }

    /// Calls a function, then runs the microtasks, as a callback does. `this` is `undefined`. A promise is not awaited:
    /// see [`Self::call_async`].
    ///
    /// # Errors
    ///
    /// Returns [`Error::JavaScript`] if the value is not a function, if it is one of another runtime, or if it throws,
    /// and [`Error::LimitExceeded`] if it exceeds a limit.
    ///
    /// ```
    /// let mut runtime = posttask::Runtime::builder().build()?;
    /// runtime.run_script("const twice = number => number * 2")?;
    /// let twice = runtime.global("twice")?;
    /// assert_eq!(runtime.call(&twice, &[21.into()])?.as_number(), Some(42.0));
    /// # Ok::<(), posttask::Error>(())
    /// ```
    pub fn call(&mut self, function: &JsValue, arguments: &[JsValue]) -> Result<JsValue, Error> {
        self.check_program_time()?;
        let event_loop = Rc::clone(self.event_loop());
        self.try_with_context(|context| call(function, arguments, &event_loop, context))
    }

    /// Calls a function, and runs the event loop until the promise that it returns is settled. Blocks the thread
    /// meanwhile: in a future, use [`AsyncTask::call`](crate::scheduler::AsyncTask::call). Any other value is returned
    /// at once.
    ///
    /// # Errors
    ///
    /// Those of [`Self::call`] and [`Self::settle`].
    ///
    /// ```
    /// let mut runtime = posttask::Runtime::builder().virtual_time().build()?;
    /// runtime.run_script("async function later(value) { await scheduler.yield(); return value + 1 }")?;
    /// let later = runtime.global("later")?;
    /// assert_eq!(runtime.call_async(&later, &[1.into()])?.as_number(), Some(2.0));
    /// # Ok::<(), posttask::Error>(())
    /// ```
    pub fn call_async(&mut self, function: &JsValue, arguments: &[JsValue]) -> Result<JsValue, Error> {
        self.as_one_call(|runtime| {
            let value = runtime.call(function, arguments)?;
            runtime.settle(&value)
        })
    }
}

/// The property of the global object that has this name.
fn property_of_the_global(name: &str, context: &mut Context) -> JsResult<JsValue> {
    let (global, key) = (context.global_object(), JsString::from(name));
    if global.has_property(key.clone(), context)? {
        return global.get(key, context);
    }
    Err(JsNativeError::reference().with_message(format!("{name} is not defined")).into())
}

/// Defines a property of the global object, as Web IDL does for interfaces.
fn define(name: &str, value: JsValue, context: &mut Context) -> JsResult<()> {
    let property = PropertyDescriptor::builder().value(value).writable(true).enumerable(false).configurable(true);
    context.global_object().define_property_or_throw(JsString::from(name), property, context).map(drop)
}

//! Realms. Each has its own global object, interfaces and `Scheduler`, and all share the event loop.

use std::rc::Rc;

use boa_engine::realm::Realm;
use boa_engine::{Context, JsData, JsResult};
use boa_gc::{Finalize, Trace};

use super::Runtime;
use crate::engine::{replace_functions, seed_math_random};
use crate::event_loop::{in_realm, set_up_stacks};
use crate::web::html::{ConsoleOutput, ErrorReporter, ErrorSink};
use crate::web::webidl::{event_loop, register_realm};
use crate::web::{
    async_context, atomics, compression, crypto, disposal, dom, encoding, fetch, file_api, html, performance,
    scheduler, streams, url, workers,
};

/// A function of the embedder that sets up a realm.
pub(super) type Extension = Rc<dyn Fn(&mut Context) -> JsResult<()>>;

/// The extensions of a context.
#[derive(Trace, Finalize, JsData)]
pub(super) struct Extensions(#[unsafe_ignore_trace] pub(super) Vec<Extension>);

/// Defines all interfaces and global functions in the current realm, and those of the embedder.
pub(super) fn register_in_realm(output: &Rc<dyn ConsoleOutput>, context: &mut Context) -> JsResult<()> {
    register_realm(context);
    set_up_stacks(context)?;
    html::SlotGetters::save(context);
    replace_functions(context)?;
    seed_math_random(context)?;
    atomics::register(context)?;
    disposal::register(context)?;
    dom::register(context)?;
    encoding::register(context)?;
    scheduler::register(context)?;
    streams::register(context)?;
    encoding::register_streams(context)?;
    compression::register(context)?;
    file_api::register(context)?;
    url::register(context)?;
    html::register(output, context)?;
    fetch::register(context)?;
    performance::register(context)?;
    crypto::register(context)?;
    async_context::register(context)?;
    workers::register(context)?;
    let extensions = context.get_data::<Extensions>().map(|Extensions(extensions)| extensions.clone());
    extensions.unwrap_or_default().iter().try_for_each(|extension| extension(context))
}

/// Defines all interfaces and global functions in the current realm of a context that does not belong to a
/// [`Runtime`]. `console` writes to `output`, and `errors` receives the uncaught errors.
///
/// The context must have an [`EventLoop`](crate::event_loop::EventLoop) as its job executor,
/// [`Hooks`](crate::engine::Hooks) as its host hooks, and a global object from
/// [`create_global_object`](html::create_global_object): see [the example](crate#use-your-own-context).
///
/// # Errors
///
/// `TypeError` if the context does not have an event loop. Whatever the global object throws when a property is
/// defined.
pub fn register_interfaces(
    output: &Rc<dyn ConsoleOutput>,
    errors: Rc<dyn ErrorSink>,
    context: &mut Context,
) -> JsResult<()> {
    event_loop(context)?.set_error_reporting(Rc::new(ErrorReporter::new(errors)));
    register_in_realm(output, context)
}

/// Creates another realm on the event loop of a context.
///
/// # Errors
///
/// Whatever the functions throw that set up the realm.
pub fn create_realm(output: &Rc<dyn ConsoleOutput>, context: &mut Context) -> JsResult<Realm> {
    let realm = context.create_realm()?;
    in_realm(&realm, context, |context| register_in_realm(output, context))?;
    Ok(realm)
}

impl Runtime {
    /// Creates another realm on the same event loop. The tasks of all realms are ordered together, by priority and
    /// age.
    ///
    /// # Errors
    ///
    /// Returns [`Error::JavaScript`](crate::Error::JavaScript) if the realm cannot be set up.
    ///
    /// ```
    /// use posttask::Runtime;
    /// use posttask::boa_engine::Source;
    /// use posttask::event_loop::in_realm;
    ///
    /// let mut runtime = Runtime::builder().build()?;
    /// let realm = runtime.create_realm()?;
    /// runtime.try_with_context(|context| {
    ///     in_realm(&realm, context, |context| {
    ///         context.eval(Source::from_bytes("scheduler.postTask(() => { globalThis.here = true })"))
    ///     })
    /// })?;
    /// runtime.run();
    /// assert_eq!(runtime.run_script("typeof here")?.as_string(), Some("undefined".into())); // of the other realm
    /// # Ok::<(), posttask::Error>(())
    /// ```
    pub fn create_realm(&mut self) -> Result<Realm, crate::Error> {
        let output = Rc::clone(&self.output);
        self.try_with_context(|context| create_realm(&output, context))
    }
}

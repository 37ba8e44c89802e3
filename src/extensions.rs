//! The areas of [`install`] as extensions of [`boa_runtime`].
//!
//! They go into one list with those of `boa_runtime`, in any order. What comes later replaces what has the same names.
//! The areas need of the context what [`install`] says: usually an [`EventLoop`] as its job executor, which also runs
//! the jobs of other extensions, and [`Hooks`]. An extension that finds something missing throws a `TypeError` that
//! says what.
//!
//! ```
//! use std::cell::RefCell;
//! use std::rc::Rc;
//!
//! use boa_runtime::extensions::{ConsoleExtension, EncodingExtension};
//! use posttask::boa_engine::{Source, context::ContextBuilder};
//! use posttask::engine::Hooks;
//! use posttask::event_loop::{EventLoop, Pump, VirtualTime};
//! use posttask::extensions::Area;
//! use posttask::html;
//!
//! let event_loop = EventLoop::new(Rc::new(VirtualTime::new()));
//! let hooks = Hooks::new(Rc::clone(&event_loop), html::create_global_object);
//! let mut context =
//!     ContextBuilder::new().job_executor(Rc::clone(&event_loop)).host_hooks(Rc::new(hooks)).build()?;
//! let extensions = (ConsoleExtension::default(), Area::Scheduler, EncodingExtension, Area::Timers);
//! boa_runtime::register_extensions(extensions, None, &mut context)?;
//! context.eval(Source::from_bytes("scheduler.postTask(() => console.log('posted'), { delay: 100 })"))?;
//! Pump::new(event_loop, &RefCell::new(&mut context)).run(None);
//! # Ok::<(), posttask::boa_engine::JsError>(())
//! ```
//!
//! [`EventLoop`]: crate::event_loop::EventLoop
//! [`Hooks`]: crate::engine::Hooks

use std::rc::Rc;

use boa_engine::realm::Realm;
use boa_engine::{Context, JsResult};
use boa_runtime::RuntimeExtension;

use crate::debug::debug;
use crate::event_loop::in_realm;
use crate::install;
use crate::web::html::{ConsoleOutput, ErrorSink};

/// An area of the web platform, with those that it needs. The functions of [`install`] describe them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Area {
    /// [`install::events`].
    Events,
    /// [`install::abort`].
    Abort,
    /// [`install::messaging`].
    Messaging,
    /// [`install::timers`].
    Timers,
    /// [`install::scheduler`].
    Scheduler,
    /// [`install::performance`].
    Performance,
    /// [`install::idle_callbacks`].
    IdleCallbacks,
    /// [`install::structured_clone`].
    StructuredClone,
    /// [`install::url`](install::url()).
    Url,
    /// [`install::encoding`].
    Encoding,
}

impl RuntimeExtension for Area {
    fn register(self, realm: Option<Realm>, context: &mut Context) -> JsResult<()> {
        let install = match self {
            Self::Events => install::events,
            Self::Abort => install::abort,
            Self::Messaging => install::messaging,
            Self::Timers => install::timers,
            Self::Scheduler => install::scheduler,
            Self::Performance => install::performance,
            Self::IdleCallbacks => install::idle_callbacks,
            Self::StructuredClone => install::structured_clone,
            Self::Url => install::url,
            Self::Encoding => install::encoding,
        };
        in_realm_or_current(realm, context, install)
    }
}

/// The `console` of [`install::console`](install::console()), which writes to this output.
pub struct ConsoleExtension(pub Rc<dyn ConsoleOutput>);

debug!(ConsoleExtension);

impl RuntimeExtension for ConsoleExtension {
    fn register(self, realm: Option<Realm>, context: &mut Context) -> JsResult<()> {
        in_realm_or_current(realm, context, |context| install::console(self.0, context))
    }
}

/// The sink of uncaught exceptions and unhandled rejections of all realms: [`install::error_sink`].
pub struct ErrorSinkExtension(pub Rc<dyn ErrorSink>);

debug!(ErrorSinkExtension);

impl RuntimeExtension for ErrorSinkExtension {
    fn register(self, _: Option<Realm>, context: &mut Context) -> JsResult<()> {
        install::error_sink(self.0, context)
    }
}

fn in_realm_or_current<R>(realm: Option<Realm>, context: &mut Context, steps: impl FnOnce(&mut Context) -> R) -> R {
    let realm = realm.unwrap_or_else(|| context.realm().clone());
    in_realm(&realm, context, steps)
}

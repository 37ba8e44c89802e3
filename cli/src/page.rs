//! What programs ask a page for: frames, input, workers, and features that are only proposed.

use std::fmt;
use std::num::NonZeroU32;
use std::str::FromStr;
use std::time::Duration;

use boa_engine::property::Attribute;
use boa_engine::{Context, JsResult, js_string};
use clap::Args;
use posttask::internal::html::is_worker;
use posttask::{Error, Proposal, Runtime, RuntimeBuilder};

use crate::dom::DomPackage;
use crate::duration::duration;

/// The frames per second with a document.
const FRAMES: u32 = 60;

/// The parts of a page that a program has.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Page")]
pub(super) struct PageOptions {
    /// Provide requestAnimationFrame, at this many frames per second, such as 60
    #[arg(long, value_name = "HZ", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(super) frames: Option<u32>,

    /// Enable proposed features: scheduler-wait, current-task-signal, async-context
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub(super) experimental: Vec<Proposal>,

    /// Define window as the global object, as in a page
    #[arg(long)]
    pub(super) window: bool,

    /// Give the program a document that this package makes, which must be installed. With it come window,
    /// requestAnimationFrame (--frames 60) and an address (--location, by default port 3000 of localhost)
    #[arg(long, value_name = "PACKAGE", value_enum)]
    pub(super) dom: Option<DomPackage>,

    /// Run at most this number of workers at the same time (default: 64)
    #[arg(long, value_name = "N")]
    pub(super) max_workers: Option<u32>,
}

impl PageOptions {
    /// Gives a program these parts.
    pub(super) fn configure(&self, builder: RuntimeBuilder) -> RuntimeBuilder {
        let hertz = self.hertz().and_then(NonZeroU32::new);
        let builder = hertz.into_iter().fold(builder, RuntimeBuilder::frames);
        let builder = if self.window { builder.extension(define_window) } else { builder };
        let workers = self.max_workers.and_then(|workers| usize::try_from(workers).ok());
        let builder = workers.into_iter().fold(builder, RuntimeBuilder::max_workers);
        if self.experimental.is_empty() { builder } else { builder.experimental(&self.experimental) }
    }

    /// Returns the number of frames per second, if there are frames.
    pub(super) fn hertz(&self) -> Option<u32> {
        self.frames.or(self.dom.map(|_| FRAMES))
    }

    /// Returns the options as on a command line, each with a space after it.
    pub(super) fn options(&self) -> String {
        let frames = self.frames.map(|hertz| format!("--frames {hertz} ")).unwrap_or_default();
        let window = if self.window { "--window " } else { "" };
        let dom = self.dom.map(|package| format!("--dom {} ", package.name())).unwrap_or_default();
        let workers = self.max_workers.map(|workers| format!("--max-workers {workers} ")).unwrap_or_default();
        frames + &list("experimental", &self.experimental) + window + &dom + &workers
    }
}

/// Defines [`window`](https://html.spec.whatwg.org/multipage/nav-history-apis.html#dom-window), but not in a worker. It
/// cannot be replaced.
fn define_window(context: &mut Context) -> JsResult<()> {
    if is_worker(context) {
        return Ok(());
    }
    let global = context.global_object();
    context.register_global_property(js_string!("window"), global, Attribute::ENUMERABLE)
}

/// Input that is simulated.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Page")]
pub(super) struct InputOptions {
    /// Dispatch input events to the global object, such as click@100ms,mousemove@1s; isInputPending reports them
    #[arg(long, value_name = "TYPE@TIME", value_delimiter = ',')]
    input: Vec<Input>,
}

impl InputOptions {
    /// Gives a program what tells it of input.
    pub(super) fn configure(&self, builder: RuntimeBuilder) -> RuntimeBuilder {
        if self.input.is_empty() { builder } else { builder.user_input() }
    }

    /// Simulates the input, from now on.
    ///
    /// # Errors
    ///
    /// None in practice: a runtime has an event loop.
    pub(super) fn start(&self, runtime: &mut Runtime) -> Result<(), Error> {
        self.input.iter().try_for_each(|input| runtime.simulate_input(&input.event_type, input.after))
    }

    /// Returns the option as on a command line, with a space after it.
    pub(super) fn options(&self) -> String {
        list("input", &self.input)
    }
}

fn list(name: &str, values: &[impl ToString]) -> String {
    if values.is_empty() {
        return String::new();
    }
    let values: Vec<String> = values.iter().map(ToString::to_string).collect();
    format!("--{name} {} ", values.join(","))
}

/// Input: the type of an event, and when it happens.
#[derive(Clone, Debug)]
struct Input {
    event_type: String,
    after: Duration,
}

impl FromStr for Input {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parts = text.rsplit_once('@').map(|(event_type, time)| (event_type.trim(), time.trim()));
        let Some((event_type, time)) = parts.filter(|(event_type, _)| !event_type.is_empty()) else {
            return Err(format!("'{text}' is not an event type and a time, such as click@100ms"));
        };
        let after = match time.parse() {
            Ok(milliseconds) => Duration::from_millis(milliseconds),
            Err(_) => duration(time).map_err(|error| format!("the time '{time}': {error}"))?,
        };
        Ok(Self { event_type: event_type.to_owned(), after })
    }
}

impl fmt::Display for Input {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let after = humantime::format_duration(self.after).to_string().replace(' ', "");
        write!(f, "{}@{after}", self.event_type)
    }
}

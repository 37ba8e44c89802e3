//! Other processes that run orders of a program.

use std::rc::Rc;

use posttask::exploration::Explorer;
use posttask::internal::exploration as processes;
use posttask::internal::exploration::Forks;

use super::explorer::explorer;
use super::recorded::Explored;
use crate::arguments::{Explore, LoadOnce};
use crate::order_server::{self, Serving};
use crate::program::{Program, Setup, front_end_with};

/// Lets other processes run orders.
pub(super) fn with_servers<'a>(explorer: Explorer<'a>, program: &'a Explored<'a>) -> Explorer<'a> {
    let when = match program.options.load_once {
        // What the program writes while it is loaded would not be written again for each order.
        LoadOnce::Auto if program.options.sources.allow_write.is_some() => processes::LoadOnce::Never,
        LoadOnce::Auto => processes::LoadOnce::Auto,
        LoadOnce::Always => processes::LoadOnce::Always,
        LoadOnce::Never => processes::LoadOnce::Never,
    };
    explorer.workers(when, || order_server::start(program.source))
}

/// Loads the program whose text comes from the process that has started this one, and serves its orders. `None` if it
/// cannot.
pub(crate) fn serve(options: &Explore) -> Option<()> {
    let serving = Serving::start().ok()?;
    let source = serving.source()?;
    let (program, arguments) = match &options.eval {
        Some(text) => (Program::Eval(text), options.operands.as_slice()),
        None => Program::of_operands(&options.operands),
    };
    let front_end = front_end_with(&options.sources, Setup::default()).ok()?;
    let explored = Explored {
        options,
        front_end: &front_end,
        uses: None,
        source: &source,
        name: program.name(),
        arguments,
        seed: options.seed,
    };
    let forks: Rc<dyn Forks> = Rc::new(serving);
    explorer(&explored).serve(&forks).ok()
}

//! Other processes that run orders of a program.

use std::rc::Rc;

use posttask::exploration::Explorer;
use posttask::internal::exploration::Forks;

use super::explorer::explorer;
use super::recorded::Explored;
use crate::announcing::Announcing;
use crate::arguments::Explore;
use crate::order_server::{self, Serving};
use crate::program::{Program, Setup, front_end_with};

/// The first byte of what a server is told: whether the program announces what its functions use.
const SILENT: u8 = 0;
const ANNOUNCING: u8 = 1;

/// Lets other processes run orders.
pub(super) fn with_servers<'a>(explorer: Explorer<'a>, program: &'a Explored<'a>) -> Explorer<'a> {
    let options = program.options;
    let when = options.load_once.with(options.sources.allow_write.is_some());
    let kind = if program.uses.is_some() { ANNOUNCING } else { SILENT };
    explorer.workers(when, move || order_server::start(&[&[kind], program.source.as_bytes()].concat()))
}

/// Loads the program whose text comes from the process that has started this one, and serves its orders. `None` if it
/// cannot.
pub(crate) fn serve(options: &Explore) -> Option<()> {
    let serving = Serving::start().ok()?;
    let subject = serving.subject()?;
    let (&kind, source) = subject.split_first()?;
    let source = str::from_utf8(source).ok()?;
    let (program, arguments) = match &options.eval {
        Some(text) => (Program::Eval(text), options.operands.as_slice()),
        None => Program::of_operands(&options.operands),
    };
    let front_end = front_end_with(&options.sources, Setup::default()).ok()?;
    let explored = Explored {
        options,
        front_end: &front_end,
        uses: None,
        source,
        name: program.name(),
        arguments,
        seed: options.seed,
    };
    let forks: Rc<dyn Forks> = Rc::new(serving);
    if kind == SILENT {
        return explorer(&explored).serve(&forks).ok();
    }
    let announcing = Announcing::new(&options.sources, Setup::default()).ok()?;
    explorer(&explored.announced(&announcing)).serve(&forks).ok()
}

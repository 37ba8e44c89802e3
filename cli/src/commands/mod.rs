//! The subcommands, one module each.

pub(crate) mod compare;
pub(crate) mod explore;
pub(crate) mod man;
pub(crate) mod repl;
pub(crate) mod replay;
pub(crate) mod run;
pub(crate) mod test;
pub(crate) mod wpt;
mod wpt_report;

//! The arguments of `posttask replay`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use posttask::exploration::Schedule;

use super::sources::Sources;
use super::surroundings::Surroundings;
use crate::duration::duration;
use crate::order::parse_order;

const NOTES: &str = "\
Exit codes: 0 if the files are written, 2 for invalid arguments and for programs that cannot be
replayed, 3 if the program does not have what the order is about.

Examples:
  posttask replay --in node --order '17:11<<5:28' app.js
  node --inspect-brk --import ./posttask-replay/replay.mjs app.js";

/// Write a module that runs a program in an order in Node or Chrome, to debug it there
#[derive(Debug, Args)]
#[command(after_help = NOTES)]
pub(crate) struct Replay {
    /// The file to run, and the program's arguments
    #[arg(value_name = "FILE|ARGS", trailing_var_arg = true, required = true)]
    pub(crate) operands: Vec<String>,

    /// Where the program will be debugged
    #[arg(long = "in", value_name = "DEBUGGER", value_enum, default_value_t)]
    pub(crate) debugger: Debugger,

    /// The order, as printed by posttask explore (default: the usual order)
    #[arg(long, value_name = "SCHEDULE", value_parser = parse_order, conflicts_with = "order_file")]
    pub(crate) order: Option<Schedule>,

    /// The file that contains the order
    #[arg(long, value_name = "FILE")]
    pub(crate) order_file: Option<PathBuf>,

    /// The folder to write to, which is created if necessary
    #[arg(short, long, value_name = "DIR", default_value = "posttask-replay")]
    pub(crate) output: PathBuf,

    /// Seed Math.random and crypto
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,

    /// Stop recording after this time on the program's clock, such as 500ms, 10s or 2m
    #[arg(long, value_name = "DURATION", value_parser = duration, default_value = "1m")]
    pub(crate) timeout: Duration,

    #[command(flatten)]
    pub(crate) sources: Sources,

    #[command(flatten)]
    pub(crate) surroundings: Surroundings,
}

/// Where a program is debugged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Debugger {
    /// Node, with any client of its inspector
    #[default]
    Node,
    /// A page in Chrome or another browser with its engine
    Chrome,
    /// Visual Studio Code, which runs Node
    Vscode,
}

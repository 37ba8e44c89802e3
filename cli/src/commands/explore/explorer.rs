//! An explorer with the options of the command.

use std::sync::Arc;

use posttask::Runtime;
use posttask::exploration;
use posttask::exploration::Explorer;

use super::recorded::{Explored, configure};
use crate::arguments::{FailOn, Ports};

/// An explorer of a program, with everything that decides what its orders are.
pub(super) fn explorer<'a>(program: &'a Explored<'a>) -> Explorer<'a> {
    let &Explored { options, front_end, name, arguments, .. } = program;
    let start = move |runtime: &mut Runtime| {
        runtime.set_arguments(arguments)?;
        options.input.start(runtime)?;
        let program = program.parsed(runtime);
        Ok(runtime.start_program(program))
    };
    let mut explorer = Explorer::new(start)
        .main_file(name)
        .configure(move |builder| configure(options, front_end, builder))
        .orders(options.orders)
        .quirks(options.host.quirks())
        .strategy(options.strategy)
        .seed(options.seed)
        .fail_on(match options.fail_on {
            FailOn::Error => exploration::FailOn::Error,
            FailOn::Difference => exploration::FailOn::Difference,
        })
        .timer_lateness(options.timer_lateness)
        .task_cost(options.task_cost)
        .timeout(options.timeout);
    if let Some(uses) = program.uses {
        explorer = explorer.uses(Arc::clone(uses));
    }
    if let Some(ports) = options.ports {
        explorer = explorer.separate_ports(ports == Ports::Separate);
    }
    explorer
}

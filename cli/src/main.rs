//! The `posttask` command.

use std::process::ExitCode;

#[global_allocator]
static ALLOCATOR: posttask_cli::Allocator = posttask_cli::Allocator;

fn main() -> ExitCode {
    posttask_cli::main()
}

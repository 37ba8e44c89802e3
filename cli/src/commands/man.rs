//! `posttask man`: pages for the program man, from the definition of the command line.

use clap::CommandFactory;
use clap::error::ErrorKind;
use clap_mangen::Man as Page;

use crate::arguments::{Arguments, Man};
use crate::exit_status::ExitStatus;
use crate::print_argument_error;
use crate::terminal;

/// Prints the page of the command that the options name.
pub(crate) fn man(options: &Man) -> ExitStatus {
    let mut command = Arguments::command();
    // Subcommands get the name that they are called by, `posttask test`.
    command.build();
    let page = match &options.command {
        None => command.clone(),
        Some(name) => match command.find_subcommand(name) {
            Some(found) => found.clone(),
            None => return print_argument_error(unknown(name, &mut command)),
        },
    };
    let mut text = Vec::new();
    match Page::new(page).render(&mut text) {
        Ok(()) => terminal::write(String::from_utf8_lossy(&text)),
        Err(error) => terminal::exit_on_write_error(Err(error)),
    }
    ExitStatus::Success
}

fn unknown(name: &str, command: &mut clap::Command) -> clap::Error {
    command.error(ErrorKind::InvalidSubcommand, format!("there is no command '{name}'"))
}

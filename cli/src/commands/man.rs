//! `posttask man`: pages for the program man, from the definition of the command line.

use clap::error::ErrorKind;
use clap::{CommandFactory, Error};
use clap_mangen::Man as Page;

use crate::arguments::{Arguments, Man};
use crate::exit_status::ExitStatus;
use crate::terminal;

/// Prints the page of the command that the options name.
///
/// # Errors
///
/// If there is no such command.
pub(crate) fn man(options: &Man) -> Result<ExitStatus, Error> {
    let mut command = Arguments::command();
    // Subcommands get the name that they are called by, `posttask test`.
    command.build();
    let page = match &options.command {
        None => command,
        Some(name) => match command.find_subcommand(name) {
            Some(found) => found.clone(),
            None => return Err(command.error(ErrorKind::InvalidSubcommand, format!("there is no command '{name}'"))),
        },
    };
    let mut text = Vec::new();
    match Page::new(page).render(&mut text) {
        Ok(()) => terminal::write(String::from_utf8_lossy(&text)),
        Err(error) => terminal::exit_on_write_error(Err(error)),
    }
    Ok(ExitStatus::Success)
}

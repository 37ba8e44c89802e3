//! The `posttask repl` command: a prompt whose event loop keeps running while it waits for input.
//!
//! Two threads communicate through a channel. One edits lines and may block on the terminal. The other runs JavaScript
//! and may block on the event loop.
//!
//! - `channel`: the messages, and the console that prints above the line being edited;
//! - `editor`: the line editor: history, highlighting, completion;
//! - `serving`: handles the requests of the editor, one after the other;
//! - `loop`: the event loop between requests: running, paused, or step by step;
//! - `session`: evaluates inputs, remembers results, completes names;
//! - `watcher`: observes what runs and why, and since when work has been ready;
//! - `commands`: the commands, which start with a dot.

mod breakpoints;
mod channel;
mod commands;
mod editor;
mod highlighting;
mod keywords;
mod r#loop;
mod serving;
mod session;
mod tracing;
mod waiting;
mod watcher;

use std::io::{IsTerminal, stderr, stdin, stdout};

use crate::arguments::{ColorChoice, Repl};
use crate::exit_status::ExitStatus;
use crate::panics::or_exit;
use crate::program::front_end;
use crate::terminal::{Style, say};
use crate::terminal_mode;
use crate::whole_file::is_pipe_or_device;
use channel::{PromptOutput, channel};
use posttask::Error;
use posttask::internal::runtime::{LARGE_STACK, on_a_large_stack};

/// Runs a prompt until the user leaves it.
pub(crate) fn repl(options: &Repl, color: ColorChoice) -> ExitStatus {
    let is_terminal = stdin().is_terminal() && stdout().is_terminal();
    let output = PromptOutput::new(Style::new(color, &stdout()));
    let error_style = if is_terminal { Style::new(color, &stdout()) } else { Style::new(color, &stderr()) };
    if let Err(message) = options.surroundings.network.check(options.virtual_time, "omit --virtual-time") {
        return failed(&message);
    }
    let front_end = match front_end(&options.sources) {
        Ok(front_end) => front_end,
        Err(error) => return failed(&error),
    };
    // Checked before the editor starts, because the editor cannot be stopped. A pipe can only be read once.
    let init = options.init.as_deref().filter(|path| !is_pipe_or_device(path));
    if let Some(Err(error)) = init.map(|path| front_end.source(path)) {
        return failed(&error);
    }
    terminal_mode::remember();
    let (editing, requests) = channel();
    let to_finish = output.clone();
    let ran = on_a_large_stack(move || {
        std::thread::scope(|scope| {
            let editor = std::thread::Builder::new().name("editor".to_owned()).stack_size(LARGE_STACK);
            let to_terminal = output.clone();
            let edits = is_terminal && !editor::is_terminal_too_simple();
            let started = editor.spawn_scoped(scope, move || {
                let edit = || {
                    if edits { editor::edit(&editing, &to_terminal) } else { editor::read(&editing, is_terminal) }
                };
                or_exit(edit)
            });
            match started {
                Ok(editor) => {
                    let run = || serving::run(options, front_end, &requests, output, error_style, is_terminal);
                    // The editor would wait for an answer.
                    let status = or_exit(run).unwrap_or_else(|error| failed(&error));
                    // What could not be read is a failure, whatever the rest did.
                    let all_read = editor.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
                    if all_read || status != ExitStatus::Success { status } else { ExitStatus::Usage }
                }
                Err(error) => failed(&Error::Thread(error)),
            }
        })
    });
    to_finish.finish();
    ran.unwrap_or_else(|error| failed(&error))
}

fn failed(error: &dyn std::fmt::Display) -> ExitStatus {
    say(format_args!("{error}"));
    ExitStatus::Usage
}

//! The line editor of a prompt: history, highlighting and completion.

use std::borrow::Cow;
use std::cell::Cell;
use std::io::{BufRead, ErrorKind, Read, stdin};
use std::path::PathBuf;

use posttask::html::ConsoleOutput;
use posttask::internal::error::size;
use posttask::internal::runtime::{Completeness, completeness};
use posttask_front_end::bounded_file::LARGEST_SOURCE;
use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::{CmdKind, Highlighter};
use rustyline::hint::{Hinter, HistoryHinter};
use rustyline::history::FileHistory;
use rustyline::validate::{ValidationContext, ValidationResult, Validator};
use rustyline::{CompletionType, Config, Context, Editor, Helper};

use super::channel::{AfterInput, Editing, PromptOutput};
use super::commands;
use super::highlighting::highlight;
use crate::arguments::VERSION;
use crate::terminal::{Style, say, write};

const PROMPT: &str = "> ";

/// The prompt for a line that continues an input.
const CONTINUED: &str = ". ";

/// The maximum number of inputs in the history.
const HISTORY_LENGTH: usize = 1_000;

/// Lines that are longer are neither highlighted nor completed from the history: each key would cost too much.
const LONG_LINE: usize = 1_000;

/// The number of inputs in a row that cannot be read before the prompt ends.
const MOST_FAILURES: usize = 1_000;

/// Whether the terminal has no functions that an editor needs: then [`read`] reads its lines.
pub(super) fn is_terminal_too_simple() -> bool {
    std::env::var_os("TERM").is_some_and(|name| ["dumb", "cons25", "emacs"].iter().any(|simple| name == *simple))
}

/// Reads inputs from a terminal until the user leaves the prompt. Returns whether they could be read.
pub(super) fn edit(editing: &Editing, output: &PromptOutput) -> bool {
    let edited = try_to_edit(editing, output);
    if let Err(error) = &edited {
        output.err(&format!("posttask: cannot use the terminal: {error}"));
        editing.input(".exit".to_owned());
    }
    edited.is_ok()
}

fn try_to_edit(editing: &Editing, output: &PromptOutput) -> rustyline::Result<()> {
    editing.handle_interrupts()?;
    let config = Config::builder().completion_type(CompletionType::List).max_history_size(HISTORY_LENGTH)?.build();
    let mut editor: Editor<Prompt<'_>, FileHistory> = Editor::with_config(config)?;
    editor.set_helper(Some(Prompt {
        editing,
        output,
        style: output.style(),
        history: HistoryHinter::new(),
        line_is_empty: Cell::new(true),
    }));
    output.write_with(editor.create_external_printer()?);
    let history = history_file().filter(|path| !path.exists() || path.is_file());
    if let Some(history) = &history {
        // The file does not exist before the first session.
        let _ = editor.load_history(history);
    }
    output.out(&format!("posttask {VERSION}; .help lists the commands"));
    let (mut interrupted, mut failures) = (false, 0);
    loop {
        match output.while_editing(|| editor.readline(PROMPT)) {
            Ok(input) => {
                (interrupted, failures) = (false, 0);
                if input.trim().is_empty() {
                    continue;
                }
                editor.add_history_entry(&input)?;
                if let Some(history) = &history {
                    save(&mut editor, history, output);
                }
                if editing.input(input) == AfterInput::Leave {
                    return Ok(());
                }
            }
            // Ctrl-C cleared the line.
            Err(ReadlineError::Interrupted) if editor.helper().is_some_and(|prompt| !prompt.line_is_empty.get()) => {
                interrupted = false;
            }
            Err(ReadlineError::Interrupted) if interrupted => break,
            Err(ReadlineError::Interrupted) => {
                interrupted = true;
                output.out("(to leave, press Ctrl-C again or Ctrl-D, or type .exit)");
            }
            Err(ReadlineError::Eof) => break,
            Err(ReadlineError::Io(error)) if error.kind() == ErrorKind::InvalidData && failures < MOST_FAILURES => {
                failures += 1;
                output.err("posttask: the input is not valid UTF-8 and was skipped");
            }
            Err(error) => return Err(error),
        }
    }
    editing.input(".exit".to_owned());
    Ok(())
}

fn save(editor: &mut Editor<Prompt<'_>, FileHistory>, history: &PathBuf, output: &PromptOutput) {
    let folder = history.parent().map_or(Ok(()), std::fs::create_dir_all);
    let saved = folder.map_err(ReadlineError::from).and_then(|()| editor.append_history(history));
    if let Err(error) = saved {
        output.err(&format!("posttask: cannot write the history to {}: {error}", history.display()));
    }
}

/// Returns the path of the history file in the user's
/// [state directory](https://specifications.freedesktop.org/basedir-spec/latest/), or `None` if no environment variable
/// determines that directory.
fn history_file() -> Option<PathBuf> {
    let variable = |name| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let state = variable("XDG_STATE_HOME").or_else(|| variable("LOCALAPPDATA"));
    let state = state.or_else(|| Some(variable("HOME")?.join(".local/state")))?;
    Some(state.join("posttask").join("history"))
}

/// Reads inputs from a standard input that is not a terminal, or too simple a terminal, which shows a prompt before
/// each line. An input is one line, or as many lines as are needed for it to parse. Returns whether all lines could be
/// read.
pub(super) fn read(editing: &Editing, is_terminal: bool) -> bool {
    let (mut input, mut all_read) = (String::new(), true);
    for number in 1.. {
        if is_terminal {
            write(if input.is_empty() { PROMPT } else { CONTINUED });
        }
        let mut line = Vec::new();
        let left = LARGEST_SOURCE.saturating_sub(input.len() as u64);
        match stdin().lock().take(left + 1).read_until(b'\n', &mut line) {
            Ok(0) => break,
            Ok(length) if length as u64 > left => {
                say(format_args!("line {number} makes the input larger than {}", size(LARGEST_SOURCE)));
                return false;
            }
            Ok(_) => {}
            Err(error) => {
                say(format_args!("cannot read standard input: {error}"));
                all_read = false;
                break;
            }
        }
        let Ok(line) = String::from_utf8(line) else {
            say(format_args!("line {number} of the input is not valid UTF-8 and was skipped"));
            all_read = false;
            continue;
        };
        input.push_str(line.trim_end_matches(['\r', '\n']));
        input.push('\n');
        if !commands::is_command(&input) && completeness(&input) == Completeness::Incomplete {
            continue;
        }
        let whole = std::mem::take(&mut input);
        if !whole.trim().is_empty() && editing.input(whole) == AfterInput::Leave {
            return all_read;
        }
    }
    if !input.trim().is_empty() {
        editing.input(input);
    }
    all_read
}

/// The helper that the editor calls while a line is being typed.
struct Prompt<'a> {
    editing: &'a Editing,
    output: &'a PromptOutput,
    style: Style,
    history: HistoryHinter,
    /// Whether the line that is being edited is empty. After Ctrl-C, the editor does not return the line.
    line_is_empty: Cell<bool>,
}

impl Helper for Prompt<'_> {}

impl Validator for Prompt<'_> {
    fn validate(&self, context: &mut ValidationContext<'_>) -> rustyline::Result<ValidationResult> {
        let input = context.input();
        let incomplete = !commands::is_command(input) && completeness(input) == Completeness::Incomplete;
        Ok(if incomplete { ValidationResult::Incomplete } else { ValidationResult::Valid(None) })
    }
}

impl Completer for Prompt<'_> {
    type Candidate = String;

    fn complete(&self, line: &str, position: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        let completions = self.editing.complete(&line[..position]);
        Ok((completions.start, completions.names))
    }
}

impl Hinter for Prompt<'_> {
    type Hint = String;

    fn hint(&self, line: &str, position: usize, context: &Context<'_>) -> Option<String> {
        self.line_is_empty.set(line.is_empty());
        // When the editor is about to show a line, it requests the hint first.
        self.output.editing();
        // A hint is shown after the line that is being edited, so it must not contain line breaks.
        if line.len() > LONG_LINE {
            return None;
        }
        self.history.hint(line, position, context).filter(|hint| !hint.contains('\n'))
    }
}

impl Highlighter for Prompt<'_> {
    fn highlight<'l>(&self, line: &'l str, position: usize) -> Cow<'l, str> {
        let is_colored = self.style.colored && line.len() <= LONG_LINE;
        if is_colored { Cow::Owned(highlight(line, position)) } else { Cow::Borrowed(line) }
    }

    fn highlight_hint<'h>(&self, hint: &'h str) -> Cow<'h, str> {
        Cow::Owned(self.style.faint(hint))
    }

    fn highlight_char(&self, line: &str, _: usize, _: CmdKind) -> bool {
        self.style.colored && line.len() <= LONG_LINE
    }
}

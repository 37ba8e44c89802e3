//! The commands of a prompt, which start with a dot.

use std::collections::VecDeque;
use std::path::Path;
use std::time::Duration;

use boa_engine::js_string;
use boa_gc::Gc;
use posttask::event_loop::{
    AgentId, Candidate, DefaultPolicy, Location, PendingQueue, PendingTimer, Policy, SignalId, Timestamp, Turn, WorkId,
    WorkKind,
};
use posttask::html::ConsoleOutput;
use posttask::internal::event_loop::milliseconds;
use posttask::internal::html::draw_table;
use posttask::scheduler::TaskSignal;

use super::breakpoints::is_at;
use super::channel::{AfterInput, Completions};
use super::r#loop::Loop;
use super::waiting::in_order;
use crate::output_files::is_same;
use crate::whole_file;

/// A command: its name, argument, description and function.
type Command = (&'static str, &'static str, &'static str, fn(&mut Loop, &str) -> Answer);

/// The result of a command.
enum Answer {
    Nothing,
    Text(String),
    Error(String),
    Leave,
}

impl From<Result<Answer, String>> for Answer {
    fn from(result: Result<Self, String>) -> Self {
        result.unwrap_or_else(Self::Error)
    }
}

const COMMANDS: [Command; 19] = [
    (
        ".tasks",
        "[#ID]",
        "list the ready work, in the order in which it would run; or show one task with its stack",
        tasks,
    ),
    (".timers", "", "list the timers, earliest first", timers),
    (".signals", "", "list the live task signals", signals),
    (".pause", "", "pause the loop, so that only your input runs", pause),
    (".resume", "", "resume the loop", resume),
    (".candidates", "", "list the work that could run next, and explain which runs by default", candidates),
    (
        ".step",
        "[N|#ID|until FILE:LINE]",
        "run one task, N tasks, the candidate #ID, or tasks until one from FILE:LINE has run",
        step,
    ),
    (".order", "", "print the choices made with .step #ID, for posttask run --order", order),
    (".run", "[MS]", "run what is ready, or run the loop for MS milliseconds, even if it is paused", run_for),
    (".advance", "MS", "advance virtual time by MS milliseconds and, unless paused, run what becomes due", advance),
    (
        ".break",
        "[FILE:LINE|PRIORITY|error|off]",
        "pause the loop before work from FILE:LINE, before tasks of a priority, or after errors",
        break_at,
    ),
    (".stats", "", "print how long work has waited and run so far", stats),
    (".trace", "on FILE|off", "write a trace for Chrome's Performance panel and for Perfetto", trace),
    (".why", "", "explain why the last task ran", why),
    (".load", "FILE", "evaluate a file as if it had been typed", load),
    (".save", "FILE", "write all inputs so far to a file", save),
    (".clear", "", "clear the screen", clear),
    (".help", "", "list the commands", help),
    (".exit", "", "leave the prompt, like Ctrl-D", |_, _| Answer::Leave),
];

/// The most tasks that one `.step` runs.
const MOST_STEPS: u64 = 100_000;

/// The number of steps that `.step N` describes: the last ones.
const SHOWN_STEPS: usize = 20;

/// The width of the column with the commands in `.help`.
const USAGE_WIDTH: usize = 14;

/// Returns the commands that start with `text`, or `None` if `text` does not start with a dot or contains a space.
pub(super) fn completions(text: &str) -> Option<Completions> {
    if !text.starts_with('.') || text.contains(' ') {
        return None;
    }
    let names = COMMANDS.iter().map(|command| command.0).filter(|name| name.starts_with(text));
    Some(Completions { start: 0, names: names.map(str::to_owned).collect() })
}

/// Whether an input is a command. Commands start with a dot and a letter, and JavaScript programs never do.
pub(super) fn is_command(input: &str) -> bool {
    let mut characters = input.trim_start().chars();
    characters.next() == Some('.') && characters.next().is_some_and(char::is_alphabetic)
}

/// Runs a command.
pub(super) fn run(prompt: &mut Loop, input: &str) -> AfterInput {
    let (name, argument) = input.trim().split_once(char::is_whitespace).unwrap_or((input.trim(), ""));
    let answer = match COMMANDS.iter().find(|command| command.0 == name) {
        Some((_, "", _, _)) if !argument.is_empty() => Answer::Error(format!("{name} takes no argument")),
        Some((_, takes, _, _)) if argument.is_empty() && !takes.is_empty() && !takes.starts_with('[') => {
            Answer::Error(format!("missing argument; usage: {name} {takes}"))
        }
        Some((.., steps)) => steps(prompt, argument.trim()),
        None => Answer::Error(format!("unknown command {name}; .help lists the commands")),
    };
    let output = &prompt.session.output;
    match answer {
        Answer::Leave => return AfterInput::Leave,
        Answer::Nothing => {}
        Answer::Text(text) => output.out(&text),
        Answer::Error(error) => output.err(&error),
    }
    AfterInput::Continue
}

fn table(columns: &[&str], rows: &[Vec<String>], none: &str) -> Answer {
    if rows.is_empty() {
        return Answer::Text(none.to_owned());
    }
    let columns: Vec<String> = columns.iter().map(|&column| column.to_owned()).collect();
    Answer::Text(draw_table(&columns, rows))
}

fn rounded(duration: Duration) -> String {
    format!("{} ms", milliseconds(duration).round())
}

fn place(location: Option<&Location>) -> String {
    location.map(Location::to_string).unwrap_or_default()
}

/// The number of tasks that are listed.
const SHOWN_TASKS: usize = 50;

fn tasks(prompt: &mut Loop, argument: &str) -> Answer {
    if let Some(number) = argument.strip_prefix('#') {
        return task(prompt, number);
    }
    if !argument.is_empty() {
        return Answer::Error(format!("'{argument}' is not the number of a task; usage: .tasks [#ID]"));
    }
    let (waiting, now) = (prompt.watcher.waiting(), prompt.now());
    let mut ready = in_order(&waiting, now);
    // What waited in a worker that has ended is still known.
    let workers: Vec<AgentId> = prompt.event_loop().pending().workers.iter().map(|worker| worker.agent).collect();
    ready.retain(|(id, _)| id.agent() == AgentId::MAIN || workers.contains(&id.agent()));
    let row = |&(id, since): &(WorkId, Timestamp)| {
        let work = waiting.get(id)?;
        let priority = waiting.priority(id).map_or_else(|| "-".to_owned(), |priority| priority.to_string());
        Some(vec![
            id.to_string(),
            priority,
            work.kind.as_str().to_owned(),
            work.name.clone().unwrap_or_default(),
            work.signal.map(|signal| signal.to_string()).unwrap_or_default(),
            rounded(now.duration_since(since)),
            place(work.location.as_ref()),
        ])
    };
    let rows: Vec<Vec<String>> = ready.iter().take(SHOWN_TASKS).filter_map(row).collect();
    let columns = ["number", "priority", "kind", "callback", "signal", "age", "from"];
    match (table(&columns, &rows, "no task is ready"), ready.len().checked_sub(SHOWN_TASKS)) {
        (Answer::Text(text), Some(more @ 1..)) => Answer::Text(format!("{text}\nand {more} more")),
        (answer, _) => answer,
    }
}

/// Describes a task that has not run.
fn task(prompt: &Loop, number: &str) -> Answer {
    let waiting = prompt.watcher.waiting();
    let id = number.parse().ok().map(WorkId::new);
    let Some((id, work)) = id.and_then(|id| Some((id, waiting.get(id)?))) else {
        return Answer::Error(format!("#{number} is not waiting; .tasks and .timers list waiting work"));
    };
    let priority = waiting.priority(id).map(|priority| format!("{priority} ")).unwrap_or_default();
    let name = work.name.as_ref().map(|name| format!(" '{name}'")).unwrap_or_default();
    let mut lines = vec![format!("{priority}{}{name} {}", work.kind.as_str(), id)];
    lines.extend(work.stack.iter().map(|line| format!("    {line}")));
    Answer::Text(lines.join("\n"))
}

fn stats(prompt: &mut Loop, _: &str) -> Answer {
    let report = prompt.statistics.sink_mut().report("[repl]");
    Answer::Text(report.to_string().trim_end().to_owned())
}

fn trace(prompt: &mut Loop, argument: &str) -> Answer {
    let done = match argument.split_once(' ') {
        Some(("on", file)) => {
            let is_virtual = prompt.session.runtime.event_loop().clock().is_virtual();
            let path = Path::new(file.trim());
            let started = check_output(prompt, path).and_then(|()| prompt.tracing.start(path, is_virtual));
            started.map(|was_on| {
                let before = if was_on { "the previous trace is complete; " } else { "" };
                format!("{before}writing a trace to {}", file.trim())
            })
        }
        None if argument == "off" => prompt
            .tracing
            .stop()
            .map(|was_on| if was_on { "the trace is complete" } else { "no trace is being written" }.to_owned()),
        _ => return Answer::Error("usage: .trace on FILE|off".to_owned()),
    };
    done.map_or_else(|error| Answer::Error(format!("cannot write the trace: {error}")), Answer::Text)
}

/// Adds a breakpoint, removes all, or lists them.
fn break_at(prompt: &mut Loop, argument: &str) -> Answer {
    match argument {
        "off" => prompt.breakpoints.clear(),
        "" => {}
        text => match text.parse() {
            Ok(breakpoint) if prompt.breakpoints.contains(&breakpoint) => {}
            Ok(breakpoint) => prompt.breakpoints.push(breakpoint),
            Err(error) => return Answer::Error(error),
        },
    }
    if prompt.breakpoints.is_empty() {
        return Answer::Text("there are no breakpoints".to_owned());
    }
    let all: Vec<String> = prompt.breakpoints.iter().map(|breakpoint| format!("pauses at {breakpoint}")).collect();
    Answer::Text(all.join("\n"))
}

fn timers(prompt: &mut Loop, _: &str) -> Answer {
    let pending = prompt.event_loop().pending();
    let row = |timer: &PendingTimer| {
        let due = rounded(timer.due.duration_since(pending.now));
        vec![timer.work.to_string(), due, timer.kind.timer_name().to_owned(), place(timer.location.as_ref())]
    };
    let rows: Vec<Vec<String>> = pending.timers.iter().map(row).collect();
    table(&["timer", "due in", "kind", "set at"], &rows, "no timers are set")
}

fn signals(prompt: &mut Loop, _: &str) -> Answer {
    let pending = prompt.event_loop().pending();
    let yes_or_no = |yes: bool| if yes { "yes" } else { "no" }.to_owned();
    let row = |(number, signal): &(SignalId, Gc<TaskSignal>)| {
        let queued = pending.ready.iter().filter_map(|work| match work.queue {
            PendingQueue::Scheduler { queue, .. } if signal.has_queue(queue) => Some(work.length),
            _ => None,
        });
        vec![
            number.to_string(),
            signal.priority().to_string(),
            yes_or_no(!signal.has_fixed_priority()),
            yes_or_no(signal.abort_signal().is_aborted()),
            queued.sum::<usize>().to_string(),
            signal.live_dependent_count().to_string(),
            yes_or_no(is_listened_to(signal)),
        ]
    };
    let rows: Vec<Vec<String>> = prompt.watcher.signals().iter().map(row).collect();
    let columns = ["signal", "priority", "can change", "aborted", "waiting", "dependents", "listeners"];
    table(&columns, &rows, "no live task signals")
}

/// Whether a signal has `abort` or `prioritychange` listeners.
fn is_listened_to(signal: &TaskSignal) -> bool {
    let target = signal.abort_signal().target();
    target.has_listeners(&js_string!("abort")) || target.has_listeners(&js_string!("prioritychange"))
}

fn pause(prompt: &mut Loop, _: &str) -> Answer {
    prompt.paused = true;
    Answer::Text("the loop is paused; .step runs one task, .resume continues".to_owned())
}

fn resume(prompt: &mut Loop, _: &str) -> Answer {
    prompt.paused = false;
    Answer::Nothing
}

/// Lists what could run next, the default first.
fn candidates(prompt: &mut Loop, _: &str) -> Answer {
    let event_loop = prompt.event_loop();
    let Some(candidates) = event_loop.candidates() else { return Answer::Text(nothing_ready(prompt)) };
    let default = DefaultPolicy.choose(&candidates);
    let is_default = |candidate: &Candidate<'_>| candidate.id() == default.id();
    let mut all = candidates.all();
    all.sort_by_key(|candidate| (!is_default(candidate), candidate.order(), candidate.id()));
    let row = |candidate: &Candidate<'_>| {
        let number = candidate.id().map(|id| id.to_string()).unwrap_or_default();
        let what = match (candidate.effective_priority(), candidate.kind()) {
            (Some(level), _) => format!("{} {}", level.priority(), level.kind()),
            (None, Some(kind)) if candidate.due().is_some() => kind.timer_name().to_owned(),
            (None, kind) => kind.map_or("task", WorkKind::as_str).to_owned(),
        };
        let source = candidate.source().map(|source| source.as_str().to_owned()).unwrap_or_default();
        let note = if is_default(candidate) { "next" } else { "" }.to_owned();
        vec![number, what, source, place(candidate.location().as_ref()), note]
    };
    let rows: Vec<Vec<String>> = all.iter().map(row).collect();
    let columns = ["number", "kind", "source", "from", ""].map(str::to_owned);
    let why = DefaultPolicy.explain(&default, &candidates);
    Answer::Text(format!("{}\nwhy {default} is next: {why}", draw_table(&columns, &rows)))
}

fn order(prompt: &mut Loop, _: &str) -> Answer {
    let schedule = prompt.stepping.schedule();
    if schedule.deviations.is_empty() {
        return Answer::Text("this is the usual order; .step #ID runs other work next".to_owned());
    }
    Answer::Text(schedule.to_string())
}

fn step(prompt: &mut Loop, argument: &str) -> Answer {
    if let Some(number) = argument.strip_prefix('#') {
        return step_to(prompt, number);
    }
    if let Some(place) = argument.strip_prefix("until ") {
        return step_until(prompt, place.trim());
    }
    let count = if argument.is_empty() { Ok(1) } else { argument.parse::<u64>() };
    let Ok(count @ 1..) = count else {
        return Answer::Error(format!("'{argument}' is not a number of tasks; usage: .step [N|#ID|until FILE:LINE]"));
    };
    let mut lines = VecDeque::new();
    for _ in 0..count.min(MOST_STEPS) {
        let (line, is_idle) = one_step(prompt);
        lines.push_back(line);
        if lines.len() > SHOWN_STEPS {
            lines.pop_front();
        }
        if is_idle {
            break;
        }
    }
    Answer::Text(Vec::from(lines).join("\n"))
}

/// Runs one task. Returns what ran, and whether nothing was ready.
fn one_step(prompt: &mut Loop) -> (String, bool) {
    match prompt.turn() {
        Turn::Ran(_) => (last_run(prompt), false),
        Turn::Polled => ("an asynchronous job made progress".to_owned(), false),
        _ => (nothing_ready(prompt), true),
    }
}

/// Describes the task that ran last, and why it was next.
fn last_run(prompt: &Loop) -> String {
    match &*prompt.watcher.last() {
        Some(ran) if ran.was_cleared => format!("skipped: {}, which was cleared", ran.what),
        Some(ran) => format!("ran: {}\nwhy: {}", ran.what, ran.why),
        None => String::new(),
    }
}

fn nothing_ready(prompt: &Loop) -> String {
    let next = prompt.session.runtime.event_loop().next_due();
    let next = next.map(|due| format!("; the next timer is due in {}", rounded(due.duration_since(prompt.now()))));
    format!("nothing is ready{}", next.unwrap_or_default())
}

/// Runs a candidate, with the work that it has to wait for.
fn step_to(prompt: &mut Loop, number: &str) -> Answer {
    let Some(work) = number.parse().ok().map(WorkId::new) else {
        return Answer::Error(format!("'#{number}' is not the number of a candidate; .candidates lists them"));
    };
    if prompt.run_next(work) {
        return Answer::Text(last_run(prompt));
    }
    Answer::Error(format!("#{number} cannot run now; .candidates lists what can"))
}

/// Runs tasks until one has run that was asked for at this place, or nothing is ready.
fn step_until(prompt: &mut Loop, place: &str) -> Answer {
    let parsed = place.rsplit_once(':').and_then(|(file, line)| Some((file, line.parse::<u32>().ok()?)));
    let Some((file, line)) = parsed else {
        return Answer::Error(format!("'{place}' is not of the form FILE:LINE"));
    };
    for ran in 0..MOST_STEPS {
        let (text, is_idle) = one_step(prompt);
        let is_there = |place: &Location| is_at(place, file, line);
        let is_reached = prompt.watcher.last().as_ref().is_some_and(|ran| ran.location.as_ref().is_some_and(is_there));
        if is_idle {
            return Answer::Text(format!("none of the {ran} tasks that ran were from {place}; {text}"));
        }
        if is_reached {
            return Answer::Text(text);
        }
    }
    Answer::Error(format!("stopped after {MOST_STEPS} tasks, none of them from {place}"))
}

fn why(prompt: &mut Loop, _: &str) -> Answer {
    match &*prompt.watcher.last() {
        Some(ran) => Answer::Text(format!("last: {}\nwhy: {}", ran.what, ran.why)),
        None => Answer::Text("no task has run".to_owned()),
    }
}

fn duration(argument: &str) -> Result<Duration, String> {
    let number: f64 = argument.parse().map_err(|_| format!("'{argument}' is not a number of milliseconds"))?;
    Duration::try_from_secs_f64(number / 1e3)
        .map_err(|_| format!("'{argument}' is out of range; MS must be at least 0"))
}

fn run_for(prompt: &mut Loop, argument: &str) -> Answer {
    if argument.is_empty() {
        prompt.run_until_idle();
        return Answer::Nothing;
    }
    let ran = duration(argument).map(|duration| prompt.run_for(duration));
    ran.map(|()| Answer::Nothing).into()
}

fn advance(prompt: &mut Loop, argument: &str) -> Answer {
    let duration = match duration(argument) {
        Ok(duration) => duration,
        Err(error) => return Answer::Error(error),
    };
    let Some(time) = &prompt.time else {
        return Answer::Error("cannot advance real time; start the prompt with --virtual-time".to_owned());
    };
    if prompt.paused {
        time.advance(duration);
    } else {
        prompt.run_for(duration);
    }
    Answer::Text(format!("virtual time is now {}", rounded(prompt.now().elapsed())))
}

fn load(prompt: &mut Loop, argument: &str) -> Answer {
    let loaded = prompt.session.load(Path::new(argument));
    loaded.map(|()| Answer::Nothing).map_err(|error| error.to_string()).into()
}

fn save(prompt: &mut Loop, argument: &str) -> Answer {
    let inputs = prompt.session.inputs();
    let mut text = inputs.iter().map(|input| input.trim_end()).collect::<Vec<_>>().join("\n");
    text.push('\n');
    let written = check_output(prompt, Path::new(argument))
        .and_then(|()| whole_file::write(Path::new(argument), &text))
        .map_err(|error| format!("cannot write {argument}: {error}"));
    written
        .map(|()| {
            Answer::Text(format!(
                "saved {} input{} to {argument}",
                inputs.len(),
                if inputs.len() == 1 { "" } else { "s" }
            ))
        })
        .into()
}

/// Checks that a file to write is not one that was loaded, nor that of the trace.
fn check_output(prompt: &Loop, path: &Path) -> std::io::Result<()> {
    let trace = prompt.tracing.path();
    let others = prompt.session.loaded().iter().map(|path| (path, "a file that was loaded"));
    let others = others.chain(trace.iter().map(|path| (path, "the trace")));
    let mut replaced = others.filter(|(other, _)| is_same(path, other));
    replaced.next().map_or(Ok(()), |(_, what)| Err(std::io::Error::other(format!("it is {what}"))))
}

fn clear(prompt: &mut Loop, _: &str) -> Answer {
    if prompt.session.output.is_colored() {
        prompt.session.output.out("\u{1b}[2J\u{1b}[H");
    }
    Answer::Nothing
}

fn help(_: &mut Loop, _: &str) -> Answer {
    let usage = |(name, takes, what, _): &Command| match format!("{name} {takes}") {
        usage if usage.len() > USAGE_WIDTH => format!("{usage}\n{:USAGE_WIDTH$} {what}", ""),
        usage => format!("{usage:USAGE_WIDTH$} {what}"),
    };
    let lines = COMMANDS.iter().map(usage);
    Answer::Text(lines.collect::<Vec<_>>().join("\n"))
}

#[cfg(test)]
mod tests {
    use super::is_command;

    #[test]
    fn numbers_are_not_commands() {
        assert!(is_command(".tasks") && is_command("  .nonsense 1"));
        assert!(!is_command(".5 + 1") && !is_command("x.y") && !is_command("...a"));
    }
}

//! `posttask run --compare`: runs a program as several hosts, and explains why their outputs differ.

use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use posttask::Error;
use posttask::event_loop::{Outcome, Quirks, Timestamp};
use posttask::html::ConsoleOutput;
use posttask::internal::runtime::LARGE_STACK;
use posttask::profiles::Profile;
use posttask_front_end::{FrontEnd, FrontEndError};
use posttask_reports::PrintedLines;
use posttask_reports::comparison::{Comparison, Difference, Group};

use crate::arguments::{Host, Run};
use crate::dom;
use crate::exit_status::ExitStatus;
use crate::new_runtime::new_runtime;
use crate::panics::or_exit;
use crate::program::{Program, front_end};
use crate::terminal::{print, say};
use crate::testing::reporters::visible;

/// The virtual time after which a run is stopped, if no timeout is given.
const DEFAULT_TIMEOUT: Duration = Duration::from_mins(1);

/// The program to compare.
struct Compared<'a> {
    front_end: Arc<FrontEnd>,
    text: String,
    name: &'a Path,
    arguments: &'a [String],
    timeout: Duration,
    seed: u64,
    options: &'a Run,
}

impl Compared<'_> {
    /// Runs the program with these quirks, and returns its output.
    fn run(&self, quirks: Quirks) -> Result<Vec<String>, Error> {
        let lines = Rc::new(PrintedLines::new(|uncaught| visible(&uncaught.to_string()).into_owned()));
        let builder = new_runtime(&self.front_end).virtual_time().seed(self.seed);
        let builder = builder.console(Rc::clone(&lines) as _).error_sink(Rc::clone(&lines) as _);
        let Run { surroundings, input, sources, .. } = self.options;
        let builder = surroundings.configure(input.configure(builder), true, Some(self.seed));
        let mut runtime = builder.quirks(quirks).build()?;
        runtime.set_arguments(self.arguments)?;
        input.start(&mut runtime)?;
        let document = surroundings.document(sources.node);
        let parsed = dom::program(document.as_ref(), &self.front_end, &self.text, self.name, &mut runtime);
        runtime.start_program(parsed);
        if runtime.run_until(Timestamp::since_origin(self.timeout)) == Outcome::TimedOut {
            lines.out("(stopped after the timeout)");
        }
        drop(runtime);
        Ok(lines.take())
    }
}

/// Runs the program as each of the hosts. Fails if the outputs differ.
pub(crate) fn compare(options: &Run) -> ExitStatus {
    if let Err(message) = options.surroundings.network.check(true, "run the program without --compare") {
        say(format_args!("{message}"));
        return ExitStatus::Usage;
    }
    let result = thread::scope(|scope| {
        let compared =
            thread::Builder::new().stack_size(LARGE_STACK).spawn_scoped(scope, || or_exit(|| compare_here(options)));
        // If the thread panicked, the scope propagates the panic.
        compared.map_err(Error::Thread)?.join().unwrap_or(Ok(ExitStatus::Panicked))
    });
    result.unwrap_or_else(|error| {
        say(format_args!("{error}"));
        ExitStatus::Usage
    })
}

fn compare_here(options: &Run) -> Result<ExitStatus, FrontEndError> {
    let (program, arguments) = match &options.eval {
        Some(text) => (Program::Eval(text), options.operands.as_slice()),
        None => Program::of_operands(&options.operands),
    };
    let compared_program = Compared {
        front_end: front_end(&options.sources)?,
        text: program.read(options.sources.max_source())?,
        name: program.name(),
        arguments,
        timeout: options.timeout.unwrap_or(DEFAULT_TIMEOUT),
        seed: options.seed.unwrap_or_default(),
        options,
    };
    let quirks = |profile: Profile| Host { profile: Some(profile), ..options.host.clone() }.quirks();
    let compared = Comparison::new(&options.compare, quirks, |quirks| compared_program.run(quirks))?;
    for Group { profiles, lines } in &compared.groups {
        let names: Vec<&str> = profiles.iter().map(|profile| profile.name()).collect();
        print(format_args!("{}:", names.join(", ")));
        for line in lines {
            print(format_args!("  {line}"));
        }
    }
    for Difference { one, other, sentence, reason } in &compared.differences {
        print(format_args!("\n{sentence}"));
        print(format_args!("This order depends on the host, {}", reason.intro()));
        for quirk in reason.quirks() {
            let host = if quirks(*one).has(*quirk) { one } else { other };
            print(format_args!("  {quirk} ({host}): {}", quirk.summary()));
        }
    }
    Ok(if compared.differences.is_empty() { ExitStatus::Success } else { ExitStatus::Different })
}

//! Failures of which there are few among very many orders. Explorations with the default options must find them, each
//! with five seeds.
//!
//! `cargo test --test needles` looks for those that take few seconds. With `POSTTASK_NEEDLES=all`, it looks for all of
//! them, and with `-- --nocapture`, it prints how many runs that takes.

#![expect(clippy::print_stdout, reason = "the number of runs, for those who ask for it")]

use std::env;
use std::path::Path;

use posttask::exploration::{Explorer, Outcome};
use posttask::{Error, Runtime, SourceKind};

/// A program that fails in few of its orders.
#[derive(Clone, Copy, Debug)]
enum Needle {
    /// An answer comes after all of this number of others.
    Late(usize),
    /// The last of this number of answers comes first.
    Early(usize),
    /// The last answer comes before the first one. There are this many between them.
    FarPair(usize),
    /// Answers come in the reverse order.
    Reverse(usize),
    /// A chain of answers is at one step while another one is at another step.
    TwoSteps { chains: usize, steps: usize },
    /// Three chains are at one step each.
    ThreeSteps { chains: usize, steps: usize },
}

const SEEDS: u64 = 5;

const ANSWER: &str = "
    function answer() {
        return new Promise(resolve => {
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = () => { port1.close(); resolve(); };
            port2.postMessage(null);
        });
    }
    async function chain(name) {
        for (let step = 0; step < STEPS; step++) {
            await answer();
            at[name] = step;
            check();
        }
    }
    const at = [];
    function fail() { throw new Error('found'); }
";

impl Needle {
    /// All needles.
    fn all() -> Vec<Self> {
        let counts = [10, 20, 30, 45, 60, 80, 100, 120];
        let mut all: Vec<Self> = counts.iter().flat_map(|&count| [Self::Late(count), Self::Early(count)]).collect();
        all.extend([10, 30, 60, 90, 120].map(Self::FarPair));
        all.extend([4, 6, 10, 30, 60, 120].map(Self::Reverse));
        let two = [(2, 8), (4, 6), (6, 8), (8, 8), (10, 10), (6, 12), (12, 5)];
        all.extend(two.map(|(chains, steps)| Self::TwoSteps { chains, steps }));
        let three = [(3, 6), (4, 6), (5, 8), (6, 8), (8, 6), (3, 12)];
        all.extend(three.map(|(chains, steps)| Self::ThreeSteps { chains, steps }));
        all
    }

    /// Whether it takes few seconds to find.
    fn is_quick(self) -> bool {
        match self {
            Self::Late(count) | Self::Early(count) | Self::FarPair(count) | Self::Reverse(count) => count <= 30,
            Self::TwoSteps { chains, steps } => chains * steps <= 64,
            Self::ThreeSteps { chains, steps } => chains * steps <= 24,
        }
    }

    /// With how many of the seeds it must be found.
    fn seeds(self) -> usize {
        match self {
            // About one in a thousand orders fails.
            Self::ThreeSteps { chains: 6, steps: 8 } | Self::ThreeSteps { chains: 3, steps: 12 } => 4,
            _ => 5,
        }
    }

    fn source(self) -> String {
        let steps = match self {
            Self::TwoSteps { steps, .. } | Self::ThreeSteps { steps, .. } => steps,
            _ => 0,
        };
        let mut text = ANSWER.replace("STEPS", &steps.to_string());
        let body = match self {
            Self::Late(count) => format!(
                "let others = 0;
                 answer().then(() => {{ if (others === {count}) fail(); }});
                 for (let i = 0; i < {count}; i++) answer().then(() => {{ others++; }});"
            ),
            Self::Early(count) => format!(
                "let others = 0;
                 for (let i = 1; i < {count}; i++) answer().then(() => {{ others++; }});
                 answer().then(() => {{ if (others === 0) fail(); }});"
            ),
            Self::FarPair(count) => format!(
                "let isFirst = true;
                 answer().then(() => {{ isFirst = false; }});
                 for (let i = 0; i < {count}; i++) answer();
                 answer().then(() => {{ if (isFirst) fail(); }});"
            ),
            Self::Reverse(count) => format!(
                "let next = {count}, isReverse = true;
                 for (let i = 1; i <= {count}; i++) {{
                     answer().then(() => {{ isReverse &&= i === next--; if (isReverse && next === 0) fail(); }});
                 }}"
            ),
            Self::TwoSteps { chains, steps } => {
                let (one, other) = (steps / 2, steps / 4);
                format!(
                    "function check() {{ if (at[1] === {one} && at[0] === {other}) fail(); }}
                     for (let name = 0; name < {chains}; name++) chain(name);"
                )
            }
            Self::ThreeSteps { chains, steps } => {
                let [one, two, three] = [steps - 2, steps / 2, 1];
                format!(
                    "function check() {{ if (at[0] === {three} && at[1] === {one} && at[2] === {two}) fail(); }}
                     for (let name = 0; name < {chains}; name++) chain(name);"
                )
            }
        };
        text += &body;
        text
    }

    /// The number of runs until it is found; `None` if it is not.
    fn runs(self, seed: u64) -> Result<Option<u64>, Error> {
        let source = self.source();
        let start =
            |runtime: &mut Runtime| Ok(runtime.start_source(source.as_str(), Path::new("app.js"), SourceKind::Script));
        let is_found = |outcome: &Outcome| outcome.errors.iter().any(|error| error.message == "Error: found");
        let report = Explorer::new(start).seed(seed).until(is_found).shrinks(false).explore()?;
        assert!(!report.outcomes.iter().any(|found| found.is_default && found.is_failure), "{self:?}");
        Ok(report.outcomes.iter().any(|found| is_found(&found.outcome)).then_some(report.runs))
    }
}

#[test]
fn needles_are_found() {
    let all = env::var("POSTTASK_NEEDLES").is_ok_and(|which| which == "all");
    let mut missed = Vec::new();
    for needle in Needle::all().into_iter().filter(|needle| all || needle.is_quick()) {
        let name = format!("{needle:?}");
        let runs: Vec<Option<u64>> = (0..SEEDS).map(|seed| needle.runs(seed).unwrap()).collect();
        let shown: Vec<String> = runs.iter().map(|runs| runs.map_or("-".to_owned(), |runs| runs.to_string())).collect();
        println!("{name}: {}", shown.join(" "));
        if runs.iter().flatten().count() < needle.seeds() {
            missed.push(name);
        }
    }
    assert!(missed.is_empty(), "not found: {missed:?}");
}

//! Explorations of random tests find the same failures whether orders of independent work are left out or not.
//!
//! `POSTTASK_PROGRAMS` is the number of files, and `POSTTASK_FIRST` the seed of the first one.

use std::fmt::Write;
use std::path::Path;
use std::{env, fs};

use fastrand::Rng;
use libtest_mimic::Failed;
use serde_json::Value;

use super::{Check, posttask};

pub(super) const CHECKS: [(&str, Check); 1] =
    [("orders of tests that are left out have no other failures", no_failure_is_left_out)];

/// The number of tests of a file. Each fails if what has happened at the end has one of as many remainders.
const CLASSES: usize = 6;

/// The most orders of a test that are run. If there are more, the test is not compared.
const MOST_ORDERS: &str = "400";

const PRELUDE: &str = "
import test, { afterEach } from 'node:test';
import assert, { equal } from 'node:assert/strict';
const io = value => new Promise(resolve => {
  const channel = new MessageChannel();
  channel.port1.onmessage = () => { channel.port1.close(); resolve(value); };
  channel.port2.postMessage(0);
});
const state = { text: '', count: 0, last: '', seen: '' }, list = [];
const remainder = text => {
  let hash = 7;
  for (const it of text) hash = (hash * 31 + it.codePointAt(0)) % 1009;
  return hash % CLASSES;
};
";

/// A statement of a piece of work.
fn statement(random: &mut Rng, label: char) -> String {
    match random.usize(..13) {
        0 | 1 => format!("state.text += '{label}';"),
        2 => "state.count++;".to_owned(),
        3 => format!("list.push('{label}');"),
        4 => format!("state.last = '{label}';"),
        5 => format!("if (state.count > 0) state.seen = '{label}';"),
        6 => "assert.ok(list.length < 2);".to_owned(),
        7 => "equal(state.seen, '');".to_owned(),
        8 => "t.diagnostic(state.text);".to_owned(),
        9 => format!("t.after(() => assert.notEqual(state.last, '{label}'));"),
        10 => format!("const own = {{ own{label}: 0 }}; own.own{label}++;"),
        11 => "console.log(state.count);".to_owned(),
        _ => "let mine = 0; for (let i = 0; i < 3; i++) mine += i;".to_owned(),
    }
}

/// A piece of work, as an expression whose value is a promise.
fn work(random: &mut Rng, label: char) -> String {
    let body = format!("{} {}", statement(random, label), statement(random, label));
    match random.usize(..7) {
        0 | 1 => format!("io(0).then(() => {{ {body} }})"),
        2 => format!("scheduler.postTask(() => {{ {body} }})"),
        3 => format!("new Promise(resolve => setTimeout(() => {{ resolve(); {body} }}))"),
        4 => format!("(async () => {{ await io(0); {body} await io(1); {} }})()", statement(random, label)),
        5 => format!("t.explore.arrives(0).then(() => {{ {body} }})"),
        _ => format!("scheduler.postTask(() => io(0)).then(() => {{ {body} }})"),
    }
}

/// A test file.
fn file(seed: u64) -> String {
    let mut random = Rng::with_seed(seed);
    let mut text = PRELUDE.replace("CLASSES", &CLASSES.to_string());
    if random.bool() {
        text += "afterEach(() => { if (state.text === 'ab') throw new Error('ab'); });\n";
    }
    text += "async function steps(t) {\n  const waits = [];\n";
    for label in ['a', 'b', 'c'] {
        let work = work(&mut random, label);
        let is_awaited = random.u8(..5) > 0;
        let _ = if is_awaited { writeln!(text, "  waits.push({work});") } else { writeln!(text, "  {work};") };
    }
    text += match random.usize(..5) {
        0 | 1 => "  await Promise.all(waits);\n",
        2 | 3 => "  for (const it of waits) await it;\n",
        _ => "  await Promise.race(waits);\n",
    };
    text += "  return [state.text, state.count, list.join(''), state.last, state.seen].join();\n}\n";
    let leftovers = if random.bool() { "error" } else { "ignore" };
    for class in 0..CLASSES {
        let _ = writeln!(
            text,
            "test('never {class}', {{ leftovers: '{leftovers}', explore: {{ strategy: 'exhaustive' }} }}, async t => {{
  assert.notEqual(remainder(await steps(t)), {class});
}});"
        );
    }
    text
}

/// The explorations of the tests of a file.
fn explorations(folder: &Path, reduce: &str) -> Result<Vec<Value>, Failed> {
    let options = ["--explore", MOST_ORDERS, "--reduce", reduce, "--reporter", "json", "a.test.mjs"];
    let output = posttask(folder, &options).output()?;
    let report: Value = serde_json::from_slice(&output.stdout)?;
    let tests = report["files"][0]["tests"].as_array().cloned().unwrap_or_default();
    Ok(tests.into_iter().map(|mut test| test["exploration"].take()).collect())
}

#[expect(clippy::print_stdout, reason = "how many were compared is only of interest to who asks for more")]
fn no_failure_is_left_out(folder: &Path) -> Result<(), Failed> {
    let number = |name, default| env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default);
    let (first, count) = (number("POSTTASK_FIRST", 0_u64), number("POSTTASK_PROGRAMS", 3));
    let (mut compared, mut all_runs, mut runs) = (0, 0, 0);
    for seed in first..first + count {
        let text = file(seed);
        fs::write(folder.join("a.test.mjs"), &text)?;
        for (class, (all, reduced)) in
            explorations(folder, "never")?.iter().zip(&explorations(folder, "always")?).enumerate()
        {
            if all["all_orders"] != true || reduced["all_orders"] != true {
                continue;
            }
            let fails = |exploration: &Value| exploration["failed_runs"] != 0;
            if fails(all) != fails(reduced) {
                return Err(format!("seed {seed}, test {class}: {reduced}\ninstead of\n{all}\n{text}").into());
            }
            compared += 1;
            all_runs += all["runs"].as_u64().unwrap_or_default();
            runs += reduced["runs"].as_u64().unwrap_or_default();
        }
    }
    if env::var_os("POSTTASK_PROGRAMS").is_some() {
        println!("{compared} tests of {count} files were compared: {runs} runs instead of {all_runs}");
    }
    if compared < count || runs >= all_runs {
        return Err(format!("only {compared} tests were compared, with {runs} runs instead of {all_runs}").into());
    }
    Ok(())
}

//! Runs each of the project's own web-platform-tests with the real command, and tests the rules of the runner on small
//! temporary roots.

#[path = "../js-tests/command.rs"]
mod command;
#[path = "../js-tests/workspace.rs"]
mod workspace;

use std::path::PathBuf;
use std::process::{Command, Output};
use std::{env, fs, io};

use libtest_mimic::{Arguments, Failed, Trial};
use workspace::workspace;

fn main() {
    let arguments = Arguments::from_args();
    let tests = list();
    assert!(!tests.is_empty(), "no tests in {}", subset().display());
    let trials = tests.into_iter().map(|test| Trial::test(test.clone(), move || passes(&test)));
    let rules: [(&str, Rule); 10] = [
        ("an unexpected pass fails the run", unexpected_pass),
        ("zero subtests are an error", zero_subtests),
        ("a stale entry fails the run", stale_entry),
        ("a crash is a result, and the run continues", crash),
        ("a script that never returns is a timeout, and the run continues", endless_loop),
        ("the run after --update passes", update),
        ("shards run every test once, and their reports can be merged", shards),
        ("tests that cannot run are listed with a reason", omitted),
        ("files are served with rewrites, templates, headers and pipes", served),
        ("wrong usage exits with 2", usage),
    ];
    let rules = rules.map(|(name, rule)| Trial::test(format!("rule: {name}"), move || rule(&Root::new(name)?)));
    let documented = Trial::test("the documented totals", documented_totals);
    libtest_mimic::run(&arguments, trials.chain(rules).chain([documented]).collect()).exit();
}

fn subset() -> PathBuf {
    workspace().join("wpt-subset")
}

fn wpt(arguments: &[&str]) -> io::Result<Output> {
    Command::new(command::path()).args(["wpt", "--root"]).arg(subset()).args(arguments).output()
}

/// The tests of the subset, as the command lists them.
fn list() -> Vec<String> {
    let listed = wpt(&["--list"]).map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
    let listed = listed.unwrap_or_default();
    listed.lines().filter(|line| !line.contains('#')).map(str::to_owned).collect()
}

fn passes(test: &str) -> Result<(), Failed> {
    let output = wpt(&["--jobs", "1", "--timeout-multiplier", "3", test])?;
    expect(&output, 0, &["OK       "])
}

/// The table in `docs/conformance.md` has the totals that the command prints.
fn documented_totals() -> Result<(), Failed> {
    let output = wpt(&["--timeout-multiplier", "3"])?;
    let printed = String::from_utf8_lossy(&output.stdout);
    let rows = printed.lines().skip_while(|line| !line.contains("files OK")).skip(1);
    let cells = rows.map(|row| row.split_whitespace().collect::<Vec<_>>()).filter(|cells| !cells.is_empty());
    let expected: Vec<_> = cells.map(|cells| format!("| {} |", cells.join(" | "))).collect();
    let documentation = fs::read_to_string(workspace().join("docs/conformance.md"))?;
    let table = documentation.lines().skip_while(|line| !line.starts_with("| folder | files OK |")).skip(2);
    let documented: Vec<_> = table.take_while(|line| line.starts_with('|')).map(|row| row.replace("**", "")).collect();
    if documented == expected {
        Ok(())
    } else {
        Err(format!("docs/conformance.md must have these rows:\n{}", expected.join("\n")).into())
    }
}

type Rule = fn(&Root) -> Result<(), Failed>;

/// A temporary root that contains only the harness. It is deleted on drop.
struct Root(PathBuf);

impl Drop for Root {
    fn drop(&mut self) {
        // A leftover in the temporary folder does no harm.
        let _ = fs::remove_dir_all(&self.0);
    }
}

impl Root {
    fn new(name: &str) -> Result<Self, Failed> {
        let name = name.replace(|character: char| !character.is_alphanumeric(), "-");
        let root = Self(env::temp_dir().join(format!("posttask-wpt-{}-{name}", std::process::id())));
        let harness = workspace().join("wpt-subset/resources/testharness.js");
        root.write("resources/testharness.js", &fs::read_to_string(harness)?)?;
        Ok(root)
    }

    fn write(&self, file: &str, text: &str) -> Result<(), Failed> {
        let path = self.0.join(file);
        fs::create_dir_all(path.parent().unwrap_or(&self.0))?;
        Ok(fs::write(path, text)?)
    }

    fn path(&self, file: &str) -> String {
        self.0.join(file).to_string_lossy().into_owned()
    }

    /// Runs `posttask wpt` on this root, with window globals only.
    fn run(&self, arguments: &[&str]) -> Result<Output, Failed> {
        let mut command = Command::new(command::path());
        command.args(["wpt", "--globals", "window", "--root"]).arg(&self.0).args(arguments);
        Ok(command.output()?)
    }
}

/// Checks the exit code of a run, and that its output contains each of the texts.
fn expect(output: &Output, code: i32, texts: &[&str]) -> Result<(), Failed> {
    let printed = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    if output.status.code() != Some(code) {
        return Err(format!("{} instead of {code}:\n{printed}", output.status).into());
    }
    match texts.iter().find(|text| !printed.contains(**text)) {
        Some(text) => Err(format!("'{text}' is not in:\n{printed}").into()),
        None => Ok(()),
    }
}

const PASSES: &str = "test(() => {}, 'passes');";
const FAILS: &str = "test(() => assert_true(false), 'fails');";

fn unexpected_pass(root: &Root) -> Result<(), Failed> {
    root.write("a.any.js", PASSES)?;
    root.write("e.json", r#"{ "a.any.html": { "subtests": { "passes": "FAIL" } } }"#)?;
    expect(&root.run(&["--expectations", &root.path("e.json")])?, 1, &["PASS instead of FAIL: /a.any.html  passes"])?;
    expect(&root.run(&[])?, 0, &["1/1"])
}

fn zero_subtests(root: &Root) -> Result<(), Failed> {
    root.write("a.any.js", "1;")?;
    expect(&root.run(&[])?, 1, &["ERROR instead of OK: /a.any.html", "the test has no subtests"])
}

fn stale_entry(root: &Root) -> Result<(), Failed> {
    root.write("a.any.js", PASSES)?;
    root.write(
        "e.json",
        r#"{ "gone.any.html": { "harness": "ERROR" }, "a.any.html": { "subtests": { "gone": "FAIL" } } }"#,
    )?;
    let texts = ["missing instead of present: /gone.any.html", "missing instead of present: /a.any.html  gone"];
    expect(&root.run(&["--expectations", &root.path("e.json")])?, 1, &texts)
}

fn crash(root: &Root) -> Result<(), Failed> {
    // A chain of operators that overflows the parser's stack: see docs/boa-gaps.md.
    root.write("a.any.js", &format!("x = {}1", "!".repeat(2_000_000)))?;
    root.write("b.any.js", PASSES)?;
    expect(&root.run(&[])?, 1, &["CRASH instead of OK: /a.any.html", "OK       /b.any.html"])
}

fn endless_loop(root: &Root) -> Result<(), Failed> {
    root.write("a.any.js", "for (;;);")?;
    root.write("b.any.js", PASSES)?;
    let output = root.run(&["--timeout-multiplier", "0.01", "-j", "1"])?;
    expect(&output, 1, &["TIMEOUT instead of OK: /a.any.html", "/b.any.html"])
}

fn update(root: &Root) -> Result<(), Failed> {
    root.write("a.any.js", FAILS)?;
    root.write("b.any.js", "throw new Error('at load');")?;
    let file = root.path("e.json");
    expect(&root.run(&["--expectations", &file, "--update"])?, 0, &["updated"])?;
    expect(&root.run(&["--expectations", &file])?, 0, &[])?;
    root.write("a.any.js", PASSES)?;
    expect(&root.run(&["--expectations", &file])?, 1, &["missing instead of present"])
}

fn shards(root: &Root) -> Result<(), Failed> {
    for name in ["a", "b", "c", "d", "e"] {
        root.write(&format!("{name}.any.js"), PASSES)?;
    }
    let (first, second, merged) = (root.path("1.json"), root.path("2.json"), root.path("merged.json"));
    expect(&root.run(&["--shard", "1/2", "--report", &first, "--seed", "7"])?, 0, &["3/3"])?;
    expect(&root.run(&["--shard", "2/2", "--report", &second, "--repeat", "2"])?, 0, &["2/2"])?;
    expect(&root.run(&["--merge", &first, &second, "--report", &merged])?, 0, &["5/5"])?;
    expect(&root.run(&["--merge", &first, &first, "--report", &merged])?, 2, &["more than one report"])?;
    let report: serde_json::Value = serde_json::from_str(&fs::read_to_string(merged)?)?;
    let results = report["results"].as_array().map_or(0, Vec::len);
    let starts_before_end = report["time_start"].as_u64() <= report["time_end"].as_u64();
    if results == 5 && starts_before_end && report["run_info"]["product"] == "posttask" {
        return Ok(());
    }
    Err(report.to_string().into())
}

fn omitted(root: &Root) -> Result<(), Failed> {
    root.write("a.any.js", PASSES)?;
    root.write("page.html", "<!doctype html>")?;
    root.write("frames.window.js", "document.createElement('iframe')")?;
    root.write("service.any.js", "// META: global=serviceworker")?;
    root.write("later.any.js", PASSES)?;
    root.write("e.json", r#"{ "later.any.html": { "disabled": "it waits for something" } }"#)?;
    let texts = [
        "/page.html  # omitted: needs a document",
        "/frames.window.html  # omitted: needs frames",
        "/service.any.html  # omitted: runs only on other globals: serviceworker",
        "/later.any.html  # disabled: it waits for something",
    ];
    let file = root.path("e.json");
    expect(&root.run(&["--list", "--expectations", &file])?, 0, &texts)?;
    expect(&root.run(&["--expectations", &file])?, 0, &["1 omitted: needs a document", "1 disabled"])
}

fn served(root: &Root) -> Result<(), Failed> {
    root.write("resources/webidl2/lib/webidl2.js", "globalThis.WebIDL2 = 'parser';")?;
    root.write("a/host.sub.js", "globalThis.host = '{{location[host]}} {{GET[x]}}';")?;
    root.write("a/module.mjs", "export { value as default } from '/b/value.mjs';")?;
    root.write("b/value.mjs", "export const value = import.meta.url ?? 'value';")?;
    root.write("a/data.txt", "0123456789")?;
    root.write(
        "a/test.https.any.js",
        "// META: script=/resources/WebIDLParser.js
// META: script=host.sub.js?x=1
test(() => assert_equals(WebIDL2, 'parser'), 'a rewrite');
test(() => assert_equals(host, 'web-platform.test:8443 1'), 'a template');
test(() => assert_equals(location.href, 'https://web-platform.test:8443/a/test.https.any.html'), 'location');
test(() => assert_equals(origin, location.origin), 'origin');
promise_test(async () => assert_true('default' in await import('./module.mjs')), 'modules');
promise_test(async () => {
  assert_equals(await (await fetch('data.txt?pipe=slice(2,5)')).text(), '234');
}, 'a pipe');",
    )?;
    expect(&root.run(&[])?, 0, &["1/1", "6/6"])
}

fn usage(root: &Root) -> Result<(), Failed> {
    root.write("a.any.js", PASSES)?;
    for wrong in [
        &["--shard", "3/2"][..],
        &["nowhere"],
        &["--update"],
        &["--expectations", "/nowhere.json"],
        &["--timeout-multiplier", "0"],
        &["--globals", "moon"],
        &["--merge", "/nowhere.json", "--report", "x"],
    ] {
        expect(&root.run(wrong)?, 2, &[]).map_err(|error| format!("{wrong:?}: {error:?}"))?;
    }
    let no_root = Command::new(command::path()).args(["wpt", "--root", "/nowhere"]).output()?;
    expect(&no_root, 2, &["testharness.js"])
}

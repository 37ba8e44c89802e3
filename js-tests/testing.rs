//! Runs `posttask test` in folders of their own: what needs several runs, files that are written, or a live folder.

mod command;
#[cfg(target_os = "linux")]
#[path = "testing/loading_once.rs"]
mod loading_once;
#[path = "testing/reduced.rs"]
mod reduced;

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::{env, fs};

use libtest_mimic::{Arguments, Failed, Trial};
use serde_json::Value;

/// Checks something in an empty folder.
type Check = fn(&Path) -> Result<(), Failed>;

fn main() {
    let checks: [(&str, Check); 15] = [
        ("--rerun-failures runs what failed, until it passes", rerun),
        ("--rerun-failures refuses files that it has not written", rerun_of_other_files),
        ("--rerun-failures says that its tests no longer exist", rerun_of_nothing),
        ("--corpus keeps failing orders, which follow their code", corpus),
        ("--from-junit looks for failures that another runner has reported", from_junit),
        ("several reporters write to several files", reporters),
        ("reports of hostile names are valid", reports_of_hostile_names),
        ("--wall-timeout ends what never lets time pass", wall_timeout),
        ("a callback that never returns fails its test, and the other files run", endless_callback),
        ("--watch runs the tests again that import a file that has changed", watch),
        ("--changed runs the tests that import what differs from a commit", changed),
        ("what is not a regular file is not searched for tests", special_files),
        ("equal seeds give equal results", seeds),
        ("--coverage counts what Istanbul counts", coverage_as_istanbul),
        ("--coverage-include covers what no test loads", coverage_of_unloaded_files),
    ];
    let checks = checks.into_iter().chain(reduced::CHECKS);
    #[cfg(target_os = "linux")]
    let checks = checks.chain(loading_once::CHECKS);
    let trials = checks.map(|(name, check)| Trial::test(name, move || in_folder(name, check)));
    libtest_mimic::run(&Arguments::from_args(), trials.collect()).exit();
}

/// Runs a check in a new folder, which is removed.
fn in_folder(name: &str, check: Check) -> Result<(), Failed> {
    let name: String = name.chars().filter(char::is_ascii_alphabetic).collect();
    let folder = env::temp_dir().join(format!("posttask-testing-{}-{name}", std::process::id()));
    fs::create_dir_all(&folder)?;
    let result = check(&folder);
    fs::remove_dir_all(&folder)?;
    result
}

fn posttask(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(command::path());
    command.arg("test").args(arguments).current_dir(folder).env("NO_COLOR", "1");
    command
}

/// Runs the command, which must end with this status, and returns what it printed.
fn run(folder: &Path, arguments: &[&str], status: i32) -> Result<String, Failed> {
    let Output { status: ended, stdout, stderr } = posttask(folder, arguments).output()?;
    let printed = String::from_utf8_lossy(&stdout).into_owned() + &String::from_utf8_lossy(&stderr);
    if ended.code() != Some(status) {
        return Err(format!("{arguments:?}: {ended}\n{printed}").into());
    }
    Ok(printed)
}

/// Fails if a text does not contain all of these.
fn contains(text: &str, parts: &[&str]) -> Result<(), Failed> {
    match parts.iter().find(|part| !text.contains(*part)) {
        Some(part) => Err(format!("no '{part}' in:\n{text}").into()),
        None => Ok(()),
    }
}

/// A file with a test that passes, and one that fails until a file is created.
const FAILS_AT_FIRST: &str = "
    import { test, suite } from 'node:test';
    import { value } from './value.mjs';
    suite('s', () => {
        test('passes', () => {});
        test('depends', () => { if (value !== 2) throw new Error('not yet'); });
    });
";

fn write_fails_at_first(folder: &Path) -> Result<(), Failed> {
    fs::write(folder.join("a.test.mjs"), FAILS_AT_FIRST)?;
    fs::write(folder.join("b.test.mjs"), "import test from 'node:test'; test('other', () => {});")?;
    Ok(fs::write(folder.join("value.mjs"), "export const value = 1;")?)
}

fn rerun(folder: &Path) -> Result<(), Failed> {
    write_fails_at_first(folder)?;
    let arguments = ["--rerun-failures", "failed.json"];
    contains(&run(folder, &arguments, 1)?, &["3 tests in 1 suite and 2 files: 2 passed, 1 failed"])?;
    let written = fs::read_to_string(folder.join("failed.json"))?;
    let written: Value = serde_json::from_str(&written)?;
    assert_eq!(written["failed"], serde_json::json!({ "a.test.mjs": [["s", "depends"]] }));
    // A file that cannot match, given in another form, does not remove the entry.
    contains(&run(folder, &["--rerun-failures", "failed.json", "./a.test.mjs"], 1)?, &["1 test in", "1 failed"])?;
    fs::write(folder.join("value.mjs"), "export const value = 2;")?;
    contains(&run(folder, &arguments, 0)?, &["1 test in", "1 passed"])?;
    contains(&run(folder, &arguments, 0)?, &["3 tests in", "3 passed"])
}

fn rerun_of_other_files(folder: &Path) -> Result<(), Failed> {
    write_fails_at_first(folder)?;
    for (text, error) in
        [("{\"version\": 9, \"failed\": {}}", "version 9"), ("[1, 2", "was not written by --rerun-failures")]
    {
        fs::write(folder.join("other.json"), text)?;
        contains(&run(folder, &["--rerun-failures", "other.json"], 2)?, &[error])?;
        assert_eq!(fs::read_to_string(folder.join("other.json"))?, text, "the file is not changed");
    }
    Ok(())
}

/// Names and messages with control characters, quotes and what the formats give a meaning.
fn reports_of_hostile_names(folder: &Path) -> Result<(), Failed> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../js-tests/testing/reporter_escapes.test.mjs");
    fs::copy(file, folder.join("a.test.mjs"))?;
    let reporters = ["a.test.mjs", "--reporter", "tap:a.tap", "--reporter", "junit:a.xml", "--reporter", "json:a.json"];
    run(folder, &reporters, 1)?;
    let json: Value = serde_json::from_str(&fs::read_to_string(folder.join("a.json"))?)?;
    assert_eq!(json["counts"]["failed"], 1, "{}", json["counts"]);
    let tap = fs::read_to_string(folder.join("a.tap"))?;
    let is_result = |line: &&str| line.starts_with("ok ") || line.starts_with("not ok ");
    let results: Vec<_> = tap.lines().filter(is_result).collect();
    contains(&tap, &[&format!("\n1..{}\n", results.len())])?;
    assert_eq!(results.len(), 7, "{results:?}");
    // What looks for the failures of a report reads it.
    contains(&run(folder, &["a.test.mjs", "--from-junit", "a.xml"], 1)?, &["Error in XML"])
}

fn rerun_of_nothing(folder: &Path) -> Result<(), Failed> {
    write_fails_at_first(folder)?;
    run(folder, &["--rerun-failures", "failed.json"], 1)?;
    fs::write(folder.join("a.test.mjs"), "import test from 'node:test'; test('renamed', () => {});")?;
    contains(&run(folder, &["--rerun-failures", "failed.json"], 2)?, &["no longer exist"])
}

/// A test that fails if the task runs before the timer.
const FAILS_IN_AN_ORDER: &str = "
    import test from 'node:test';
    test('saves', async () => {
        let draft;
        setTimeout(() => { draft = 'text' });
        await scheduler.postTask(() => { if (!draft) throw new Error('nothing to save') }, { delay: 1 });
    });
    test('other', () => {});
";

fn corpus(folder: &Path) -> Result<(), Failed> {
    let kept = || -> Result<Value, Failed> {
        Ok(serde_json::from_str(&fs::read_to_string(folder.join(".posttask/orders.json"))?)?)
    };
    fs::create_dir(folder.join("tests"))?;
    let file = folder.join("tests/a.test.mjs");
    fs::write(&file, FAILS_IN_AN_ORDER)?;
    contains(&run(folder, &["--only-corpus"], 0)?, &["2 passed"])?;
    contains(&run(folder, &["--corpus", "--explore", "20"], 1)?, &["nothing to save", "1 failed"])?;
    let found = kept()?;
    assert_eq!(found["failing"][0]["file"], "tests/a.test.mjs");
    assert_eq!(found["failing"][0]["test"], "saves");
    assert_eq!(found["failing"][0]["orders"].as_array().map(Vec::len), Some(1));
    // The code moves, and the folder is another one.
    fs::write(&file, FAILS_IN_AN_ORDER.replace("let draft;", "let draft;\n\n  "))?;
    contains(&run(&folder.join("tests"), &["--corpus=../.posttask", "--only-corpus"], 1)?, &["nothing to save"])?;
    let moved = kept()?;
    assert_ne!(moved["failing"][0]["orders"], found["failing"][0]["orders"]);
    assert_eq!(moved["failing"][0]["orders"].as_array().map(Vec::len), Some(1));
    // The error is repaired: the order passes, and is kept.
    fs::write(&file, FAILS_IN_AN_ORDER.replace("let draft;", "let draft = 'empty';"))?;
    contains(&run(folder, &["--only-corpus", "--leftovers", "ignore"], 0)?, &["2 passed"])?;
    assert_eq!(kept()?["failing"][0]["orders"].as_array().map(Vec::len), Some(1));
    // The test has another name.
    fs::write(&file, FAILS_IN_AN_ORDER.replace("'saves'", "'stores'"))?;
    contains(&run(folder, &["--only-corpus"], 3)?, &["a test that did not run: tests/a.test.mjs > saves"])?;
    // The timer is gone.
    fs::write(&file, FAILS_IN_AN_ORDER.replace("setTimeout(() => { draft = 'text' })", "draft = 'text'"))?;
    contains(&run(folder, &["--only-corpus"], 3)?, &["1 order in the corpus does not fit the test any more"])?;
    contains(&run(folder, &["--corpus", "--explore", "5"], 0)?, &["--prune-corpus removes it"])?;
    contains(&run(folder, &["--prune-corpus", "--explore", "5"], 0)?, &["removed 1 order from the corpus"])?;
    assert_eq!(kept()?["failing"], serde_json::json!([]));
    fs::write(folder.join(".posttask/orders.json"), "[]")?;
    contains(&run(folder, &["--corpus"], 2)?, &["is not a corpus"])
}

fn from_junit(folder: &Path) -> Result<(), Failed> {
    fs::write(folder.join("a.test.mjs"), FAILS_IN_AN_ORDER)?;
    let report = |message: &str| {
        let failed = format!("<testcase name='saves'><failure message='{message}'>a stack</failure></testcase>");
        let written =
            format!("<testsuites><testsuite name='outer'><testcase name='other'/>{failed}</testsuite></testsuites>");
        fs::write(folder.join("ci.xml"), written)
    };
    report("nothing to save")?;
    contains(&run(folder, &["--from-junit", "ci.xml"], 1)?, &["1 test in", "1 failed", "nothing to save", "--order"])?;
    report("something else")?;
    contains(&run(folder, &["--from-junit", "ci.xml"], 1)?, &["it failed in other ways than before"])?;
    // The error is repaired.
    fs::write(folder.join("a.test.mjs"), FAILS_IN_AN_ORDER.replace("{ delay: 1 }", "{ delay: 1e3 }"))?;
    let passed = run(folder, &["--from-junit", "ci.xml", "--leftovers", "ignore"], 0)?;
    contains(&passed, &["1 passed", "it did not fail in"])?;
    let named = |names: &[&str]| {
        let failed = names.iter().map(|name| format!("<testcase name='{name}'><failure/></testcase>"));
        fs::write(folder.join("ci.xml"), format!("<testsuites>{}</testsuites>", failed.collect::<String>()))
    };
    named(&["gone", "saves", "other > gone"])?;
    let printed = run(folder, &["--from-junit", "ci.xml", "--leftovers", "ignore"], 0)?;
    contains(&printed, &["1 passed", "is named \"gone\"", "is named \"other > gone\""])?;
    assert!(!printed.contains("is named \"saves\""), "{printed}");
    named(&["gone"])?;
    contains(&run(folder, &["--from-junit", "ci.xml"], 3)?, &["is named \"gone\", which failed according to"])?;
    fs::write(folder.join("ci.xml"), "<testsuites><testcase name='saves'/></testsuites>")?;
    contains(&run(folder, &["--from-junit", "ci.xml"], 2)?, &["ci.xml lists no failed test"])
}

fn reporters(folder: &Path) -> Result<(), Failed> {
    write_fails_at_first(folder)?;
    let arguments = ["--reporter", "dot", "--reporter", "json:out.json", "--reporter", "junit:out.xml"];
    contains(&run(folder, &arguments, 1)?, &["not yet"])?;
    let report: Value = serde_json::from_str(&fs::read_to_string(folder.join("out.json"))?)?;
    assert_eq!((report["counts"]["passed"].as_u64(), report["counts"]["failed"].as_u64()), (Some(2), Some(1)));
    contains(&fs::read_to_string(folder.join("out.xml"))?, &["<testsuites", "failures=\"1\"", "not yet"])?;
    contains(&run(folder, &["--reporter", "tap:no/such/folder/out.tap"], 2)?, &["no/such/folder/out.tap"])?;
    contains(&run(folder, &["--reporter", "dot", "--reporter", "spec"], 2)?, &["only one reporter can write"])
}

/// What is counted, as `record_coverage.mjs` names it.
fn points(file: &Value) -> BTreeMap<String, u64> {
    let text = |range: &Value| {
        let [start, end] = ["start", "end"].map(|end| format!("{}:{}", range[end]["line"], range[end]["column"]));
        if range["start"]["line"].is_null() { "nowhere".to_owned() } else { format!("{start}-{end}") }
    };
    let mut points = BTreeMap::new();
    let mut add = |point: String, count: &Value| points.insert(point, count.as_u64().unwrap_or_default());
    for (key, it) in file["statementMap"].as_object().into_iter().flatten() {
        add(format!("statement {}", text(it)), &file["s"][key]);
    }
    for (key, it) in file["fnMap"].as_object().into_iter().flatten() {
        add(format!("function {} {}", text(&it["decl"]), text(&it["loc"])), &file["f"][key]);
    }
    for (key, it) in file["branchMap"].as_object().into_iter().flatten() {
        let kind = it["type"].as_str().unwrap_or_default();
        for (index, arm) in it["locations"].as_array().into_iter().flatten().enumerate() {
            add(format!("{kind} {} {index} {}", text(&it["loc"]), text(arm)), &file["b"][key][index]);
        }
    }
    points
}

fn coverage_as_istanbul(folder: &Path) -> Result<(), Failed> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../js-tests/testing/coverage");
    for name in ["constructs.mjs", "constructs.test.mjs"] {
        fs::copy(source.join(name), folder.join(name))?;
    }
    let forms = ["json", "lcov", "html"].map(|form| format!("--coverage-reporter={form}"));
    let arguments: Vec<&str> = ["--coverage"].into_iter().chain(forms.iter().map(String::as_str)).collect();
    run(folder, &arguments, 0)?;
    let report: Value = serde_json::from_str(&fs::read_to_string(folder.join("coverage/coverage-final.json"))?)?;
    let files: Vec<&Value> = report.as_object().map(|files| files.values().collect()).unwrap_or_default();
    let expected: BTreeMap<String, u64> = serde_json::from_str(&fs::read_to_string(source.join("constructs.json"))?)?;
    let found = files.first().map(|file| points(file)).unwrap_or_default();
    let wrong: BTreeMap<_, _> = found.iter().filter(|(point, count)| expected.get(*point) != Some(count)).collect();
    if files.len() != 1 || !wrong.is_empty() || found.len() != expected.len() {
        return Err(format!("{} files, {} points of {}: {wrong:?}", files.len(), found.len(), expected.len()).into());
    }
    let lcov = fs::read_to_string(folder.join("coverage/lcov.info"))?;
    contains(&lcov, &["SF:constructs.mjs\nFN:2,(anonymous_0)\n", "FNDA:4,f\n", "DA:5,4\n", "BRDA:", "end_of_record"])?;
    contains(
        &fs::read_to_string(folder.join("coverage/index.html"))?,
        &["<h2 id=\"file0\">constructs.mjs</h2>", "4\u{d7}"],
    )
}

fn coverage_of_unloaded_files(folder: &Path) -> Result<(), Failed> {
    write_fails_at_first(folder)?;
    fs::write(folder.join("value.mjs"), "export const value = 2;")?;
    fs::create_dir(folder.join("src"))?;
    fs::write(folder.join("src/unused.ts"), "export const one: number = 1;\nexport const two = () => 2;\n")?;
    let arguments =
        ["--coverage", "--coverage-include=src", "--coverage-include=*.mjs", "--coverage-exclude=*.test.mjs"];
    contains(&run(folder, &arguments, 0)?, &["src/unused.ts |        0 |", "value.mjs     |      100 |"])?;
    contains(&run(folder, &["--coverage", "--coverage-exclude=*"], 0)?, &["no files to measure"])
}

fn wall_timeout(folder: &Path) -> Result<(), Failed> {
    let endless = "
        import test from 'node:test';
        test('yields', async () => { for (;;) await scheduler.yield(); });
        test('posts', () => new Promise(() => (function post() { scheduler.postTask(post) })()));
        test('is fine', () => {});
    ";
    fs::write(folder.join("endless.test.mjs"), endless)?;
    let printed = run(folder, &["--wall-timeout", "100ms"], 1)?;
    contains(&printed, &["the last continuation was posted at endless.test.mjs:3:"])?;
    contains(&printed, &["the last task was posted at endless.test.mjs:4:", "1 passed"])
}

fn endless_callback(folder: &Path) -> Result<(), Failed> {
    let endless = "
        import test from 'node:test';
        test('has ended', () => {});
        test('never returns', () => { for (;;) Math.sqrt(2); });
    ";
    fs::write(folder.join("a.test.mjs"), endless)?;
    fs::write(folder.join("b.test.mjs"), "import test from 'node:test'; test('other', () => {});")?;
    let printed = run(folder, &["-j", "1", "--wall-timeout", "100ms"], 1)?;
    contains(&printed, &["has ended", "never returns", "a.test.mjs:4:", "other", "2 passed"])
}

fn watch(folder: &Path) -> Result<(), Failed> {
    write_fails_at_first(folder)?;
    let mut command = posttask(folder, &["--watch", "--jobs=1"]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn()?;
    let mut lines = BufReader::new(child.stdout.take().ok_or("no output")?).lines();
    let mut wait_for = |part: &str| -> Result<(), Failed> {
        for line in lines.by_ref() {
            if line?.contains(part) {
                return Ok(());
            }
        }
        Err(format!("it has ended before '{part}'").into())
    };
    let result = wait_for("2 files: 2 passed, 1 failed").and_then(|()| {
        fs::write(folder.join("value.mjs"), "export const value = 2;")?;
        wait_for("1 file: 2 passed")
    });
    child.kill()?;
    child.wait()?;
    result
}

fn changed(folder: &Path) -> Result<(), Failed> {
    write_fails_at_first(folder)?;
    contains(&run(folder, &["--changed"], 2)?, &["--changed: git reported"])?;
    let git = |arguments: &[&str]| {
        let identity = ["-c", "user.name=a", "-c", "user.email=a@example.com"];
        Command::new("git").args(identity).args(arguments).current_dir(folder).stdout(Stdio::null()).status()
    };
    git(&["init", "-q"])?;
    git(&["add", "."])?;
    git(&["commit", "-q", "-m", "all"])?;
    contains(&run(folder, &["--changed"], 0)?, &["no tests ran: no test file depends on the changed files"])?;
    fs::write(folder.join("value.mjs"), "export const value = 2;")?;
    contains(&run(folder, &["--changed"], 0)?, &["1 file: 2 passed"])?;
    fs::write(folder.join("c.test.mjs"), "import test from 'node:test'; test('new', () => {});")?;
    contains(&run(folder, &["--changed=HEAD"], 0)?, &["2 files: 3 passed"])
}

#[cfg(target_os = "linux")]
fn special_files(folder: &Path) -> Result<(), Failed> {
    write_fails_at_first(folder)?;
    let pipe: PathBuf = folder.join("pipe.test.mjs");
    if !Command::new("mkfifo").arg(&pipe).status()?.success() {
        return Err("mkfifo has failed".into());
    }
    contains(&run(folder, &["-t", "passes"], 0)?, &["1 test in"])
}

#[cfg(not(unix))]
fn special_files(_: &Path) -> Result<(), Failed> {
    Ok(())
}

fn seeds(folder: &Path) -> Result<(), Failed> {
    let numbers = "
        import test from 'node:test';
        for (const name of 'abcdefgh') test(name, () => console.log(name, Math.random()));
    ";
    fs::write(folder.join("a.test.mjs"), numbers)?;
    let random = |seed: &str| {
        let printed = run(folder, &["--verbose", "--randomize", "--seed", seed], 0)?;
        Ok::<_, Failed>(printed.lines().filter(|line| line.contains(" 0.")).map(str::to_owned).collect::<Vec<_>>())
    };
    let first = random("1")?;
    assert_eq!(first.len(), 8, "{first:?}");
    assert_eq!(first, random("1")?);
    assert_ne!(first, random("2")?);
    Ok(())
}

use posttask::exploration::Shard;

use super::{Expectations, FileResult, Global, HarnessStatus, Metadata, Report, Skip, Subtest, SubtestStatus, Test};

fn result(test: &str, status: HarnessStatus, subtests: &[(&str, SubtestStatus)]) -> FileResult {
    let subtests = subtests
        .iter()
        .map(|&(name, status)| Subtest { name: name.to_owned(), status, message: None, stack: None })
        .collect();
    FileResult { test: test.to_owned(), status, message: None, duration: 1, subtests }
}

fn names(expectations: &Expectations, result: &FileResult) -> Vec<String> {
    let mismatches = expectations.compare(result).into_iter();
    mismatches.map(|m| format!("{}: {} instead of {}", m.subtest.unwrap_or_default(), m.actual, m.expected)).collect()
}

const TREE: &str = r#"{
  "a": {
    "x.any.html": {
      "harness": "ERROR", "subtests": { "fails": "FAIL" }, "flaky": { "both": "a race" }, "reason": "why"
    },
    "y.any.html?q=/1": { "disabled": "not yet" }
  },
  "b": { "omitted": "never" }
}
"#;

#[test]
fn metadata_ends_at_the_first_line_that_is_not_a_comment() {
    let source = "// META: title=A title\n// META: script=/a.js\n// words\n//META: script=b.js\n// META: timeout=long\n\
                  // META: variant=?1\n// META: variant=?2\n// META: global=window,worker\nlet x;\n\
                  // META: script=c.js\n";
    let metadata = Metadata::parse(source);
    assert_eq!(metadata.scripts, ["/a.js", "b.js"]);
    assert_eq!(metadata.variants, ["?1", "?2"]);
    assert_eq!((metadata.long_timeout, metadata.title.as_deref()), (true, Some("A title")));
    assert!(metadata.runs_on(Global::Window) && metadata.runs_on(Global::DedicatedWorker));
}

#[test]
fn the_default_globals_are_window_and_dedicated_worker() {
    let runs = |value: &str| {
        let metadata = Metadata::parse(&format!("// META: global={value}"));
        (metadata.runs_on(Global::Window), metadata.runs_on(Global::DedicatedWorker))
    };
    assert_eq!(runs("window"), (true, false));
    assert_eq!(runs("worker"), (false, true));
    assert_eq!(runs("dedicatedworker,shadowrealm"), (false, true));
    assert_eq!(runs("default,sharedworker"), (true, true));
    assert_eq!(runs("window,worker,!dedicatedworker"), (true, false));
    assert_eq!(runs("sharedworker"), (false, false));
    let metadata = Metadata::default();
    assert!(metadata.runs_on(Global::Window) && metadata.runs_on(Global::DedicatedWorker));
}

#[test]
fn expectations_survive_a_round_trip() {
    let expectations = Expectations::parse(TREE).unwrap();
    assert_eq!(Expectations::parse(&expectations.to_json()).unwrap(), expectations);
    assert_eq!(expectations.skip("/a/y.any.html?q=/1"), Some(Skip::Disabled("not yet".to_owned())));
    assert_eq!(expectations.skip("/b/c/z.any.html"), Some(Skip::Omitted("never".to_owned())));
    assert_eq!(expectations.skip("/a/x.any.html"), None);
    for wrong in ["[]", r#"{"a": 1}"#, r#"{"a": {"subtests": {"x": "MAYBE"}}}"#, r#"{"a": {"reason": 1}}"#, "{"] {
        assert!(Expectations::parse(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn unexpected_passes_failures_and_stale_subtests_are_mismatches() {
    use SubtestStatus::{Fail, Pass, Timeout};
    let expectations = Expectations::parse(TREE).unwrap();
    let as_expected = [("fails", Fail), ("passes", Pass), ("both", Timeout)];
    assert!(names(&expectations, &result("/a/x.any.html", HarnessStatus::Error, &as_expected)).is_empty());
    let otherwise = result("/a/x.any.html", HarnessStatus::Ok, &[("fails", Pass), ("passes", Fail)]);
    assert_eq!(
        names(&expectations, &otherwise),
        [
            ": OK instead of ERROR",
            "fails: PASS instead of FAIL",
            "passes: FAIL instead of PASS",
            "both: missing instead of present"
        ]
    );
    let unknown = result("/new.any.html", HarnessStatus::Timeout, &[("x", Timeout)]);
    assert_eq!(names(&expectations, &unknown), [": TIMEOUT instead of OK", "x: TIMEOUT instead of PASS"]);
}

#[test]
fn an_entry_for_a_missing_test_is_stale() {
    let expectations = Expectations::parse(TREE).unwrap();
    let stale = expectations.stale(|id| id != "/a/x.any.html");
    assert_eq!(stale.into_iter().map(|stale| stale.test).collect::<Vec<_>>(), ["/a/x.any.html"]);
}

#[test]
fn results_match_the_expectations_after_an_update() {
    use SubtestStatus::{Fail, Notrun, Pass};
    let mut expectations = Expectations::parse(TREE).unwrap();
    let results = [
        result("/a/x.any.html", HarnessStatus::Ok, &[("fails", Pass), ("both", Fail)]),
        result("/c.any.html", HarnessStatus::Timeout, &[("x", Notrun), ("y", Pass)]),
        result("/d.any.html", HarnessStatus::Ok, &[("x", Pass)]),
    ];
    expectations.update(&results, |id| id != "/b");
    for result in &results {
        assert!(expectations.compare(result).is_empty());
    }
    assert_eq!(
        expectations.to_json(),
        r#"{
  "a": {
    "x.any.html": {
      "flaky": {
        "both": "a race"
      },
      "reason": "why"
    },
    "y.any.html?q=/1": {
      "disabled": "not yet"
    }
  },
  "c.any.html": {
    "harness": "TIMEOUT",
    "subtests": {
      "x": "NOTRUN"
    }
  }
}
"#
    );
}

#[test]
fn shards_cover_every_test_once_and_their_reports_can_be_merged() {
    let tests: Vec<Test> = (0..7)
        .map(|n| Test {
            id: format!("/{n}.any.html"),
            file: format!("{n}.any.js"),
            global: Global::Window,
            variant: String::new(),
            long_timeout: false,
        })
        .collect();
    let shards = ["1/3", "2/3", "3/3"].map(|shard| shard.parse::<Shard>().unwrap().select(tests.clone()));
    let reports: Vec<Report> = (10..)
        .zip(&shards)
        .map(|(time, shard)| {
            let results = shard.iter().map(|test| result(&test.id, HarnessStatus::Ok, &[])).collect();
            Report::new(results, time, time + 5)
        })
        .collect();
    let merged = Report::merge(reports.clone()).unwrap();
    let ids: Vec<_> = merged.results.iter().map(|result| result.test.as_str()).collect();
    assert_eq!(ids, tests.iter().map(|test| test.id.as_str()).collect::<Vec<_>>());
    assert_eq!((merged.time_start, merged.time_end), (10, 17));
    assert!(Report::merge([&reports[..], &reports[..1]].concat()).is_err());
    for wrong in ["0/3", "4/3", "1", "a/b", "1/0"] {
        assert!(wrong.parse::<Shard>().is_err(), "{wrong}");
    }
}

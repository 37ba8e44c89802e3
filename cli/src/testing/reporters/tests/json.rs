//! The exact text of the reporter `json`.

use serde_json::{Value, json};

use super::fixture::*;
use crate::testing::report::{Directive, Kind, TestReport};
use crate::testing::reporters::ReporterKind;

/// The fields of a test that passed.
fn passed(name: &str) -> Value {
    json!({
        "name": name, "kind": "test", "location": null, "ending": "passed", "directive": null, "reason": null,
        "clock_ms": 0.0, "real_ms": 0.0, "failures": [], "diagnostics": [], "console": [], "exploration": null, "tests": []
    })
}

/// Some fields replaced by others.
fn with(mut object: Value, fields: &Value) -> Value {
    let fields = fields.as_object().unwrap().clone();
    object.as_object_mut().unwrap().extend(fields);
    object
}

fn failure(kind: &str, message: &str) -> Value {
    json!({ "kind": kind, "message": message, "location": null, "details": [], "compared": null, "order": [] })
}

fn place(line: u32, column: u32) -> Value {
    json!({ "file": "a.test.js", "line": line, "column": column })
}

fn failed() -> Value {
    let assertion = failure("testCodeFailure", "AssertionError: not equal\n+ { a: 1 }\n- 'it''s'");
    let assertion = with(
        assertion,
        &json!({
            "location": place(3, 5),
            "details": ["at f (a.test.js:3:5)"],
            "compared": { "expected": "'it''s'", "actual": "{\n  a: 1\n}", "operator": "strictEqual" }
        }),
    );
    with(
        passed("fails"),
        &json!({
            "location": place(2, 1),
            "ending": "failed",
            "failures": [assertion, failure("hookFailed", "a hook failed")],
            "console": [
                { "stream": "stdout", "text": "hello" },
                { "stream": "stderr", "text": "::error::not a command" }
            ]
        }),
    )
}

fn explored_test() -> Value {
    let found = with(
        failure("leftovers", "a timer was left"),
        &json!({
            "location": place(4, 1),
            "details": ["at f (a.test.js:4:1)"],
            "order": ["the task of a.test.js:4:1 ran first", "replay: posttask test --schedule 1.2 a.test.js"]
        }),
    );
    with(
        passed("explored"),
        &json!({
            "ending": "failed", "clock_ms": 50.0, "real_ms": 7.0, "failures": [found],
            "exploration": { "runs": 200, "orders": 142, "all_orders": false, "reduced": false, "failed_runs": 3 }
        }),
    )
}

#[test]
fn json() {
    let skipped = TestReport { directive: Some(Directive::Skip(Some("why".to_owned()))), ..test("skipped") };
    let suite = TestReport { kind: Kind::Suite, children: vec![skipped], ..test("suite") };
    let text = report_of(ReporterKind::Json, options(false), &[file(vec![failing(), explored(), suite])]);
    let skipped = with(passed("skipped"), &json!({ "directive": "skip", "reason": "why" }));
    let suite = with(passed("suite"), &json!({ "kind": "suite", "tests": [skipped] }));
    let expected = json!({
        "version": 1, "seed": 7, "stopped": null, "success": false,
        "counts": { "tests": 3, "suites": 1, "passed": 0, "failed": 2, "cancelled": 0, "skipped": 1, "todo": 0 },
        "clock_ms": 300.0, "real_ms": 12.345,
        "files": [{
            "path": "a.test.js", "project": null, "clock_ms": 300.0, "real_ms": 9.0, "failures": [], "diagnostics": [],
            "console": [],
            "tests": [failed(), explored_test(), suite]
        }]
    });
    assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), expected);
    assert!(text.starts_with("{\n  \"version\": 1,\n"), "{text}");
}

#[test]
fn hostile_text_survives() {
    let text = report_of(ReporterKind::Json, options(false), &files());
    let run: Value = serde_json::from_str(&text).unwrap();
    let expected = files();
    let hostile = expected[0].tests.last().unwrap();
    let found = run["files"][0]["tests"].as_array().unwrap().last().unwrap();
    assert_eq!(found["name"], hostile.name.as_str());
    assert_eq!(found["failures"][0]["message"], hostile.failures[0].message.as_str());
    assert_eq!(run["files"][1]["failures"][0]["kind"], "uncaughtException");
}

//! What is told about programs whose equivalent orders are not left out.

use std::path::PathBuf;

use posttask::exploration::Obstacle;
use posttask::internal::exploration::Reduce;

use super::comparison::Program;

/// Four answers, which can come in any order.
const ANSWERS: &str = "
for (let i = 0; i < 4; i++) {
  const channel = new MessageChannel();
  channel.port1.onmessage = () => channel.port1.close();
  channel.port2.postMessage(i);
}";

/// Explores a few orders of a program. Returns what prevented others from being left out.
fn obstacle(text: &str) -> Option<Obstacle> {
    let text = format!("{text}{ANSWERS}");
    Program { text, file: PathBuf::from("a.js"), state: None }.explored(Reduce::Always, 5).obstacle
}

#[test]
fn what_prevents_reduction_is_told_with_its_place() {
    for (text, what, place) in [
        ("const get = () => fetch('data:,');\nget();", "`fetch()`", "1:19"),
        ("const it = { x: 1 };\nconst drop = () => {\n  delete it.x;\n};\ndrop();", "`delete it.x`", "3:3"),
        ("let it = { x: 1 };\nit.constructor;", "`.constructor`", "2:1"),
        ("const run = it => {\n  return eval(it);\n};\nrun('1');", "`eval()`", "2:10"),
        ("let it = [{ x: 1 }];\nfor (it[0].x of [1]) {\n}\n", "`for (it[0].x of [1]) {...`", "2:1"),
        ("setTimeout(() => {}, 20);", "a timer that may fire while other tasks wait", "1:11"),
        ("scheduler.postTask(() => {}, { priority: 'background' });", "the priority of a task", "1:19"),
    ] {
        let found = obstacle(text).unwrap_or_else(|| panic!("nothing is told of {text}"));
        assert_eq!(found.what, what, "{text}");
        let is_there = found.place.as_ref().is_some_and(|found| found.ends_with(place));
        assert!(is_there, "{text}: {:?} instead of {place}", found.place);
    }
}

#[test]
fn nothing_is_told_if_all_orders_are_known() {
    assert_eq!(obstacle(""), None);
    assert_eq!(obstacle("// eval, document, Function and new Worker() are not used\n"), None);
    assert_eq!(obstacle("const [retrieval, isFunction, $document, Workers] = [];"), None);
}

use std::rc::Rc;

use posttask::Runtime;
use posttask::internal::engine::parse_text;
use posttask::trace::{Detail, Recorder};
use serde_json::Value;

use super::{SCRIPTS, Timeline, page};

/// Runs a script, and its tasks for some turns, in virtual time. Returns the data of the page about it.
fn order(program: &str, turns: usize) -> Value {
    let mut runtime = Runtime::builder().virtual_time().build().unwrap();
    let detail = Detail { names: true, ..Detail::default() };
    let recorder = Rc::new(Recorder::new(Timeline::new("usual order"), detail));
    runtime.event_loop().set_observer(Some(Rc::clone(&recorder) as _));
    runtime.run_script(program).unwrap();
    for _ in 0..turns {
        runtime.turn();
    }
    let html = page("program.js", true, &mut [&mut *recorder.sink_mut()]);
    let data = html.split_once("id=\"data\">").and_then(|(_, data)| data.split_once("</script>")).unwrap().0;
    serde_json::from_str::<Value>(data).unwrap()["orders"][0].take()
}

/// The texts of a column that consists of numbers of texts.
fn texts(order: &Value, columns: &str, name: &str) -> Vec<Option<String>> {
    let text = |number: &Value| order["strings"][usize::try_from(number.as_u64()?).ok()?].as_str().map(str::to_owned);
    order[columns][name].as_array().unwrap().iter().map(text).collect()
}

/// The names and the priorities of the work of a script on the page.
fn priorities(program: &str, turns: usize) -> Vec<(String, Option<u64>)> {
    let order = order(program, turns);
    let priorities = order["work"]["priority"].as_array().unwrap().iter().map(Value::as_u64);
    let named = texts(&order, "work", "name").into_iter().zip(priorities);
    named.filter_map(|(name, priority)| Some((name?, priority))).collect()
}

/// The page finds the changes of the priority of work by the name of its signal.
#[test]
fn work_and_priority_changes_name_the_signal_alike() {
    let order = order(
        "const { signal } = new TaskController();
         const controller = new TaskController();
         scheduler.postTask(() => {}, { signal: controller.signal });
         controller.setPriority('background');",
        0,
    );
    assert_eq!(texts(&order, "work", "signal").into_iter().flatten().collect::<Vec<_>>(), ["S2"]);
    let changes = ["signal S2: user-visible to background"].map(|text| Some(text.to_owned()));
    assert_eq!(texts(&order, "marks", "text"), changes);
}

#[test]
fn work_has_the_priority_with_which_it_ran() {
    let rows = priorities(
        "const controller = new TaskController({ priority: 'background' });
         const { signal } = controller;
         scheduler.postTask(function first() { controller.setPriority('user-blocking') }, { signal });
         scheduler.postTask(function second() {}, { signal });
         scheduler.postTask(function other() {}, { signal, priority: 'background' });",
        3,
    );
    let expected = [("first", 2), ("second", 0), ("other", 2)];
    let rows: Vec<_> = rows.iter().filter_map(|(name, priority)| Some((name.as_str(), (*priority)?))).collect();
    assert_eq!(rows, expected);
}

#[test]
fn work_that_never_ran_has_its_last_priority() {
    let rows = priorities(
        "const [waits, aborted] = [new TaskController(), new TaskController()];
         scheduler.postTask(function waiting() {}, { signal: waits.signal });
         scheduler.postTask(function stopped() {}, { signal: aborted.signal }).catch(() => {});
         waits.setPriority('background');
         aborted.setPriority('user-blocking');
         aborted.abort();",
        0,
    );
    assert!(rows.contains(&("waiting".to_owned(), Some(2))), "{rows:?}");
    assert!(rows.contains(&("stopped".to_owned(), Some(0))), "{rows:?}");
}

#[test]
fn the_scripts_of_the_page_parse() {
    let mut runtime = Runtime::builder().build().unwrap();
    for script in SCRIPTS {
        let name = script.lines().next().unwrap_or_default();
        let error = runtime.with_context(|context| parse_text(script, None, context).err());
        assert!(error.is_none(), "{name}: {error:?}");
    }
}

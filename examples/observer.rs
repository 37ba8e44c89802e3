//! An observer that reports what ran, how long it had waited, and where it was scheduled.

#![expect(clippy::print_stdout, reason = "an example prints its results")]

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use posttask::event_loop::{Event, Observer, Scheduled, Subject, Timestamp, WorkId};
use posttask::{Error, Runtime, SourceKind};

#[derive(Default)]
struct Report {
    scheduled: RefCell<HashMap<WorkId, (String, Timestamp)>>,
}

fn describe(scheduled: &Scheduled, subject: &Subject<'_>) -> String {
    let place = subject.location().map_or_else(String::new, |place| format!(" from {place}"));
    let priority = scheduled.priority.map_or_else(String::new, |priority| format!("{priority} "));
    format!("{priority}{}{place}", scheduled.kind.as_str())
}

impl Observer for Report {
    fn observe(&self, now: Timestamp, event: &Event, subject: &Subject<'_>) {
        match event {
            Event::Scheduled(it) => drop(self.scheduled.borrow_mut().insert(it.work, (describe(it, subject), now))),
            Event::Started { work } => {
                if let Some((name, since)) = self.scheduled.borrow_mut().remove(work) {
                    println!("{now}: {name}, after {} ms", now.duration_since(since).as_millis());
                }
            }
            Event::PriorityChanged { previous, priority, .. } => println!("{now}: {previous} becomes {priority}"),
            _ => {}
        }
    }
}

fn main() -> Result<(), Error> {
    let mut runtime = Runtime::builder().virtual_time().build()?;
    runtime.event_loop().set_observer(Some(Rc::new(Report::default())));
    let program = "const controller = new TaskController({ priority: 'background' });
scheduler.postTask(async () => { await scheduler.yield(); }, { signal: controller.signal });
setTimeout(() => controller.setPriority('user-blocking'), 5);
scheduler.postTask(() => {}, { delay: 20, signal: controller.signal });";
    runtime.start_source(program, "app.js".as_ref(), SourceKind::Script);
    runtime.run();
    Ok(())
}

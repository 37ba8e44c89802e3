//! How the values of events are serialized: times as milliseconds, names as the standards spell them.

use std::time::Duration;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::event_loop::{Ending, SignalId, StreamId, Timestamp, WorkId, WorkKind};
use crate::scheduling::TaskPriority;

/// A number of milliseconds.
impl Serialize for Timestamp {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(self.as_milliseconds())
    }
}

impl<'de> Deserialize<'de> for Timestamp {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let milliseconds = f64::deserialize(deserializer)?;
        let elapsed = Duration::try_from_secs_f64(milliseconds / 1000.0).map_err(D::Error::custom)?;
        Ok(Self::since_origin(elapsed))
    }
}

macro_rules! number {
    ($type:ty) => {
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_u64(self.get())
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                u64::deserialize(deserializer).map(Self::new)
            }
        }
    };
}

number!(WorkId);
number!(SignalId);
number!(StreamId);

macro_rules! name {
    ($type:ty, $all:expr, $what:literal) => {
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let name = String::deserialize(deserializer)?;
                let found = $all.into_iter().find(|value| value.as_str() == name);
                found.ok_or_else(|| D::Error::custom(format!("{name} is not {}", $what)))
            }
        }
    };
}

name!(WorkKind, WorkKind::ALL, "a kind of work");
name!(TaskPriority, TaskPriority::ALL, "a task priority");
name!(Ending, Ending::ALL, "an ending");

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use crate::Runtime;
    use crate::trace::{Detail, Record, Recorder};

    #[test]
    fn records_survive_serialization() {
        let mut runtime = Runtime::builder().virtual_time().build().unwrap();
        let recorder = Rc::new(Recorder::new(Vec::<Record>::new(), Detail::ALL));
        runtime.event_loop().set_observer(Some(Rc::clone(&recorder) as _));
        runtime
            .run_script(
                "const controller = new TaskController();
                 controller.signal.onabort = () => {};
                 scheduler.postTask(async function work() { await scheduler.yield(); throw new Error('e'); });
                 scheduler.postTask(() => {}, { signal: controller.signal, delay: 5 }).catch(() => {});
                 controller.setPriority('background');
                 setTimeout(() => controller.abort(), 2.5);
                 clearTimeout(setTimeout(() => {}));
                 requestIdleCallback(() => performance.measure('m', { start: 0, detail: { a: [1] } }));
                 const reader = new ReadableStream({ pull: controller => controller.enqueue(1) }).getReader();
                 setTimeout(() => reader.cancel());
                 console.timeStamp('stamp', 'other', 3, 'track');",
            )
            .unwrap();
        runtime.run();
        let records = recorder.sink();
        assert!(records.len() > 30, "{}", records.len());
        for record in records.iter() {
            let text = serde_json::to_string(record).unwrap();
            let parsed: Record = serde_json::from_str(&text).unwrap();
            // The task source is not serialized, and milliseconds are rounded to nanoseconds.
            assert_eq!(serde_json::to_string(&parsed).unwrap(), text);
        }
    }
}

//! The report of the statistics, as text and as JSON.

use std::fmt;

use posttask::internal::event_loop::milliseconds;
use posttask::scheduling::TaskPriority;
use serde::Serialize;
use unicode_width::UnicodeWidthStr;

use super::group::{Group, GroupKey};
use super::{LONG_TASK, LongTask, Statistics};

/// The version of the JSON form. Fields may be added to the same version.
const VERSION: u32 = 1;

/// The numbers of a program. Times are in milliseconds.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Report {
    version: u32,
    program: String,
    /// Whether waiting times are virtual. Running times are always real.
    virtual_time: bool,
    work: Vec<Row>,
    long_tasks: Vec<Long>,
    long_task_count: u64,
    /// Tasks longer than this are long.
    long_task_threshold: f64,
    total_blocking_time: f64,
    /// The time of the loop from its time origin to the end.
    duration: f64,
    /// How long tasks ran, in real time.
    busy: f64,
    /// How long the loop slept: in virtual time, how much was skipped.
    asleep: f64,
    /// The share of the time that tasks ran, from 0 to 1. `null` under virtual time.
    utilization: Option<f64>,
    tasks: u64,
    microtasks: u64,
    /// How many of the microtasks were callbacks of `process.nextTick`, if any were.
    #[serde(skip_serializing_if = "Option::is_none")]
    ticks: Option<u64>,
    most_microtasks_in_a_task: u64,
    /// The numbers of the workers, oldest first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    workers: Vec<Self>,
}

/// The numbers of a kind of work with a priority.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Row {
    kind: &'static str,
    priority: Option<&'static str>,
    ran: u64,
    threw: u64,
    aborted: u64,
    removed: u64,
    reprioritized: u64,
    still_waiting: usize,
    /// Work whose delay has not ended.
    delayed: u64,
    longest_queue: usize,
    waiting: Option<Times>,
    running: Option<Times>,
}

#[derive(Clone, Copy, Debug, Serialize)]
struct Times {
    p50: f64,
    p90: f64,
    p99: f64,
    max: f64,
}

#[derive(Debug, Serialize)]
struct Long {
    what: String,
    name: Option<String>,
    location: Option<String>,
    at: f64,
    took: f64,
}

impl From<[f64; 4]> for Times {
    fn from([p50, p90, p99, max]: [f64; 4]) -> Self {
        Self { p50, p90, p99, max }
    }
}

impl Row {
    fn new(key: GroupKey, group: &Group) -> Self {
        Self {
            kind: key.kind.as_str(),
            priority: key.priority.map(TaskPriority::as_str),
            ran: group.ran,
            threw: group.threw,
            aborted: group.aborted,
            removed: group.removed,
            reprioritized: group.reprioritized,
            still_waiting: group.queued(),
            delayed: group.delayed,
            longest_queue: group.longest_queue,
            waiting: group.waiting.summary().map(Times::from),
            running: group.running.summary().map(Times::from),
        }
    }

    fn name(&self) -> String {
        self.priority.map_or_else(|| self.kind.to_owned(), |priority| format!("{priority} {}", self.kind))
    }
}

impl Long {
    fn new(task: &LongTask) -> Self {
        Self {
            what: task.work.map_or_else(|| "script".to_owned(), GroupKey::description),
            name: task.name.as_deref().map(str::to_owned),
            location: task.location.as_deref().map(ToString::to_string),
            at: task.at.as_milliseconds(),
            took: milliseconds(task.took),
        }
    }
}

impl Statistics {
    /// Ends the measurement, and returns the numbers of the program with this name.
    pub fn report(&mut self, program: &str) -> Report {
        self.end_task();
        self.slept(self.end);
        self.count_delayed();
        let mut groups: Vec<_> = self.groups.iter().collect();
        groups.sort_by_key(|(key, _)| key.rank());
        let (duration, busy) = (milliseconds(self.end.elapsed()), milliseconds(self.busy));
        Report {
            version: VERSION,
            program: program.to_owned(),
            virtual_time: self.is_virtual,
            work: groups.into_iter().map(|(key, group)| Row::new(*key, group)).collect(),
            long_tasks: self.long_tasks.iter().map(Long::new).collect(),
            long_task_count: self.long_task_count,
            long_task_threshold: milliseconds(LONG_TASK),
            total_blocking_time: milliseconds(self.blocking),
            duration,
            busy,
            asleep: milliseconds(self.asleep),
            utilization: (!self.is_virtual && duration > 0.0).then(|| busy / duration),
            tasks: self.tasks,
            microtasks: self.microtasks,
            ticks: Some(self.ticks).filter(|&ticks| ticks > 0),
            most_microtasks_in_a_task: self.most_microtasks,
            workers: Vec::new(),
        }
    }
}

impl Report {
    /// Adds those of workers.
    #[must_use]
    pub fn with_workers(mut self, workers: Vec<Self>) -> Self {
        self.workers = workers;
        self
    }

    /// The report as a JSON text.
    #[must_use]
    pub fn to_json(&self) -> String {
        // Strings and numbers can always be written as JSON.
        serde_json::to_string_pretty(self).unwrap_or_default()
    }

    /// The table of waiting times, or of running times.
    fn table(&self, title: &str, times: impl Fn(&Row) -> Option<Times>) -> Vec<Vec<String>> {
        let heading = [title, "p50", "p90", "p99", "max"].map(str::to_owned).to_vec();
        let rows = self.work.iter().filter_map(|row| {
            let Times { p50, p90, p99, max } = times(row)?;
            let numbers = [p50, p90, p99, max].map(|time| format!("{} ms", short(time)));
            Some(std::iter::once(row.name()).chain(numbers).collect())
        });
        std::iter::once(heading).chain(rows).collect()
    }

    /// The table of counts. Columns without any count are left out.
    fn counts(&self) -> Vec<Vec<String>> {
        type Column = (&'static str, fn(&Row) -> u64);
        let columns: [Column; 8] = [
            ("ran", |row| row.ran),
            ("threw", |row| row.threw),
            ("aborted", |row| row.aborted),
            ("cleared", |row| row.removed),
            ("changed priority", |row| row.reprioritized),
            ("still waiting", |row| row.still_waiting as u64),
            ("delayed", |row| row.delayed),
            ("longest queue", |row| row.longest_queue as u64),
        ];
        let used: Vec<_> =
            columns.into_iter().filter(|(_, count)| self.work.iter().any(|row| count(row) > 0)).collect();
        let heading = std::iter::once("work").chain(used.iter().map(|(name, _)| *name)).map(str::to_owned).collect();
        let row = |row: &Row| {
            let counts = used.iter().map(|(_, count)| count(row).to_string());
            std::iter::once(row.name()).chain(counts).collect()
        };
        std::iter::once(heading).chain(self.work.iter().map(row)).collect()
    }

    fn write_loop(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let clock = if self.virtual_time { "virtual" } else { "real" };
        write!(f, "{} ms of {clock} time; tasks ran for {} ms", short(self.duration), short(self.busy))?;
        match self.utilization {
            Some(share) => write!(f, ", {} % of it", short(share * 100.0))?,
            None => f.write_str(" of real time")?,
        }
        #[expect(clippy::cast_precision_loss, reason = "a quotient for people")]
        let average = if self.tasks == 0 { 0.0 } else { self.microtasks as f64 / self.tasks as f64 };
        let (tasks, most) = (self.tasks, self.most_microtasks_in_a_task);
        writeln!(f)?;
        write!(f, "{tasks} tasks, {} microtasks", self.microtasks)?;
        if let Some(ticks) = self.ticks {
            write!(f, " ({ticks} of them by process.nextTick)")?;
        }
        writeln!(f, ": {} per task, at most {most}", short(average))
    }

    fn write_long_tasks(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let blocking = short(self.total_blocking_time);
        let threshold = self.long_task_threshold;
        if self.long_task_count == 0 {
            return writeln!(f, "no task took longer than {threshold} ms");
        }
        let are = if self.long_task_count == 1 { "task" } else { "tasks" };
        let count = self.long_task_count;
        writeln!(f, "{count} {are} over {threshold} ms; total blocking time {blocking} ms")?;
        for task in &self.long_tasks {
            let name = task.name.as_deref().map(|name| format!(" '{name}'")).unwrap_or_default();
            let place = task.location.as_deref().map(|place| format!(", scheduled at {place}")).unwrap_or_default();
            writeln!(f, "  {} ms: {}{name} at {} ms{place}", short(task.took), task.what, short(task.at))?;
        }
        let more = self.long_task_count.saturating_sub(self.long_tasks.len() as u64);
        if more > 0 { writeln!(f, "  and {more} more") } else { Ok(()) }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.work.is_empty() {
            write_table(&self.counts(), f)?;
            writeln!(f)?;
            write_table(&self.table("waiting", |row| row.waiting), f)?;
            writeln!(f)?;
            write_table(&self.table("running", |row| row.running), f)?;
            writeln!(f)?;
        }
        self.write_long_tasks(f)?;
        self.write_loop(f)?;
        for worker in &self.workers {
            write!(f, "\nin {}:\n{worker}", worker.program)?;
        }
        Ok(())
    }
}

/// Writes rows with aligned columns: the first to the left, and the others to the right.
fn write_table(rows: &[Vec<String>], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let columns = rows.iter().map(Vec::len).max().unwrap_or_default();
    let width =
        |column| rows.iter().filter_map(|row| row.get(column)).map(|cell: &String| cell.width()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns).map(width).collect();
    for row in rows {
        for (column, cell) in row.iter().enumerate() {
            if column == 0 {
                write!(f, "{cell:<width$}", width = widths[0])?;
            } else {
                write!(f, "  {cell:>width$}", width = widths[column])?;
            }
        }
        writeln!(f)?;
    }
    Ok(())
}

/// Writes a number with three digits, or all digits before the point.
fn short(number: f64) -> String {
    let decimals = match number {
        100.0.. => 0,
        10.0.. => 1,
        1.0.. => 2,
        _ => 3,
    };
    let text = format!("{number:.decimals$}");
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

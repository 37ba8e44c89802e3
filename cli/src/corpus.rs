//! The corpus: the orders in which programs and tests have failed. It is a file, so that later explorations run these
//! orders first.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::fs::File;
use std::io;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use posttask::exploration::{Bounds, Report, Schedule};
use posttask_front_end::{FrontEnd, bounded_file, parts_between};
use serde::{Deserialize, Serialize};

use crate::arguments::CorpusOptions;
use crate::moved_code::{moved, with_anchors};
use crate::order::parse_order;
use crate::terminal::say;
use crate::whole_file;

/// The version of the format.
const VERSION: u32 = 1;

/// The name of the file in the folder of the corpus.
const FILE: &str = "orders.json";

/// The name of the file that is locked while the corpus is changed.
const LOCK: &str = "orders.lock";

/// Why a corpus cannot be used.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CorpusError {
    #[error("cannot {action} {}: {source}", path.display())]
    Io { action: &'static str, path: PathBuf, source: io::Error },
    #[error("{} has format version {version}; it was written by another version of posttask", path.display())]
    Version { path: PathBuf, version: u32 },
    #[error("{} is not a corpus: {source}", path.display())]
    Format { path: PathBuf, source: serde_json::Error },
    #[error("a corpus is about files: --corpus cannot be used with a program from standard input")]
    NoFile,
    #[error("{} contains an order that is not valid: {reason}", path.display())]
    Order { path: PathBuf, reason: String },
}

/// The beginning of the file, which other versions have, too.
#[derive(Deserialize)]
struct Versioned {
    version: u32,
}

/// The content of the file.
#[derive(Debug, Serialize, Deserialize)]
struct Stored {
    version: u32,
    failing: Vec<Entry>,
}

/// The failing orders of a program or test.
#[derive(Debug, Serialize, Deserialize)]
struct Entry {
    #[serde(flatten)]
    subject: Subject,
    orders: Vec<String>,
}

/// What has failed.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
struct Subject {
    /// The path of its file, relative to the folder that contains the corpus, with `/` on every system.
    file: String,
    /// The full name of the test; `None` for a program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    test: Option<String>,
    /// The options of the command that choose the host.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    host: String,
    /// The arguments of the program.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    arguments: Vec<String>,
}

type Orders = BTreeMap<Subject, BTreeSet<String>>;

/// The orders of a program or test to remove and to add.
#[derive(Debug, Default)]
struct Change {
    removed: BTreeSet<String>,
    added: BTreeSet<String>,
}

/// The corpus of a folder.
#[derive(Debug)]
pub(crate) struct Corpus {
    folder: PathBuf,
    prunes: bool,
    /// Whether only the orders of the corpus run.
    pub(crate) is_all: bool,
    /// As they were read.
    orders: Orders,
    changes: Mutex<BTreeMap<Subject, Change>>,
}

/// The orders of a program or test in the corpus.
#[derive(Debug, Default)]
pub(crate) struct Known {
    /// As they are stored, and where their code is now.
    found: Vec<(String, Schedule)>,
    /// Those whose code is not found.
    lost: Vec<String>,
}

impl Known {
    /// Whether there are none.
    pub(crate) fn is_empty(&self) -> bool {
        self.found.is_empty() && self.lost.is_empty()
    }

    /// The orders to run.
    pub(crate) fn schedules(&self) -> Vec<Schedule> {
        self.found.iter().map(|(_, schedule)| schedule.clone()).collect()
    }
}

/// What became of the orders of a program or test in the corpus.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Fate {
    /// The number of orders that do not fit the program any more.
    pub(crate) lost: usize,
    is_pruned: bool,
}

impl Fate {
    /// Says how many orders do not fit `what`, such as a test, any more. `None` if all do.
    pub(crate) fn message(self, what: &str) -> Option<String> {
        let Self { lost, is_pruned } = self;
        let (orders, they) = if lost == 1 { ("order", "it does") } else { ("orders", "they do") };
        match (lost, is_pruned) {
            (0, _) => None,
            (_, true) => Some(format!("removed {lost} {orders} from the corpus: {they} not fit the {what} any more")),
            (1, false) => {
                Some(format!("1 order in the corpus does not fit the {what} any more; --prune-corpus removes it"))
            }
            (_, false) => {
                Some(format!("{lost} orders in the corpus do not fit the {what} any more; --prune-corpus removes them"))
            }
        }
    }
}

/// A program or test, and what is needed to find its code.
#[derive(Clone, Copy)]
pub(crate) struct Explored<'a> {
    pub(crate) file: &'a Path,
    pub(crate) test: Option<&'a str>,
    pub(crate) host: &'a str,
    pub(crate) arguments: &'a [String],
    pub(crate) front_end: &'a FrontEnd,
}

impl Corpus {
    /// Reads the corpus that the options name, if they name one. One that does not exist yet is empty.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read, or is not a corpus.
    pub(crate) fn open(options: &CorpusOptions) -> Result<Option<Self>, CorpusError> {
        let Some(folder) = options.folder() else { return Ok(None) };
        Ok(Some(Self {
            folder: folder.to_owned(),
            prunes: options.prune_corpus,
            is_all: options.only_corpus,
            orders: read(&folder.join(FILE))?,
            changes: Mutex::default(),
        }))
    }

    fn changes(&self) -> MutexGuard<'_, BTreeMap<Subject, Change>> {
        // Nothing panics while it records a change.
        self.changes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn subject(&self, explored: Explored<'_>) -> Subject {
        Subject {
            file: relative(explored.file, &self.folder),
            test: explored.test.map(str::to_owned),
            host: explored.host.trim().to_owned(),
            arguments: explored.arguments.to_vec(),
        }
    }

    /// Whether it had no orders when it was read.
    pub(crate) fn is_empty(&self) -> bool {
        self.orders.is_empty()
    }

    /// Whether a program or test has orders in the corpus.
    pub(crate) fn has(&self, explored: Explored<'_>) -> bool {
        self.orders.contains_key(&self.subject(explored))
    }

    /// The orders of a program or test that an exploration with these bounds may run.
    pub(crate) fn known(&self, explored: Explored<'_>, bounds: Bounds) -> Known {
        let stored = self.orders.get(&self.subject(explored)).cloned().unwrap_or_default();
        let mut known = Known::default();
        for text in stored {
            // The file was checked when it was read.
            let Ok(schedule) = parse_order(&text) else { continue };
            if schedule.bounds != bounds {
                continue;
            }
            match moved(schedule, explored.file, explored.front_end) {
                Some(schedule) => known.found.push((text, schedule)),
                None => known.lost.push(text),
            }
        }
        known
    }

    /// Keeps the orders in which a program or test has failed now, and says what became of those that were known.
    pub(crate) fn update(&self, explored: Explored<'_>, known: Known, report: &Report) -> Fate {
        let text = |schedule: &Schedule| with_anchors(schedule.clone(), explored.file, explored.front_end).to_string();
        let mut lost = known.lost;
        let mut change = Change::default();
        for ((stored, _), ran) in known.found.into_iter().zip(&report.known) {
            let now = text(&ran.schedule);
            if !ran.fits() {
                lost.push(stored);
            } else if now != stored {
                // Its code has moved.
                change.removed.insert(stored);
                change.added.insert(now);
            }
        }
        for found in report.failures() {
            // An order that was not shrunk is of no use after an edit, and the usual order always runs.
            let schedule = &found.schedule;
            if found.is_minimal && !schedule.deviations.is_empty() {
                change.added.insert(text(schedule));
            }
        }
        let fate = Fate { lost: lost.len(), is_pruned: self.prunes };
        if self.prunes {
            change.removed.extend(lost);
        }
        self.changes().insert(self.subject(explored), change);
        fate
    }

    /// The tests with orders in the corpus that have not run with this host. They may have another name now.
    pub(crate) fn missing(&self, host: &str) -> Vec<String> {
        let changes = self.changes();
        let is_missing = |subject: &&Subject| subject.host == host.trim() && !changes.contains_key(*subject);
        let subjects = self.orders.keys().filter(is_missing);
        subjects.filter_map(|it| Some(format!("{} > {}", it.file, it.test.as_deref()?))).collect()
    }

    /// Makes the changes in the file, as it is now, and says where orders have been added: other processes may have
    /// changed it meanwhile.
    ///
    /// # Errors
    ///
    /// Returns an error if it cannot be read or written.
    pub(crate) fn write(&self) -> Result<(), CorpusError> {
        let changes = self.changes();
        if changes.values().all(|change| change.removed.is_empty() && change.added.is_empty()) {
            return Ok(());
        }
        let path = self.folder.join(FILE);
        let failed = |source| CorpusError::Io { action: "write", path: path.clone(), source };
        std::fs::create_dir_all(&self.folder).map_err(failed)?;
        let lock = File::create(self.folder.join(LOCK)).map_err(failed)?;
        lock.lock().map_err(failed)?;
        let mut orders = read(&path)?;
        let before: usize = orders.values().map(BTreeSet::len).sum();
        for (subject, Change { removed, added }) in &*changes {
            let kept = orders.entry(subject.clone()).or_default();
            kept.retain(|order| !removed.contains(order));
            kept.extend(added.iter().cloned());
        }
        orders.retain(|_, kept| !kept.is_empty());
        let now: usize = orders.values().map(BTreeSet::len).sum();
        whole_file::write(&path, &json(orders)).map_err(failed)?;
        if now > before {
            let added = now - before;
            let orders = if added == 1 { "order" } else { "orders" };
            say(format_args!("kept {added} failing {orders} in {}", path.display()));
        }
        Ok(())
    }
}

/// Reads a corpus. One that does not exist is empty.
fn read(path: &Path) -> Result<Orders, CorpusError> {
    let invalid = |_| io::Error::new(ErrorKind::InvalidData, "it is not UTF-8");
    let bytes = bounded_file::read_ordinary(path, bounded_file::LARGEST_REPORT);
    match bytes.and_then(|bytes| String::from_utf8(bytes).map_err(invalid)) {
        Ok(text) => parse(&text, path),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(Orders::new()),
        Err(source) => Err(CorpusError::Io { action: "read", path: path.to_owned(), source }),
    }
}

fn json(orders: Orders) -> String {
    let failing = orders.into_iter().map(|(subject, orders)| Entry { subject, orders: orders.into_iter().collect() });
    let stored = Stored { version: VERSION, failing: failing.collect() };
    // Strings and numbers can always be written as JSON.
    serde_json::to_string_pretty(&stored).unwrap_or_default() + "\n"
}

/// Parses the content of a corpus. A file may have several entries for one test, if two versions of it were merged.
fn parse(text: &str, path: &Path) -> Result<Orders, CorpusError> {
    let format = |source| CorpusError::Format { path: path.to_owned(), source };
    let Versioned { version } = serde_json::from_str(text).map_err(format)?;
    if version != VERSION {
        return Err(CorpusError::Version { path: path.to_owned(), version });
    }
    let stored: Stored = serde_json::from_str(text).map_err(format)?;
    let mut all = stored.failing.iter().flat_map(|entry| &entry.orders);
    if let Some(reason) = all.find_map(|order| parse_order(order).err()) {
        return Err(CorpusError::Order { path: path.to_owned(), reason });
    }
    let mut orders = Orders::new();
    for Entry { subject, orders: more } in stored.failing {
        orders.entry(subject).or_default().extend(more);
    }
    Ok(orders)
}

/// The path of a file relative to the folder that contains the corpus, with `/` between its parts.
fn relative(file: &Path, corpus: &Path) -> String {
    let absolute = |path: &Path| {
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        dunce::canonicalize(&path).unwrap_or(path)
    };
    let corpus = absolute(corpus);
    let (file, folder) = (absolute(file), corpus.parent().unwrap_or(&corpus));
    // On another drive.
    if file.iter().next() != folder.iter().next() {
        return file.display().to_string();
    }
    parts_between(folder, &file).map(OsStr::to_string_lossy).collect::<Vec<_>>().join("/")
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{CorpusError, Fate, parse, relative};

    #[test]
    fn paths_are_relative_to_the_folder_with_the_corpus() {
        let relative = |file: &str| relative(Path::new(file), Path::new("/no/such/.posttask"));
        assert_eq!(relative("/no/such/a/b.js"), "a/b.js");
        assert_eq!(relative("/no/other/b.js"), "../other/b.js");
    }

    #[test]
    fn a_file_that_is_not_a_corpus_is_refused() {
        let parse = |text: &str| parse(text, Path::new("orders.json"));
        assert!(matches!(parse("{}"), Err(CorpusError::Format { .. })));
        assert!(matches!(parse(r#"{"version":2}"#), Err(CorpusError::Version { version: 2, .. })));
        let with = |order: &str| format!(r#"{{"version":1,"failing":[{{"file":"a.js","orders":["{order}"]}}]}}"#);
        assert!(matches!(parse(&with("4:1?6:3")), Err(CorpusError::Order { .. })));
        assert_eq!(parse(&with("4:1<6:3")).map(|orders| orders.len()).ok(), Some(1));
    }

    #[test]
    fn entries_of_one_test_are_merged() {
        let entry = |order: &str| format!(r#"{{"file":"a.js","orders":["{order}"]}}"#);
        let text = format!(r#"{{"version":1,"failing":[{},{}]}}"#, entry("4:1<6:3"), entry("seed=5"));
        let orders = parse(&text, Path::new("orders.json")).unwrap();
        let merged: Vec<&String> = orders.values().flatten().collect();
        assert_eq!(merged, ["4:1<6:3", "seed=5"]);
    }

    #[test]
    fn orders_that_do_not_fit_are_counted() {
        let message = |lost, is_pruned| Fate { lost, is_pruned }.message("test");
        assert_eq!(message(0, true), None);
        let said = [message(1, false), message(2, true)].map(Option::unwrap_or_default);
        assert_eq!(said[0], "1 order in the corpus does not fit the test any more; --prune-corpus removes it");
        assert_eq!(said[1], "removed 2 orders from the corpus: they do not fit the test any more");
    }
}

//! Which parts of the program have run.
//!
//! A file that is counted gets calls of a hidden function: before each statement, and on each way of a branch. The
//! calls are inserted into the text of the file, which goes through all other steps then, and positions are traced
//! back through both.

mod counted_file;
mod counters;
mod ignored;
mod instrumentation;
mod recording;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicU32;
use std::sync::{Arc, Mutex, PoisonError};

use indexmap::IndexMap;
use oxc_allocator::Allocator;
use oxc_ast_visit::VisitJs;
use oxc_span::SourceType;
use posttask::debug;
use posttask::internal::engine::normalize;

use super::edits::Shifts;
use super::syntax::{Thoroughness, parse};
use super::text_index::TextIndex;
use super::token_search::Source;
use ignored::Ignored;
use instrumentation::Instrumentation;
use recording::Recording;

pub use counted_file::{Arm, CountedBranch, CountedFile, CountedFunction, CountedStatement, CounterId, Place, Range};
pub use counters::Counters;

/// A text with counters.
#[derive(Debug)]
pub(super) struct Counted {
    pub(super) text: String,
    /// Where its parts are in the text of the file.
    pub(super) shifts: Shifts,
    file: Arc<CountedFile>,
}

/// Chooses files by their absolute paths.
type Includes = Box<dyn Fn(&Path) -> bool + Send + Sync>;

/// What is counted, in all files.
pub struct Coverage {
    includes: Includes,
    next: AtomicU32,
    files: Mutex<IndexMap<String, Arc<Counted>>>,
    /// The files that cannot be counted.
    failed: Mutex<BTreeSet<PathBuf>>,
}

debug!(Coverage, "next" = |coverage| coverage.next);

impl Coverage {
    /// Counts in the files whose absolute paths are included.
    pub fn new(includes: impl Fn(&Path) -> bool + Send + Sync + 'static) -> Self {
        Self {
            includes: Box::new(includes),
            next: AtomicU32::new(0),
            files: Mutex::default(),
            failed: Mutex::default(),
        }
    }

    /// Returns what is counted in the files that were compiled, in the order of their paths.
    pub fn files(&self) -> Vec<Arc<CountedFile>> {
        let files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        let mut files: Vec<_> = files.values().map(|counted| Arc::clone(&counted.file)).collect();
        files.sort_by(|one, other| one.path.cmp(&other.path));
        files
    }

    /// Adds counters to a text that has no errors. `None` if the file is not counted. The same file with the same text
    /// has the same counters.
    pub(super) fn count(&self, path: &Path, text: &str, source_type: SourceType) -> Option<Arc<Counted>> {
        let absolute = normalize(path);
        if !(self.includes)(&absolute) {
            return None;
        }
        let mut files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        let key = absolute.display().to_string();
        if let Some(known) = files.get(&key).filter(|known| *known.file.text == *text) {
            return Some(Arc::clone(known));
        }
        let file = CountedFile {
            path: absolute,
            text: text.into(),
            statements: Vec::new(),
            functions: Vec::new(),
            branches: Vec::new(),
        };
        let counted = Arc::new(instrument(file, source_type, &self.next)?);
        files.insert(key, Arc::clone(&counted));
        Some(counted)
    }

    /// Returns the files that are not counted, because their texts with counters could not be compiled.
    pub fn failed(&self) -> Vec<PathBuf> {
        self.failed.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect()
    }

    /// The text of a file with counters cannot be compiled.
    pub(super) fn fail(&self, path: &Path) {
        let path = normalize(path);
        self.files.lock().unwrap_or_else(PoisonError::into_inner).shift_remove(&path.display().to_string());
        self.failed.lock().unwrap_or_else(PoisonError::into_inner).insert(path);
    }
}

/// Adds counters to a file. `None` if a comment leaves it out.
fn instrument(file: CountedFile, source_type: SourceType, next: &AtomicU32) -> Option<Counted> {
    let allocator = Allocator::default();
    let text = Arc::clone(&file.text);
    let program = parse(&allocator, &text, source_type, Thoroughness::Usual).program;
    let index = TextIndex::new(&text);
    let ignored = Ignored::of(&program, Source::new(&text, &program.comments), &index);
    if ignored.is_everything {
        return None;
    }
    let recording = Recording::new(index, ignored, next, file);
    let mut instrumentation = Instrumentation { recording, method: None };
    instrumentation.visit_program(&program);
    let Recording { edits, file, .. } = instrumentation.recording;
    let (text, shifts) = edits.apply(&text);
    Some(Counted { text, shifts, file: Arc::new(file) })
}

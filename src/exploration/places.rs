//! The places of work, as parts of its name: where it was asked for, the same on every machine.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::event_loop::{AgentId, Location, NewWorker, Origin, Subject, Work, WorkKind};

/// The places of the work of a run.
pub(super) struct Places {
    main_file: String,
    /// The folder of the program, as the engine names the files of modules.
    folder: Option<PathBuf>,
    /// The folder of the package that the program is in.
    package: Option<PathBuf>,
    agents: FxHashMap<AgentId, PlacesOfAgent>,
    labels: Labels,
}

#[derive(Default)]
struct PlacesOfAgent {
    /// What its places end with. `None` for the program.
    label: Option<Arc<str>>,
    known: FxHashMap<Origin, Arc<str>>,
}

/// What the places of workers end with: each has a label of its own.
#[derive(Default)]
struct Labels {
    taken: FxHashSet<Arc<str>>,
    /// The number of workers that would have the same label.
    counts: FxHashMap<String, usize>,
}

impl Places {
    pub(super) fn new(main_file: &Path) -> Self {
        let folder = dunce::canonicalize(main_file).ok().and_then(|path| Some(path.parent()?.to_owned()));
        let has_manifest = |folder: &&Path| folder.join("package.json").is_file();
        let package = folder.as_deref().and_then(|folder| folder.ancestors().find(has_manifest)).map(Path::to_owned);
        let (agents, labels) = (FxHashMap::default(), Labels::default());
        Self { main_file: main_file.display().to_string(), folder, package, agents, labels }
    }

    pub(super) fn main_file(&self) -> &str {
        &self.main_file
    }

    /// The places of the work of a worker end with its name, or where it was created.
    pub(super) fn add_worker(&mut self, worker: &NewWorker) {
        let label = if worker.name.is_empty() {
            let place = worker.created_at.as_ref().map_or_else(|| "worker".to_owned(), |place| self.text_of(place));
            let parent = self.agents.get(&worker.parent).and_then(|parent| parent.label.as_ref());
            parent.map_or(place.clone(), |parent| format!("{place}!{parent}"))
        } else {
            // A place has a colon, and a name has none.
            worker.name.replace([':', '!', '(', ')'], "-")
        };
        let label = Some(self.labels.take(&label));
        self.agents.insert(worker.agent, PlacesOfAgent { label, ..PlacesOfAgent::default() });
    }

    /// The place of a piece of work of an agent.
    pub(super) fn place(
        &mut self,
        agent: AgentId,
        work: Work,
        location: impl FnOnce() -> Option<Location>,
    ) -> Arc<str> {
        let of_agent = self.agents.get(&agent);
        if let Some(known) = work.origin.and_then(|origin| of_agent?.known.get(&origin)) {
            return Arc::clone(known);
        }
        let location = work.origin.and_then(|_| location());
        let place = location.map_or_else(|| kind_name(work.kind), |location| self.text_of(&location));
        let place: Arc<str> = match of_agent.and_then(|agent| agent.label.as_ref()) {
            Some(label) => format!("{place}!{label}").into(),
            None => place.into(),
        };
        if let Some(origin) = work.origin {
            self.agents.entry(agent).or_default().known.insert(origin, Arc::clone(&place));
        }
        place
    }

    /// The place of an arrival with that of the caller. A test has one helper for arrivals, called from many places.
    pub(super) fn place_and_caller(&self, place: &str, subject: &Subject<'_>) -> Option<String> {
        let Subject::Call(call) = subject else { return None };
        let caller = call.stack().iter().filter_map(|line| Location::at_end_of(line)).nth(1)?;
        Some(format!("{place}({})", self.text_of(&caller)))
    }

    /// A location, with its file relative to the folder of the program if it is in the same package, so that it is the
    /// same on every machine.
    fn relative(&self, location: &Location) -> String {
        let folder = self.folder.as_ref();
        match folder.and_then(|folder| relative_path(Path::new(&location.file), folder, self.package.as_deref())) {
            Some(file) => format!("{file}:{}:{}", location.line, location.column),
            None => location.to_string(),
        }
    }

    /// A location as a place.
    fn text_of(&self, location: &Location) -> String {
        if let Some(scheme) =
            ["data", "blob"].into_iter().find(|scheme| location.file.starts_with(&format!("{scheme}:")))
        {
            // Such a script is in the program, or it has another address in each run.
            return format!("{scheme}:{}:{}", location.line, location.column);
        }
        if location.file == self.main_file {
            format!("{}:{}", location.line, location.column)
        } else {
            self.relative(location)
        }
    }
}

impl Labels {
    fn take(&mut self, label: &str) -> Arc<str> {
        let count = self.counts.entry(label.to_owned()).or_default();
        let mut own: Arc<str> = label.into();
        while !self.taken.insert(Arc::clone(&own)) {
            *count = (*count).max(1) + 1;
            own = format!("{label}({count})").into();
        }
        own
    }
}

/// The path of a file from a folder, with `/` between its parts. `None` if the file is neither in the folder nor in the
/// package around it.
fn relative_path(file: &Path, folder: &Path, package: Option<&Path>) -> Option<String> {
    let mut path = String::new();
    let is_shared = |ancestor: &&Path| file.starts_with(ancestor);
    for ancestor in folder
        .ancestors()
        .take_while(|ancestor| *ancestor == folder || package.is_some_and(|package| ancestor.starts_with(package)))
    {
        if is_shared(&ancestor) {
            let parts = file.strip_prefix(ancestor).ok()?.iter().map(|part| part.to_string_lossy());
            path += &parts.collect::<Vec<_>>().join("/");
            return Some(path);
        }
        path += "../";
    }
    None
}

/// The place of work that no source location has asked for.
fn kind_name(kind: WorkKind) -> String {
    kind.as_str().replace(' ', "-")
}

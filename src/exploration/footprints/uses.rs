//! What the functions of a program use, as far as their text says.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::builtin_names::BuiltinNames;
use super::effects::{Access, accesses};
use super::host_functions::HostModules;
use super::obstacle::Obstacle;
use super::used::Use;

/// The number of a function of a program.
pub type FunctionId = u32;

/// What a function uses.
#[derive(Debug, Default)]
pub struct FunctionUses {
    /// What it uses, if that is all.
    pub uses: Vec<Used>,
    /// Why it may use anything, also later, through what it hands on, if it may.
    pub obstacle: Option<Obstacle>,
}

/// Something that a function uses.
#[derive(Debug)]
pub struct Used {
    /// What it is.
    pub it: Use,
    /// Where it is first used: the file, the line and the column.
    pub place: (Arc<str>, u32, u32),
}

impl Used {
    fn obstacle(&self) -> Obstacle {
        let (file, line, column) = &self.place;
        Obstacle::new(format_args!("`{}`", self.it), format_args!("{file}:{line}:{column}"))
    }
}

/// What all functions of a program use.
#[derive(Debug, Default)]
pub struct Uses {
    functions: Mutex<Vec<Arc<Known>>>,
    names: OnceLock<BuiltinNames>,
    host: OnceLock<HostModules>,
    /// Whether the program has been loaded. Files that it loads later may run in other realms.
    is_loaded: AtomicBool,
    /// Whether the program creates workers. Then no file announces its functions.
    have_workers: AtomicBool,
    /// Whether a file may use anything: what others share besides messages and locks, such as files of the host, or
    /// functions that are not announced.
    are_open: AtomicBool,
    /// The first thing that may affect all other work.
    obstacle: OnceLock<Obstacle>,
}

/// What is known about a function.
#[derive(Debug)]
pub(super) struct Known {
    uses: FunctionUses,
    accesses: OnceLock<Option<Vec<Access>>>,
}

impl Uses {
    /// Returns the number that the next function gets. Files are added one at a time.
    pub fn add(&self, functions: impl FnOnce(FunctionId) -> Vec<FunctionUses>) {
        let mut all = self.functions.lock().unwrap_or_else(PoisonError::into_inner);
        let first = FunctionId::try_from(all.len()).unwrap_or(FunctionId::MAX);
        let known = |uses| Arc::new(Known { uses, accesses: OnceLock::new() });
        all.extend(functions(first).into_iter().map(known));
    }

    /// Whether a file that is loaded now belongs to the program itself, so that it can announce its functions.
    pub fn are_loading(&self) -> bool {
        !self.is_loaded.load(Ordering::Relaxed)
    }

    /// The first task of the program is about to run: its modules have been loaded.
    pub(super) fn have_loaded(&self) {
        self.is_loaded.store(true, Ordering::Relaxed);
    }

    /// The program creates workers. They do not know the functions with which a file announces its own.
    pub fn have_workers(&self) {
        self.have_workers.store(true, Ordering::Relaxed);
        let functions = self.functions.lock().unwrap_or_else(PoisonError::into_inner);
        if !functions.is_empty() {
            self.are_open(Obstacle::everywhere("a worker of a program with several files"));
        }
    }

    /// A file may use anything.
    pub fn are_open(&self, obstacle: Obstacle) {
        self.are_open.store(true, Ordering::Relaxed);
        self.meets(obstacle);
    }

    /// There is something that may affect all other work. The first one counts.
    pub(in crate::exploration) fn meets(&self, obstacle: Obstacle) {
        self.obstacle.get_or_init(|| obstacle);
    }

    /// The first thing that may affect all other work, if there is one.
    pub(in crate::exploration) fn obstacle(&self) -> Option<&Obstacle> {
        self.obstacle.get()
    }

    /// Whether a file may use anything.
    pub fn may_be_anything(&self) -> bool {
        self.are_open.load(Ordering::Relaxed)
    }

    /// Whether it is only known which agent work belongs to, and what agents send each other.
    pub(super) fn are_of_agents(&self) -> bool {
        self.have_workers.load(Ordering::Relaxed) && !self.may_be_anything()
    }

    /// Sets the names of built-in properties. The first call counts: they are the same in all runs.
    pub(super) fn set_names(&self, names: impl FnOnce() -> BuiltinNames) {
        self.names.get_or_init(names);
    }

    /// Sets which functions of the host are known. The first call counts.
    pub fn set_host(&self, host: HostModules) {
        self.host.get_or_init(|| host);
    }

    /// The functions of the host that are known.
    pub fn host(&self) -> &HostModules {
        self.host.get_or_init(HostModules::default)
    }

    /// What is known about a function.
    pub(super) fn get(&self, function: FunctionId) -> Option<Arc<Known>> {
        let all = self.functions.lock().unwrap_or_else(PoisonError::into_inner);
        all.get(function as usize).cloned()
    }

    /// What a function may access; `None` if it may be anything.
    pub(super) fn accesses<'k>(&self, known: &'k Known) -> Option<&'k [Access]> {
        let find = || {
            let (names, host) = (self.names.get()?, self.host());
            let mut found = Vec::new();
            let unknown = known.uses.uses.iter().find(|used| !accesses(&used.it, names, host, &mut found));
            let obstacle = known.uses.obstacle.clone().or_else(|| unknown.map(Used::obstacle));
            if let Some(obstacle) = obstacle {
                self.meets(obstacle);
                return None;
            }
            Some(found)
        };
        known.accesses.get_or_init(find).as_deref()
    }
}

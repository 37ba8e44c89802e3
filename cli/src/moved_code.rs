//! Orders of programs that were edited since: the places in an order follow the code that was there.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use posttask::exploration::{Deviation, Schedule, WorkName};
use posttask_front_end::{CallAnchor, CallAnchors, FrontEnd};

use crate::terminal::say;

/// The calls of the files of a program, by the names of the files in places.
pub(crate) struct Files<'a> {
    front_end: &'a FrontEnd,
    main_file: &'a Path,
    calls: BTreeMap<String, Option<CallAnchors>>,
}

/// The name of a file in a place, which is empty for the file of the program, and a position.
pub(crate) fn parts(place: &str) -> Option<(&str, (u32, u32))> {
    let (before, column) = place.rsplit_once(':').unwrap_or_default();
    let (file, line) = before.rsplit_once(':').unwrap_or(("", before));
    Some((file, (line.parse().ok()?, column.parse().ok()?)))
}

fn place(file: &str, (line, column): (u32, u32)) -> String {
    if file.is_empty() { format!("{line}:{column}") } else { format!("{file}:{line}:{column}") }
}

impl<'a> Files<'a> {
    pub(crate) fn new(front_end: &'a FrontEnd, main_file: &'a Path) -> Self {
        Self { front_end, main_file, calls: BTreeMap::new() }
    }

    fn path(&self, file: &str) -> PathBuf {
        if file.is_empty() {
            return self.main_file.to_owned();
        }
        let path = self.main_file.parent().unwrap_or(Path::new("")).join(file);
        dunce::canonicalize(&path).unwrap_or(path)
    }

    /// The calls of a file, if it can be read.
    pub(crate) fn calls(&mut self, file: &str) -> Option<&CallAnchors> {
        if !self.calls.contains_key(file) {
            let calls = self.front_end.call_anchors(&self.path(file));
            self.calls.insert(file.to_owned(), calls);
        }
        self.calls.get(file)?.as_ref()
    }
}

/// The places in a place: `15:23(8:30)` is a place and that of the caller of its function, and `15:23!8:30` is a place
/// in the worker that was created at the other one.
pub(crate) fn simple_places(place: &str) -> Vec<&str> {
    if let (place, Some(worker)) = WorkName::split_place(place) {
        return [simple_places(place), simple_places(worker)].concat();
    }
    let called = place.strip_suffix(')').and_then(|place| place.rsplit_once('('));
    called.map_or_else(|| vec![place], |(place, caller)| vec![place, caller])
}

/// Adds to an order what stands around the calls at its places. A program that is not in a file cannot be edited.
pub(crate) fn with_anchors(mut schedule: Schedule, main_file: &Path, front_end: &FrontEnd) -> Schedule {
    if !main_file.is_file() {
        return schedule;
    }
    let mut files = Files::new(front_end, main_file);
    let anchor = |place: &str| {
        let (file, position) = parts(place)?;
        Some((place.to_owned(), files.calls(file)?.at(position)?.to_string()))
    };
    schedule.anchors = schedule.places().into_iter().flat_map(simple_places).filter_map(anchor).collect();
    schedule
}

/// Where the code at the places of an order is now.
#[derive(Default)]
struct Moved {
    /// From the old place to the new one.
    found: BTreeMap<String, String>,
    lost: Vec<String>,
}

impl Moved {
    fn find(schedule: &Schedule, mut files: Files<'_>) -> Self {
        let mut moved = Self::default();
        for (old, anchor) in &schedule.anchors {
            let Some((file, _)) = parts(old) else { continue };
            let calls = files.calls(file);
            let found = calls.and_then(|calls| calls.find(&anchor.parse::<CallAnchor>().ok()?));
            match found {
                Some(position) => drop(moved.found.insert(old.clone(), place(file, position))),
                None => moved.lost.push(old.clone()),
            }
        }
        moved
    }

    /// The place of a deviation whose code is not found, if there is one.
    fn lost_place<'d>(&self, deviation: &'d Deviation) -> Option<&'d str> {
        let mut places = deviation.places().into_iter().flat_map(simple_places);
        places.find(|place| self.lost.iter().any(|lost| lost == place))
    }

    fn place(&self, old: &str) -> String {
        if let (place, Some(worker)) = WorkName::split_place(old) {
            return format!("{}!{}", self.place(place), self.place(worker));
        }
        let now = |old: &str| self.found.get(old).map_or_else(|| old.to_owned(), String::clone);
        match simple_places(old)[..] {
            [place, caller] => format!("{}({})", now(place), now(caller)),
            _ => now(old),
        }
    }
}

/// Moves the places of an order to where their code is now. `None` if the code of a deviation is not found.
pub(crate) fn moved(mut schedule: Schedule, main_file: &Path, front_end: &FrontEnd) -> Option<Schedule> {
    let moved = Moved::find(&schedule, Files::new(front_end, main_file));
    let is_found = schedule.deviations.iter().all(|deviation| moved.lost_place(deviation).is_none());
    schedule.move_places(|place| moved.place(place));
    is_found.then_some(schedule)
}

/// Moves the places of an order to where their code is now, and says so. Takes out the deviations whose code is not
/// found, and returns their number: the order does not fit the program.
pub(crate) fn follow_code(schedule: &mut Schedule, main_file: &Path, front_end: &FrontEnd) -> usize {
    let moved = Moved::find(schedule, Files::new(front_end, main_file));
    let mut skipped = 0;
    schedule.deviations.retain(|deviation| {
        let lost = moved.lost_place(deviation);
        if let Some(place) = lost {
            say(format_args!("skipped {deviation} in the order: the call that was at {place} is not found"));
            skipped += 1;
        }
        lost.is_none()
    });
    for (old, new) in moved.found.iter().filter(|(old, new)| old != new) {
        say(format_args!("the call that was at {old} is now at {new}"));
    }
    schedule.move_places(|place| moved.place(place));
    skipped
}

#[cfg(test)]
mod tests {
    use super::{parts, place, simple_places};

    #[test]
    fn places_have_a_file_and_a_position() {
        for (text, file) in [("4:1", ""), ("lib.js:4:1", "lib.js"), ("../c:/a.js:4:1", "../c:/a.js")] {
            assert_eq!(parts(text), Some((file, (4, 1))));
            assert_eq!(place(file, (4, 1)), text);
        }
        assert_eq!(parts("main"), None);
        assert_eq!(parts("4:x"), None);
        assert_eq!(simple_places("15:23(lib.js:8:30)"), ["15:23", "lib.js:8:30"]);
        assert_eq!(simple_places("4:1"), ["4:1"]);
        assert_eq!(simple_places("w.js:4:1!15:23(2)"), ["w.js:4:1", "15:23", "2"]);
    }
}

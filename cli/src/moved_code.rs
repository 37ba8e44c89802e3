//! Orders of programs that were edited since: the places in an order follow the code that was there.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use posttask::exploration::{Deviation, Schedule};
use posttask_front_end::{CallAnchor, CallAnchors, FrontEnd};

use crate::terminal::say;

/// The calls of the files of a program, by the names of the files in places.
struct Files<'a> {
    front_end: &'a FrontEnd,
    main_file: &'a Path,
    calls: BTreeMap<String, Option<CallAnchors>>,
}

/// The name of a file in a place, which is empty for the file of the program, and a position.
fn parts(place: &str) -> Option<(&str, (u32, u32))> {
    let (before, column) = place.rsplit_once(':').unwrap_or_default();
    let (file, line) = before.rsplit_once(':').unwrap_or(("", before));
    Some((file, (line.parse().ok()?, column.parse().ok()?)))
}

fn place(file: &str, (line, column): (u32, u32)) -> String {
    if file.is_empty() { format!("{line}:{column}") } else { format!("{file}:{line}:{column}") }
}

impl<'a> Files<'a> {
    fn new(front_end: &'a FrontEnd, main_file: &'a Path) -> Self {
        Self { front_end, main_file, calls: BTreeMap::new() }
    }

    fn path(&self, file: &str) -> PathBuf {
        if file.is_empty() {
            return self.main_file.to_owned();
        }
        let path = self.main_file.parent().unwrap_or(Path::new("")).join(file);
        path.canonicalize().unwrap_or(path)
    }

    /// The calls of a file, if it can be read.
    fn calls(&mut self, file: &str) -> Option<&CallAnchors> {
        if !self.calls.contains_key(file) {
            let calls = self.front_end.call_anchors(&self.path(file));
            self.calls.insert(file.to_owned(), calls);
        }
        self.calls.get(file)?.as_ref()
    }
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
    schedule.anchors = schedule.places().into_iter().filter_map(anchor).collect();
    schedule
}

/// Moves the places of an order to where their code is now, and says so. Takes out the deviations whose code is not
/// found, and returns their number: the order does not fit the program.
pub(crate) fn follow_code(schedule: &mut Schedule, main_file: &Path, front_end: &FrontEnd) -> usize {
    let mut files = Files::new(front_end, main_file);
    let (mut moved, mut lost) = (BTreeMap::new(), Vec::new());
    for (old, anchor) in &schedule.anchors {
        let Some((file, position)) = parts(old) else { continue };
        let found = || files.calls(file)?.find(&anchor.parse::<CallAnchor>().ok()?);
        let mut found = found;
        match found() {
            Some(found) if found == position => {}
            Some(found) => drop(moved.insert(old.clone(), place(file, found))),
            None => lost.push(old.clone()),
        }
    }
    let lost_place = |deviation: &Deviation| lost.iter().find(|place| deviation.places().contains(&place.as_str()));
    let deviations = std::mem::take(&mut schedule.deviations);
    let (skipped, kept): (Vec<_>, Vec<_>) = deviations.into_iter().partition(|it| lost_place(it).is_some());
    for deviation in &skipped {
        let place = lost_place(deviation).map_or("", String::as_str);
        say(format_args!("skipped {deviation} of the order: the call that was at {place} is not found"));
    }
    schedule.deviations = kept;
    for (old, new) in &moved {
        say(format_args!("the call that was at {old} is now at {new}"));
    }
    schedule.move_places(&moved);
    skipped.len()
}

#[cfg(test)]
mod tests {
    use super::{parts, place};

    #[test]
    fn places_have_a_file_and_a_position() {
        for (text, file) in [("4:1", ""), ("lib.js:4:1", "lib.js"), ("../c:/a.js:4:1", "../c:/a.js")] {
            assert_eq!(parts(text), Some((file, (4, 1))));
            assert_eq!(place(file, (4, 1)), text);
        }
        assert_eq!(parts("main"), None);
        assert_eq!(parts("4:x"), None);
    }
}

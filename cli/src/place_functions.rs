//! The names of the functions around the calls at places.

use std::cell::RefCell;
use std::path::Path;

use posttask::exploration::WorkName;
use posttask_front_end::FrontEnd;

use crate::moved_code::{Files, parts, simple_places};

/// Finds the functions of a program.
pub(crate) struct PlaceFunctions<'a>(RefCell<Files<'a>>);

impl<'a> PlaceFunctions<'a> {
    /// Finds those of a program in this file. If it is not in a file, no names are known.
    pub(crate) fn new(front_end: &'a FrontEnd, main_file: &'a Path) -> Self {
        Self(RefCell::new(Files::new(front_end, main_file)))
    }

    /// The name of the function that has asked for work with this name, if it has one.
    pub(crate) fn of(&self, name: &str) -> Option<String> {
        let name: WorkName = name.parse().ok()?;
        let (place, _) = WorkName::split_place(name.place());
        // The caller of a helper says more than the helper.
        let (file, position) = parts(simple_places(place).last()?)?;
        let mut files = self.0.borrow_mut();
        let function = files.calls(file)?.at(position)?.function();
        (!function.is_empty()).then(|| function.to_owned())
    }
}

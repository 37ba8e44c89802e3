//! A document: a package that the user has installed makes the window, whose globals become those of the program.
//!
//! What installs it is written in JavaScript (`js/`). It runs before the program, without a turn of the event loop.

mod installing;
mod package;

use posttask_front_end::HostFile;

pub(crate) use installing::{Document, program};
pub(crate) use package::DomPackage;

/// Declares a module whose text is in the folder `js`.
macro_rules! file {
    ($name:literal, $file:literal $(, $specifier:literal)?) => {
        HostFile {
            name: $name,
            specifiers: &[$($specifier)?],
            is_for_tests: false,
            text: include_str!(concat!("js/", $file, ".mjs")),
        }
    };
}

/// The modules in JavaScript.
pub(crate) static FILES: &[HostFile] = &[
    file!("dom_globals", "globals"),
    file!("dom_happy_dom", "happy_dom", "posttask:dom/happy-dom"),
    file!("dom_jsdom", "jsdom", "posttask:dom/jsdom"),
    file!("dom_linkedom", "linkedom", "posttask:dom/linkedom"),
    file!("dom_number_format", "number_format"),
];

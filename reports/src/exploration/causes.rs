//! Groups failures by their cause.

use std::collections::BTreeSet;

use super::report::Outcome;

/// Groups failures that have the same cause. The first ones should be the simplest.
#[must_use]
pub fn causes<'f>(failures: impl Iterator<Item = &'f Outcome>) -> Vec<Vec<&'f Outcome>> {
    let mut causes: Vec<Vec<&Outcome>> = Vec::new();
    for found in failures {
        match causes.iter_mut().find(|cause| cause.first().is_some_and(|first| explains(first, found))) {
            Some(cause) => cause.push(found),
            None => causes.push(vec![found]),
        }
    }
    causes
}

/// Whether a failure explains another one: that has all of its differences from the usual order, or the error is thrown
/// at the same place after work from the same places has run in another order.
fn explains(first: &Outcome, other: &Outcome) -> bool {
    let has = |text: &str| other.deviations.iter().any(|deviation| deviation.text == text);
    let has_all = first.deviations.iter().all(|deviation| has(&deviation.text));
    !first.deviations.is_empty() && (has_all || is_same_error(first, other) && places(first).is_subset(&places(other)))
}

/// Whether the first errors are of one kind, from one place. Messages often tell what was wrong, and not why.
fn is_same_error(one: &Outcome, other: &Outcome) -> bool {
    match (one.errors.first(), other.errors.first()) {
        (Some(one), Some(other)) => {
            one.location.is_some() && (&one.kind, &one.location) == (&other.kind, &other.location)
        }
        _ => false,
    }
}

/// The places of the work in the differences.
fn places(found: &Outcome) -> BTreeSet<&str> {
    let names = found.deviations.iter().flat_map(|it| it.text.split(['<', '>', '^', '~', '+', '=']));
    let places = names.map(|name| name.split('#').next().unwrap_or_default());
    places.filter(|place| place.bytes().any(|byte| !byte.is_ascii_digit())).collect()
}

//! The expressions that can be the fault, and which of them the engine's position leaves.

/// An expression that can be the fault.
#[derive(Debug)]
pub(super) struct Candidate {
    place: u32,
    message: String,
    /// The number of the function.
    unit: usize,
    /// When the engine compiles it.
    time: u32,
    /// Whether the function has the name that the engine reports.
    is_named: bool,
    /// Whether no code with a position may follow it in the function.
    is_last: bool,
    /// Whether no later expression can be the fault.
    is_certain: bool,
}

/// Code with a position.
#[derive(Debug)]
struct Recorded {
    position: u32,
    unit: usize,
    start: u32,
    end: u32,
}

/// Where the engine has compiled the fault: between code with these positions.
#[derive(Clone, Copy, Debug)]
pub(super) struct Between {
    pub(super) before: Option<u32>,
    pub(super) after: Option<u32>,
}

/// The candidates, with what the engine compiles around them.
#[derive(Debug, Default)]
pub(super) struct Candidates {
    all: Vec<Candidate>,
    recorded: Vec<Recorded>,
    clock: u32,
}

impl Candidates {
    /// Enters code with a position. Returns its number.
    pub(super) fn enter(&mut self, position: u32, unit: usize) -> usize {
        self.clock += 1;
        self.recorded.push(Recorded { position, unit, start: self.clock, end: u32::MAX });
        self.recorded.len() - 1
    }

    /// Leaves the code with a number.
    pub(super) fn leave(&mut self, number: usize) {
        self.clock += 1;
        if let Some(recorded) = self.recorded.get_mut(number) {
            recorded.end = self.clock;
        }
    }

    pub(super) fn add(&mut self, (place, message): (u32, String), unit: usize, is_named: bool, is_last: bool) {
        self.clock += 1;
        self.all.push(Candidate { place, message, unit, time: self.clock, is_named, is_last, is_certain: false });
    }

    /// No expression after the last candidate can be the fault, if that could be it.
    pub(super) fn make_certain(&mut self) {
        if let Some(last) = self.all.last_mut() {
            last.is_certain = true;
        }
    }

    /// Returns the places and messages that are left.
    pub(super) fn remaining(self, between: Option<Between>) -> Vec<(u32, String)> {
        let Self { all, recorded, .. } = self;
        let follows = |candidate: &Candidate| {
            recorded.iter().any(|code| code.unit == candidate.unit && code.start > candidate.time)
        };
        let mut left: Vec<Candidate> =
            all.into_iter().filter(|candidate| !(candidate.is_last && follows(candidate))).collect();
        let units = between.and_then(|between| units(between, &recorded));
        match units {
            Some(units) => left.retain(|candidate| units.contains(&candidate.unit)),
            None => left.retain(|candidate| candidate.is_named),
        }
        if let Some(between) = between
            && left.iter().any(|candidate| is_between(candidate, between, &recorded))
        {
            left.retain(|candidate| is_between(candidate, between, &recorded));
        }
        let certain = left.iter().position(|candidate| candidate.is_certain).map_or(left.len(), |index| index + 1);
        left.truncate(certain);
        let mut faults: Vec<_> = left.into_iter().map(|candidate| (candidate.place, candidate.message)).collect();
        faults.dedup();
        faults
    }
}

/// Returns the functions that have code with one of the positions. `None` if there are none.
fn units(between: Between, recorded: &[Recorded]) -> Option<Vec<usize>> {
    let position = between.after.or(between.before)?;
    let units: Vec<usize> = recorded.iter().filter(|code| code.position == position).map(|code| code.unit).collect();
    Some(units).filter(|units| !units.is_empty())
}

/// Whether the engine has entered the code before, and has not left the code after yet, when it compiles a candidate.
fn is_between(candidate: &Candidate, between: Between, recorded: &[Recorded]) -> bool {
    let at =
        |position| recorded.iter().filter(move |code| code.unit == candidate.unit && Some(code.position) == position);
    let is_after = between.before.is_none() || at(between.before).any(|code| code.start < candidate.time);
    let is_before = between.after.is_none() || at(between.after).any(|code| code.end > candidate.time);
    is_after && is_before
}

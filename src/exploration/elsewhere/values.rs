//! How the values of an exploration are written as bytes.

use crate::event_loop::{Location, Timestamp, WorkKind};
use crate::exploration::active::{AppliedDeviation, SkippedDeviation};
use crate::exploration::clause::Clause;
use crate::exploration::outcome::{Ending, Outcome};
use crate::exploration::points::SeenOrders;
use crate::exploration::rules::{Bounds, Level};
use crate::exploration::schedule::{Deviation, SlowUntil};
use crate::exploration::strategy::StrategySpec;
use crate::exploration::tracker::{Ran, WorkInfo};
use crate::exploration::wire::{Wire, wire_fields, wire_one_of};
use crate::exploration::work_name::WorkName;
use crate::scheduling::TaskPriority;
use crate::web::html::{Cause, RequestSite, Uncaught, UncaughtKind};

wire_one_of! {
    Clause of Clause::ALL;
    Ending of Ending::ALL;
    Level of Level::ALL;
    TaskPriority of TaskPriority::ALL;
    UncaughtKind of UncaughtKind::ALL;
    WorkKind of WorkKind::ALL;
}

wire_fields! {
    AppliedDeviation { deviation, work, then, clauses, level }
    Bounds { level, timer_lateness, task_cost, separate_ports }
    Cause { label, depth, message, stack }
    Location { file, line, column }
    Outcome { ending, errors, console }
    Ran { work, at }
    RequestSite { kind, location }
    SeenOrders { usual, reversed }
    SkippedDeviation { deviation, missing }
    Uncaught { kind, message, stack, requested_at, causes, worker }
    WorkInfo { name, kind, priority, ordinal }
}

impl Wire for Timestamp {
    fn put(&self, bytes: &mut Vec<u8>) {
        self.elapsed().put(bytes);
    }

    fn get(bytes: &mut &[u8]) -> Option<Self> {
        Wire::get(bytes).map(Self::since_origin)
    }
}

impl Wire for WorkName {
    fn put(&self, bytes: &mut Vec<u8>) {
        self.shared_place().put(bytes);
        self.count().put(bytes);
    }

    fn get(bytes: &mut &[u8]) -> Option<Self> {
        Some(Self::new(Wire::get(bytes)?, Wire::get(bytes)?))
    }
}

impl Wire for SlowUntil {
    fn put(&self, bytes: &mut Vec<u8>) {
        let (count, timer) = match self {
            Self::DueTimes(count) => (Some(*count), None),
            Self::Timer(name) => (None, Some(name.clone())),
        };
        (count, timer).put(bytes);
    }

    fn get(bytes: &mut &[u8]) -> Option<Self> {
        match Wire::get(bytes)? {
            (Some(count), None) => Some(Self::DueTimes(count)),
            (None, Some(timer)) => Some(Self::Timer(timer)),
            _ => None,
        }
    }
}

impl Wire for Deviation {
    fn put(&self, bytes: &mut Vec<u8>) {
        match self {
            Self::Before { first, then, late } => {
                bytes.push(0);
                (first.clone(), (then.clone(), *late)).put(bytes);
            }
            Self::FiresBefore { first, then } => {
                bytes.push(1);
                (first.clone(), then.clone()).put(bytes);
            }
            Self::Postpone { work, until } => {
                bytes.push(2);
                (work.clone(), until.clone()).put(bytes);
            }
            Self::Late { work } => {
                bytes.push(3);
                work.put(bytes);
            }
            Self::Slow { work, until } => {
                bytes.push(4);
                (work.clone(), until.clone()).put(bytes);
            }
            Self::ShortIdle { work } => {
                bytes.push(5);
                work.put(bytes);
            }
            Self::Choose { work, number } => {
                bytes.push(6);
                (work.clone(), *number).put(bytes);
            }
            Self::Seed(seed) => {
                bytes.push(7);
                seed.put(bytes);
            }
        }
    }

    fn get(bytes: &mut &[u8]) -> Option<Self> {
        Some(match u8::get(bytes)? {
            0 => {
                let (first, (then, late)) = Wire::get(bytes)?;
                Self::Before { first, then, late }
            }
            1 => {
                let (first, then) = Wire::get(bytes)?;
                Self::FiresBefore { first, then }
            }
            2 => {
                let (work, until) = Wire::get(bytes)?;
                Self::Postpone { work, until }
            }
            3 => Self::Late { work: Wire::get(bytes)? },
            4 => {
                let (work, until) = Wire::get(bytes)?;
                Self::Slow { work, until }
            }
            5 => Self::ShortIdle { work: Wire::get(bytes)? },
            6 => {
                let (work, number) = Wire::get(bytes)?;
                Self::Choose { work, number }
            }
            7 => Self::Seed(Wire::get(bytes)?),
            _ => return None,
        })
    }
}

impl Wire for StrategySpec {
    fn put(&self, bytes: &mut Vec<u8>) {
        match self {
            Self::DefaultOrder => bytes.push(0),
            Self::Single { point, alternative } => {
                bytes.push(1);
                (*point, *alternative).put(bytes);
            }
            Self::Pct { seed, depth, points } => {
                bytes.push(2);
                (*seed, (*depth, *points)).put(bytes);
            }
            Self::Walk { seed, weights } => {
                bytes.push(3);
                seed.put(bytes);
                weights.put(bytes);
            }
            Self::UniformWalk { seed } => {
                bytes.push(4);
                seed.put(bytes);
            }
            Self::NewestFirst => bytes.push(5),
        }
    }

    fn get(bytes: &mut &[u8]) -> Option<Self> {
        Some(match u8::get(bytes)? {
            0 => Self::DefaultOrder,
            1 => {
                let (point, alternative) = Wire::get(bytes)?;
                Self::Single { point, alternative }
            }
            2 => {
                let (seed, (depth, points)) = Wire::get(bytes)?;
                Self::Pct { seed, depth, points }
            }
            3 => Self::Walk { seed: Wire::get(bytes)?, weights: Wire::get(bytes)? },
            4 => Self::UniformWalk { seed: Wire::get(bytes)? },
            5 => Self::NewestFirst,
            _ => return None,
        })
    }
}

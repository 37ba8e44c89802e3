//! Schedules: the default order plus deviations, and their text form.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use percent_encoding::{percent_decode_str, utf8_percent_encode};

use super::rules::{Bounds, Level};
use super::work_name::{RESERVED, WorkName};

/// One difference from the default order.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Deviation {
    /// `first` runs before `then`, although the default order has it the other way round. Time passes and timers fire
    /// as far as `first` needs it. The text form is `first<then`, or `first<<then` if `late` is true.
    Before {
        /// The work that runs earlier.
        first: WorkName,
        /// The work that would run by default, or the work of a timer that would fire.
        then: WorkName,
        /// Whether `first` runs even before the timer of `then` fires, so that this timer is late.
        late: bool,
    },
    /// The timer of `first` fires before that of `then`, or before `then` enters its queue, although it is the other
    /// way round by default. So the task that it queues is older, but it does not run next for that reason. The text
    /// form is `first^then`.
    FiresBefore {
        /// The delayed work.
        first: WorkName,
        /// The delayed work whose timer would fire by default, or the work that enters its queue.
        then: WorkName,
    },
    /// `work` waits until `until` has run, although it would run next by default: other work runs instead, as long as
    /// there is some. The text form is `work>until`.
    Postpone {
        /// The work that waits.
        work: WorkName,
        /// The work that it waits for.
        until: WorkName,
    },
    /// A timer is as late as the bounds allow, although nothing else happens until then. The text form is `work~`.
    Late {
        /// The work of the timer.
        work: WorkName,
    },
    /// A task takes time. The text form is `work+until`.
    Slow {
        /// The task.
        work: WorkName,
        /// How long it takes.
        until: SlowUntil,
    },
    /// The idle period that starts with this callback has no time left. The text form is `work=0`.
    ShortIdle {
        /// The idle callback.
        work: WorkName,
    },
    /// A test asked for a number, which is this one instead of 0. The text form is `work=number`.
    Choose {
        /// The choice.
        work: WorkName,
        /// The number, from 1.
        number: u32,
    },
    /// `Math.random` uses this seed. The text form is `seed=N`.
    Seed(u64),
}

/// How long a slow task takes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SlowUntil {
    /// Until this many of the next due times of timers have passed.
    DueTimes(u32),
    /// Until the timer of this work is due.
    Timer(WorkName),
}

/// The names of work in a deviation, which is borrowed in either way.
macro_rules! names_in {
    ($deviation:expr) => {
        match $deviation {
            Deviation::Before { first, then, .. } | Deviation::FiresBefore { first, then } => vec![first, then],
            Deviation::Postpone { work, until } | Deviation::Slow { work, until: SlowUntil::Timer(until) } => {
                vec![work, until]
            }
            Deviation::Late { work }
            | Deviation::Slow { work, .. }
            | Deviation::ShortIdle { work }
            | Deviation::Choose { work, .. } => vec![work],
            Deviation::Seed(_) => Vec::new(),
        }
    };
}

impl Deviation {
    /// The names of work in it.
    pub(super) fn names(&self) -> Vec<&WorkName> {
        names_in!(self)
    }

    /// The names of work in it.
    pub(super) fn names_mut(&mut self) -> Vec<&mut WorkName> {
        names_in!(self)
    }

    /// The name of the work that would run or has run when it has an effect; `None` for a seed.
    pub(super) fn target(&self) -> Option<&WorkName> {
        match self {
            Self::Before { then, .. } | Self::FiresBefore { then, .. } => Some(then),
            Self::Postpone { work, .. }
            | Self::Slow { work, .. }
            | Self::Late { work }
            | Self::ShortIdle { work }
            | Self::Choose { work, .. } => Some(work),
            Self::Seed(_) => None,
        }
    }

    /// The places of the work in it.
    #[must_use]
    pub fn places(&self) -> Vec<&str> {
        self.names().into_iter().map(WorkName::place).collect()
    }

    /// A similar deviation that is easier to explain: a choice of the next task instead of a late timer.
    pub(super) fn simpler(&self) -> Option<Self> {
        match self {
            Self::Before { first, then, late: true } => {
                Some(Self::Before { first: first.clone(), then: then.clone(), late: false })
            }
            _ => None,
        }
    }
}

impl fmt::Display for Deviation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Before { first, then, late: false } => write!(f, "{first}<{then}"),
            Self::Before { first, then, late: true } => write!(f, "{first}<<{then}"),
            Self::FiresBefore { first, then } => write!(f, "{first}^{then}"),
            Self::Postpone { work, until } => write!(f, "{work}>{until}"),
            Self::Late { work } => write!(f, "{work}~"),
            Self::Slow { work, until: SlowUntil::DueTimes(count) } => write!(f, "{work}+{count}"),
            Self::Slow { work, until: SlowUntil::Timer(timer) } => write!(f, "{work}+{timer}"),
            Self::ShortIdle { work } => write!(f, "{work}=0"),
            Self::Choose { work, number } => write!(f, "{work}={number}"),
            Self::Seed(seed) => write!(f, "seed={seed}"),
        }
    }
}

impl FromStr for Deviation {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if let Some((first, then)) = text.split_once('<') {
            let (then, late) = then.strip_prefix('<').map_or((then, false), |then| (then, true));
            return Ok(Self::Before { first: first.parse()?, then: then.parse()?, late });
        }
        if let Some((work, until)) = text.split_once('>') {
            return Ok(Self::Postpone { work: work.parse()?, until: until.parse()? });
        }
        if let Some(work) = text.strip_suffix('~') {
            return Ok(Self::Late { work: work.parse()? });
        }
        if let Some((first, then)) = text.split_once('^') {
            return Ok(Self::FiresBefore { first: first.parse()?, then: then.parse()? });
        }
        if let Some((work, until)) = text.split_once('+') {
            return Ok(Self::Slow { work: work.parse()?, until: until.parse()? });
        }
        match text.split_once('=') {
            Some(("seed", seed)) => {
                seed.parse().map(Self::Seed).map_err(|_| format!("`{text}`: the seed must be a number"))
            }
            Some((work, "0")) => Ok(Self::ShortIdle { work: work.parse()? }),
            Some((work, number)) if number.parse::<u32>().is_ok() => {
                Ok(Self::Choose { work: work.parse()?, number: number.parse().unwrap_or_default() })
            }
            _ => Err(format!(
                "`{text}` is not a deviation; valid examples are 4:1<6:3, 4:1<<6:3, 4:1>6:3, 4:1^6:3, 4:1~, 4:1+6:3, \
                     4:1=0, seed=7"
            )),
        }
    }
}

impl FromStr for SlowUntil {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.parse() {
            Ok(0) => Err("a slow task outlasts at least one due time".to_owned()),
            Ok(count) => Ok(Self::DueTimes(count)),
            Err(_) => text.parse().map(Self::Timer),
        }
    }
}

/// The length in bytes of the longest deviation or setting: names of files are much shorter.
const LONGEST_ITEM: usize = 16 << 10;

/// An order of a program: the default order plus deviations.
///
/// The text form is a list of deviations, separated by commas or line breaks. Settings that differ from the defaults
/// come first: `orders=standard`, `ports=separate`, `lateness=30ms`, `cost=1s`. What is known about the code at a place
/// comes last: `4:1@CODE`. In a file, lines that start with `#` are comments.
///
/// ```
/// use posttask::exploration::Schedule;
///
/// let schedule: Schedule = "orders=standard, 4:1#2<6:3, main+1".parse()?;
/// assert_eq!(schedule.deviations.len(), 2);
/// assert_eq!(schedule.to_string(), "orders=standard,4:1#2<6:3,main+1");
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Schedule {
    /// What the deviations may do.
    pub bounds: Bounds,
    /// The deviations. If several apply at one point, the first one counts.
    pub deviations: Vec<Deviation>,
    /// What is known about the code at places of the deviations, so that whoever knows source text can find it again
    /// after the text was edited. The exploration itself does not use it.
    pub anchors: BTreeMap<String, String>,
}

impl Schedule {
    /// The places of the deviations.
    #[must_use]
    pub fn places(&self) -> BTreeSet<&str> {
        self.deviations.iter().flat_map(Deviation::places).collect()
    }

    /// Replaces the places of the deviations.
    pub fn move_places(&mut self, moved: impl Fn(&str) -> String) {
        for name in self.deviations.iter_mut().flat_map(Deviation::names_mut) {
            let place = moved(name.place());
            name.move_to(&place);
        }
    }
}

impl fmt::Display for Schedule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let default = Bounds::default();
        let Bounds { level, timer_lateness, task_cost, separate_ports } = self.bounds;
        let mut items = Vec::new();
        if level != default.level {
            items.push(format!("orders={level}"));
        }
        for (name, value, default) in
            [("lateness", timer_lateness, default.timer_lateness), ("cost", task_cost, default.task_cost)]
        {
            if value != default {
                items.push(format!("{name}={}", format_duration(value)));
            }
        }
        if separate_ports != level.separates_ports() {
            items.push(format!("ports={}", ports_name(separate_ports)));
        }
        items.extend(self.deviations.iter().map(Deviation::to_string));
        let encoded = |text| utf8_percent_encode(text, RESERVED);
        items.extend(self.anchors.iter().map(|(place, code)| format!("{}@{}", encoded(place), encoded(code))));
        f.write_str(&items.join(","))
    }
}

impl FromStr for Schedule {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let lines = text.lines().map(str::trim).filter(|line| !line.starts_with('#'));
        let items = lines.flat_map(|line| line.split(',')).map(str::trim).filter(|item| !item.is_empty());
        let mut schedule = Self::default();
        let mut separate_ports = None;
        for item in items {
            if item.len() > LONGEST_ITEM {
                let start: String = item.chars().take(40).collect();
                return Err(format!("`{start}...` is too long to be a deviation"));
            }
            match item.split_once('=') {
                Some(("orders", level)) => schedule.bounds.level = level.parse()?,
                Some(("lateness", duration)) => schedule.bounds.timer_lateness = parse_duration(duration)?,
                Some(("cost", duration)) => schedule.bounds.task_cost = parse_duration(duration)?,
                Some(("ports", ports)) => separate_ports = Some(parse_ports(ports)?),
                _ => match parse_anchor(item) {
                    Some((place, code)) => drop(schedule.anchors.insert(place, code)),
                    None => schedule.deviations.push(item.parse()?),
                },
            }
        }
        schedule.bounds.separate_ports = separate_ports.unwrap_or(schedule.bounds.level.separates_ports());
        Ok(schedule)
    }
}

/// Parses `place@code`. `None` for anything else: names of work may contain `@`, too.
fn parse_anchor(item: &str) -> Option<(String, String)> {
    let (place, code) = item.split_once('@').filter(|_| !item.contains(['<', '>', '^', '~', '+', '=']))?;
    let decoded = |text| percent_decode_str(text).decode_utf8().ok().filter(|text| !text.is_empty());
    Some((decoded(place)?.into_owned(), decoded(code)?.into_owned()))
}

const fn ports_name(separate_ports: bool) -> &'static str {
    if separate_ports { "separate" } else { "shared" }
}

fn parse_ports(text: &str) -> Result<bool, String> {
    let found = [true, false].into_iter().find(|&separate| ports_name(separate) == text);
    found.ok_or_else(|| format!("`{text}` is not a way to order ports: separate or shared"))
}

/// Writes a duration in milliseconds, or in nanoseconds if that is not a whole number.
fn format_duration(duration: Duration) -> String {
    if duration.subsec_nanos().is_multiple_of(1_000_000) {
        format!("{}ms", duration.as_millis())
    } else {
        format!("{}ns", duration.as_nanos())
    }
}

/// Parses a number with one of the units ns, us, ms and s.
fn parse_duration(text: &str) -> Result<Duration, String> {
    let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let (number, unit) = text.split_at(digits);
    let unit = match unit {
        "ns" => Duration::from_nanos(1),
        "us" => Duration::from_micros(1),
        "ms" => Duration::from_millis(1),
        "s" => Duration::from_secs(1),
        _ => Duration::ZERO,
    };
    let duration = number.parse::<u64>().ok().filter(|_| !unit.is_zero()).map(|number| {
        let nanoseconds = unit.as_nanos().saturating_mul(number.into());
        Duration::from_nanos(u64::try_from(nanoseconds).unwrap_or(u64::MAX))
    });
    duration.ok_or_else(|| format!("`{text}` is not a duration; valid examples are 16ms and 1s"))
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for Level {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let level = Self::ALL.into_iter().find(|level| level.as_str() == text);
        level.ok_or_else(|| format!("`{text}` is not a level of orders: intent or standard"))
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use proptest::prelude::*;

    use super::{Bounds, Deviation, Level, Schedule, SlowUntil, WorkName};

    fn names() -> impl Strategy<Value = WorkName> {
        ("[ -~é]{1,12}", 1_u32..20).prop_map(|(place, count)| WorkName::new(place.as_str().into(), count))
    }

    fn deviations() -> impl Strategy<Value = Deviation> {
        prop_oneof![
            (names(), names(), any::<bool>()).prop_map(|(first, then, late)| Deviation::Before { first, then, late }),
            (names(), names()).prop_map(|(first, then)| Deviation::FiresBefore { first, then }),
            (names(), names()).prop_map(|(work, until)| Deviation::Postpone { work, until }),
            names().prop_map(|work| Deviation::Late { work }),
            (names(), 1_u32..4).prop_map(|(work, count)| Deviation::Slow { work, until: SlowUntil::DueTimes(count) }),
            // No place is a number.
            (names(), "x[ -~é]{1,12}").prop_map(|(work, timer)| {
                let timer = WorkName::new(timer.as_str().into(), 1);
                Deviation::Slow { work, until: SlowUntil::Timer(timer) }
            }),
            names().prop_map(|work| Deviation::ShortIdle { work }),
            (names(), 1_u32..4).prop_map(|(work, number)| Deviation::Choose { work, number }),
            any::<u64>().prop_map(Deviation::Seed),
        ]
    }

    proptest! {
        #[test]
        fn schedules_survive_as_text(
            deviations in proptest::collection::vec(deviations(), 0..5),
            anchors in proptest::collection::btree_map("[ -~é]{1,12}", "[ -~é]{1,12}", 0..3),
            milliseconds in 0_u64..100,
            is_standard: bool,
            separate_ports: bool,
        ) {
            // The name `seed` would be ambiguous, and no place has it.
            let level = if is_standard { Level::Standard } else { Level::Intent };
            let timer_lateness = Duration::from_millis(milliseconds);
            let bounds = Bounds { level, timer_lateness, separate_ports, ..Bounds::default() };
            let schedule = Schedule { bounds, deviations, anchors };
            prop_assert_eq!(schedule.to_string().parse::<Schedule>(), Ok(schedule.clone()));
            let lines = format!("# a comment\n{}\n", schedule.to_string().replace(',', "\n"));
            prop_assert_eq!(lines.parse::<Schedule>(), Ok(schedule));
        }

        #[test]
        fn no_text_makes_the_parser_panic(text in "[-0-9a-z:#<>^~+=,% \n]{0,40}") {
            let _ = text.parse::<Schedule>();
        }
    }

    #[test]
    fn errors_say_what_is_expected() {
        let error = |text: &str| text.parse::<Schedule>().unwrap_err();
        assert_eq!(error("4:1#0<5:1"), "`4:1#0`: the count after `#` must be a number from 1");
        assert_eq!(error("4:1<"), "the place of a piece of work is missing");
        assert_eq!(error("4:1+0"), "a slow task outlasts at least one due time");
        assert_eq!(error("orders=any"), "`any` is not a level of orders: intent or standard");
        assert_eq!(error("lateness=3"), "`3` is not a duration; valid examples are 16ms and 1s");
        assert!(error("first").starts_with("`first` is not a deviation; valid examples are"));
    }
}

//! Runs of a program as several hosts, and why their outputs differ.

use posttask::event_loop::{Quirk, Quirks};
use posttask::profiles::Profile;

/// What a program printed as several hosts.
#[derive(Debug)]
pub struct Comparison {
    /// The outputs that differ, and the hosts that printed them, in the order in which they were asked for.
    pub groups: Vec<Group>,
    /// Why each output but the first is not the first one.
    pub differences: Vec<Difference>,
}

/// Hosts that printed the same.
#[derive(Debug)]
pub struct Group {
    /// The hosts.
    pub profiles: Vec<Profile>,
    /// The lines that they printed.
    pub lines: Vec<String>,
}

/// Why the output of a host is not that of another one.
#[derive(Debug)]
pub struct Difference {
    /// The other host.
    pub one: Profile,
    /// The host.
    pub other: Profile,
    /// Where the outputs differ first, as a sentence.
    pub sentence: String,
    /// The quirks of hosts that explain it.
    pub reason: Reason,
}

/// Quirks that explain a difference.
#[derive(Debug)]
pub enum Reason {
    /// The outputs agree if one of these quirks is switched.
    AnyOf(Vec<Quirk>),
    /// The outputs agree only if all of these quirks are switched.
    AllOf(Vec<Quirk>),
}

impl Reason {
    /// What comes before the list of the quirks.
    #[must_use]
    pub fn intro(&self) -> &'static str {
        match self {
            Self::AnyOf(list) if list.len() > 1 => "because of any of these:",
            Self::AnyOf(_) => "because:",
            Self::AllOf(_) => "because of all of these together:",
        }
    }

    /// The quirks.
    #[must_use]
    pub fn quirks(&self) -> &[Quirk] {
        match self {
            Self::AnyOf(list) | Self::AllOf(list) => list,
        }
    }
}

impl Comparison {
    /// Runs a program as each of these hosts. `quirks` says what the quirks of a host are, and `run` runs the program
    /// with some quirks and returns the lines that it printed.
    ///
    /// # Errors
    ///
    /// Returns the errors of `run`.
    pub fn new<E>(
        profiles: &[Profile],
        quirks: impl Fn(Profile) -> Quirks,
        run: impl Fn(Quirks) -> Result<Vec<String>, E>,
    ) -> Result<Self, E> {
        let mut groups: Vec<Group> = Vec::new();
        for &profile in profiles {
            let lines = run(quirks(profile))?;
            match groups.iter_mut().find(|group| group.lines == lines) {
                Some(group) => group.profiles.push(profile),
                None => groups.push(Group { profiles: vec![profile], lines }),
            }
        }
        let mut differences = Vec::new();
        if let Some((first, others)) = groups.split_first() {
            for group in others {
                let (one, other) = (first.profiles[0], group.profiles[0]);
                let sentence = difference((one, &first.lines), (other, &group.lines));
                let reason = explanation(quirks(other), quirks(one), |quirks| Ok(run(quirks)? == first.lines))?;
                differences.push(Difference { one, other, sentence, reason });
            }
        }
        Ok(Self { groups, differences })
    }
}

/// Finds the quirks that explain why the output of `host` is not that of `other`: with the same choice as `other` for
/// one of them, or for all if no single one suffices, the outputs agree, as `agrees` says.
fn explanation<E>(host: Quirks, other: Quirks, agrees: impl Fn(Quirks) -> Result<bool, E>) -> Result<Reason, E> {
    let between: Vec<Quirk> = Quirk::ALL.iter().copied().filter(|&quirk| host.has(quirk) != other.has(quirk)).collect();
    let agrees = |switched: &[Quirk]| {
        let switch = |all: Quirks, &quirk: &Quirk| if other.has(quirk) { all.with(quirk) } else { all.without(quirk) };
        agrees(switched.iter().fold(host, switch))
    };
    let mut single = Vec::new();
    for &quirk in &between {
        if agrees(&[quirk])? {
            single.push(quirk);
        }
    }
    if !single.is_empty() {
        return Ok(Reason::AnyOf(single));
    }
    let mut needed = between;
    let mut index = 0;
    while index < needed.len() {
        let mut fewer = needed.clone();
        fewer.remove(index);
        if agrees(&fewer)? {
            needed = fewer;
        } else {
            index += 1;
        }
    }
    Ok(Reason::AllOf(needed))
}

/// Describes the first difference of two outputs.
fn difference((one, lines): (Profile, &[String]), (other, others): (Profile, &[String])) -> String {
    let same = lines.iter().zip(others).take_while(|(line, other)| line == other).count();
    let shown = |lines: &[String]| lines.get(same).map_or("ends".to_owned(), |line| format!("has `{line}`"));
    format!("First difference, on line {}: {one} {}, {other} {}.", same + 1, shown(lines), shown(others))
}

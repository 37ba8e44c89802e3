//! The differences between two lists of lines: Myers' algorithm,
//! [An O(ND) Difference Algorithm and Its Variations](http://www.xmailserver.org/diff2.pdf).
//!
//! Of several shortest lists of differences, this returns the one that Node shows.

/// The highest number of differences that are searched for. The time and the memory grow with its square.
const MAX_DIFFERENCES: usize = 4_096;

/// A line of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Line<'a> {
    /// Both have it.
    Common(&'a str),
    /// Only the actual value has it.
    Actual(&'a str),
    /// Only the expected value has it.
    Expected(&'a str),
}

/// Returns all lines of both lists. With `ignore_commas`, lines that differ only in a comma at the end are equal, as
/// those of the last and of another property are.
pub(super) fn diff<'a>(actual: &[&'a str], expected: &[&'a str], ignore_commas: bool) -> Vec<Line<'a>> {
    let table = Table { actual, expected, ignore_commas };
    match table.furthest_points() {
        Some(levels) => table.backtrack(&levels),
        None => table.replacement(),
    }
}

struct Table<'a, 'b> {
    actual: &'b [&'a str],
    expected: &'b [&'a str],
    ignore_commas: bool,
}

/// For each diagonal of a level, from the lowest to the highest, the furthest line of the actual value that is reached
/// with this number of differences.
struct Level(Vec<usize>);

impl Level {
    /// Returns the line on a diagonal. `width` is the number of the level: its diagonals are `-width..=width`.
    fn at(&self, diagonal: isize, width: usize) -> Option<usize> {
        let index = diagonal.checked_add_unsigned(width)?;
        usize::try_from(index).ok().and_then(|index| self.0.get(index)).copied()
    }
}

impl<'a> Table<'a, '_> {
    fn are_equal(&self, actual: &str, expected: &str) -> bool {
        actual == expected
            || self.ignore_commas
                && (actual.strip_suffix(',') == Some(expected) || expected.strip_suffix(',') == Some(actual))
    }

    /// Returns the line of the expected value at a line of the actual value on a diagonal.
    fn other(line: usize, diagonal: isize) -> usize {
        line.checked_add_signed(diagonal.saturating_neg()).unwrap_or(0)
    }

    /// Whether the best way to a diagonal comes from the one above it, with a line of the expected value.
    fn comes_from_above(previous: &Level, diagonal: isize, level: usize) -> bool {
        let width = level.saturating_sub(1);
        let (below, above) = (previous.at(diagonal - 1, width), previous.at(diagonal + 1, width));
        let is_lowest = diagonal.checked_add_unsigned(level) == Some(0);
        let is_highest = diagonal.checked_sub_unsigned(level) == Some(0);
        is_lowest || !is_highest && below.unwrap_or(0) < above.unwrap_or(0)
    }

    /// Returns the furthest points for each number of differences, up to the first that reaches the end. `None` if
    /// there are too many differences.
    fn furthest_points(&self) -> Option<Vec<Level>> {
        let mut levels: Vec<Level> = Vec::new();
        let most = (self.actual.len() + self.expected.len()).min(MAX_DIFFERENCES);
        for level in 0..=most {
            let mut points = vec![0; 2 * level + 1];
            for index in (0..=2 * level).step_by(2) {
                let diagonal = isize::try_from(index).ok()?.checked_sub_unsigned(level)?;
                let mut line = match levels.last() {
                    None => 0,
                    Some(previous) if Self::comes_from_above(previous, diagonal, level) => {
                        previous.at(diagonal + 1, level - 1).unwrap_or(0)
                    }
                    Some(previous) => previous.at(diagonal - 1, level - 1).unwrap_or(0) + 1,
                };
                while let (Some(actual), Some(expected)) =
                    (self.actual.get(line), self.expected.get(Self::other(line, diagonal)))
                    && self.are_equal(actual, expected)
                {
                    line += 1;
                }
                points[index] = line;
                if line >= self.actual.len() && Self::other(line, diagonal) >= self.expected.len() {
                    levels.push(Level(points));
                    return Some(levels);
                }
            }
            levels.push(Level(points));
        }
        None
    }

    /// Follows the furthest points from the end to the start.
    fn backtrack(&self, levels: &[Level]) -> Vec<Line<'a>> {
        let (mut line, mut other) = (self.actual.len(), self.expected.len());
        let mut lines = Vec::new();
        for level in (0..levels.len()).rev() {
            let diagonal = line.cast_signed() - other.cast_signed();
            let (previous_line, previous_other) = match level.checked_sub(1).and_then(|level| levels.get(level)) {
                None => (0, 0),
                Some(previous) => {
                    let from_above = Self::comes_from_above(previous, diagonal, level);
                    let diagonal = if from_above { diagonal + 1 } else { diagonal - 1 };
                    let line = previous.at(diagonal, level - 1).unwrap_or(0);
                    (line, Self::other(line, diagonal))
                }
            };
            while line > previous_line && other > previous_other {
                (line, other) = (line - 1, other - 1);
                let text = self.actual[line];
                let text = if self.ignore_commas && !text.ends_with(',') { self.expected[other] } else { text };
                lines.push(Line::Common(text));
            }
            if level > 0 && line > previous_line {
                line -= 1;
                lines.push(Line::Actual(self.actual[line]));
            } else if level > 0 {
                other = other.saturating_sub(1);
                lines.push(Line::Expected(self.expected[other]));
            }
        }
        lines.reverse();
        lines
    }

    /// Returns the lines if the search took too long: what the lists have in common at both ends, and all others.
    fn replacement(&self) -> Vec<Line<'a>> {
        let pairs = || self.actual.iter().zip(self.expected);
        let start = pairs().take_while(|(actual, expected)| self.are_equal(actual, expected)).count();
        let (actual, expected) = (&self.actual[start..], &self.expected[start..]);
        let pairs = actual.iter().rev().zip(expected.iter().rev());
        let end = pairs.take_while(|(actual, expected)| self.are_equal(actual, expected)).count();
        let (actual, rest) = actual.split_at(actual.len() - end);
        let expected = &expected[..expected.len() - end];
        let common = |text: &&'a str| Line::Common(text);
        let mut lines: Vec<_> = self.actual[..start].iter().map(common).collect();
        lines.extend(actual.iter().map(|text| Line::Actual(text)));
        lines.extend(expected.iter().map(|text| Line::Expected(text)));
        lines.extend(rest.iter().map(common));
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::{Line, MAX_DIFFERENCES, diff};

    fn marked(actual: &str, expected: &str) -> String {
        let (actual, expected): (Vec<_>, Vec<_>) = (actual.split(' ').collect(), expected.split(' ').collect());
        let lines = diff(&actual, &expected, true).into_iter().map(|line| match line {
            Line::Common(text) => text.to_owned(),
            Line::Actual(text) => format!("+{text}"),
            Line::Expected(text) => format!("-{text}"),
        });
        lines.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn finds_the_shortest_differences() {
        assert_eq!(marked("a b c", "a b c"), "a b c");
        assert_eq!(marked("a b c", "a x c"), "a +b -x c");
        assert_eq!(marked("a b c a b b a", "c b a b a c"), "+a +b c -b a b +b a -c");
        assert_eq!(marked("a, b", "a"), "a, +b");
    }

    #[test]
    fn gives_up_on_too_many_differences() {
        let numbers = |from: usize| (from..from + MAX_DIFFERENCES).map(|number| number.to_string());
        let actual: Vec<String> = std::iter::once("start".to_owned()).chain(numbers(0)).collect();
        let expected: Vec<String> = std::iter::once("start".to_owned()).chain(numbers(MAX_DIFFERENCES)).collect();
        let lines = |lines: &[String]| lines.iter().map(String::as_str).collect::<Vec<_>>().join(" ");
        assert!(marked(&lines(&actual), &lines(&expected)).starts_with("start +0 +1 +2"));
    }
}

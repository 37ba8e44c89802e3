//! Two orders next to each other, aligned at the first difference.

use crate::place_functions::PlaceFunctions;
use crate::terminal::Style;
use crate::testing::reporters::visible;
use posttask::exploration::WorkName;
use posttask_reports::exploration::Step;

/// The number of equal lines that are shown before the first difference.
const LINES_BEFORE: usize = 2;

/// The number of lines that are shown from the first difference on.
const LINES_AFTER: usize = 8;

/// The widest a column becomes, in characters.
const WIDEST_COLUMN: usize = 56;

/// Returns the lines that show two orders next to each other. Work that `marked` contains is highlighted.
pub(super) fn side_by_side(
    titles: [&str; 2],
    orders: [&[Step]; 2],
    marked: &[String],
    functions: &PlaceFunctions<'_>,
    style: Style,
) -> Vec<String> {
    let [usual, other] = orders;
    let same = usual.iter().zip(other).take_while(|(one, other)| one.name == other.name).count();
    let start = same.saturating_sub(LINES_BEFORE);
    let end = (same + LINES_AFTER).min(usual.len().max(other.len()));
    let cell = |steps: &[Step], index: usize| steps.get(index).map(|step| text(step, functions)).unwrap_or_default();
    let width = (start..end).map(|index| cell(usual, index).chars().count()).chain([titles[0].len()]);
    let width = width.max().unwrap_or_default().min(WIDEST_COLUMN);
    let line = |left: &str, right: &str| {
        let left = shortened(left, width);
        (format!("{left:width$}"), shortened(right, WIDEST_COLUMN))
    };
    let mut lines = Vec::new();
    let (left, right) = line(titles[0], titles[1]);
    lines.push(style.faint(&format!("{:6}{left}     {right}", "")));
    if start > 0 {
        lines.push(style.faint(&format!("{:6}... {start} the same", "")));
    }
    for index in start..end {
        let (left, right) = line(&cell(usual, index), &cell(other, index));
        let paint = |text: &str, steps: &[Step]| {
            let is_marked = steps.get(index).is_some_and(|step| marked.contains(&step.name));
            if is_marked && index >= same { style.highlighted(text) } else { text.to_owned() }
        };
        let sign = if index < same { "   " } else { " | " };
        let number = style.faint(&format!("{:>4}  ", index + 1));
        let line = format!("{number}{} {sign} {}", paint(&left, usual), paint(&right, other));
        lines.push(line.trim_end().to_owned());
    }
    let hidden = usual.len().max(other.len()) - end;
    if hidden > 0 {
        lines.push(style.faint(&format!("{:6}... {hidden} more", "")));
    }
    lines
}

/// The start of a text that is wider than a column.
fn shortened(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    text.chars().take(width.saturating_sub(1)).chain(['…']).collect()
}

/// The name of a piece of work without the escapes that it has in a schedule.
fn shown_name(name: &str) -> String {
    name.parse::<WorkName>().map_or_else(
        |_| name.to_owned(),
        |name| {
            let count = if name.count() == 1 { String::new() } else { format!("#{}", name.count()) };
            format!("{}{count}", visible(name.place()))
        },
    )
}

fn text(step: &Step, functions: &PlaceFunctions<'_>) -> String {
    // Work that the host schedules is named after its kind.
    let is_kind = step.name.split(['#', '!']).next() == Some(&step.kind.replace(' ', "-"));
    let of_worker =
        step.worker.as_deref().map(|worker| (format!("!{worker}"), format!("{worker}: "))).unwrap_or_default();
    let name = if is_kind || step.name == "main" {
        String::new()
    } else {
        format!(" {}", shown_name(&step.name).replacen(&of_worker.0, "", 1))
    };
    let function = functions.of(&step.name).map(|function| format!(" {function}")).unwrap_or_default();
    format!("{:>6} ms  {}{}{name}{function}", step.at_ms, of_worker.1, step.kind)
}

//! A stable sort that accepts comparisons that contradict each other or fail. The one of Rust's standard library may
//! panic then.
//!
//! It is a merge sort that finds runs that are sorted already, and makes short ones longer by insertion. So it compares
//! sorted and reversed lists only once with each neighbor. Lists of less than 64 items are compared in the same order
//! as in V8.

use std::cmp::Ordering;
use std::ops::Range;

/// Lists of less than this many items are sorted by insertion, and longer ones have runs of at least half this length.
const SHORT: usize = 64;

/// Sorts a list in O(n log n) comparisons. `compare` gets an item and one that was before it.
///
/// # Errors
///
/// Returns the first error of `compare`. The list then has the same items in some order, or some of them twice.
pub(super) fn sort<T: Clone, E>(
    items: &mut [T],
    mut compare: impl FnMut(&T, &T) -> Result<Ordering, E>,
) -> Result<(), E> {
    let mut runs: Vec<Range<usize>> = Vec::new();
    let shortest = shortest_run(items.len());
    let mut start = 0;
    while start < items.len() {
        let rest = &mut items[start..];
        let length = shortest.min(rest.len());
        let sorted = sorted_run(rest, &mut compare)?;
        insert(&mut rest[..length.max(sorted)], sorted, &mut compare)?;
        let end = start + length.max(sorted);
        runs.push(start..end);
        start = end;
        while let Some(index) = unbalanced(&runs) {
            merge_runs(items, &mut runs, index, &mut compare)?;
        }
    }
    while runs.len() > 1 {
        let last = runs.len() - 2;
        merge_runs(items, &mut runs, last, &mut compare)?;
    }
    Ok(())
}

/// The length that makes the number of runs a power of two, or slightly less.
fn shortest_run(mut length: usize) -> usize {
    let mut has_rest = 0;
    while length >= SHORT {
        has_rest |= length & 1;
        length >>= 1;
    }
    length + has_rest
}

/// The length of the sorted run at the start. A strictly descending one is reversed.
fn sorted_run<T, E>(items: &mut [T], compare: &mut impl FnMut(&T, &T) -> Result<Ordering, E>) -> Result<usize, E> {
    if items.len() < 2 {
        return Ok(items.len());
    }
    let descends = compare(&items[1], &items[0])? == Ordering::Less;
    let mut length = 2;
    while length < items.len() && (compare(&items[length], &items[length - 1])? == Ordering::Less) == descends {
        length += 1;
    }
    if descends {
        items[..length].reverse();
    }
    Ok(length)
}

/// Inserts the items from `sorted` on into those before, by binary search.
fn insert<T, E>(
    items: &mut [T],
    sorted: usize,
    compare: &mut impl FnMut(&T, &T) -> Result<Ordering, E>,
) -> Result<(), E> {
    for next in sorted..items.len() {
        let (mut low, mut high) = (0, next);
        while low < high {
            let middle = low.midpoint(high);
            match compare(&items[next], &items[middle])? {
                Ordering::Less => high = middle,
                _ => low = middle + 1,
            }
        }
        items[low..=next].rotate_right(1);
    }
    Ok(())
}

/// The first of two neighboring runs to merge, so that the lengths of the runs decrease faster than the Fibonacci
/// numbers: then there are O(log n) runs, and neighbors have similar lengths.
fn unbalanced(runs: &[Range<usize>]) -> Option<usize> {
    let length = |from_end: usize| runs.len().checked_sub(from_end).map(|index| runs[index].len());
    let (last, before) = (length(1)?, length(2)?);
    let is_short = |run: usize, next: usize, after: usize| run <= next + after;
    let too_short = length(3).is_some_and(|third| is_short(third, before, last))
        || length(4).zip(length(3)).is_some_and(|(fourth, third)| is_short(fourth, third, before));
    if too_short {
        let third = length(3)?;
        Some(if third < last { runs.len() - 3 } else { runs.len() - 2 })
    } else {
        (before <= last).then(|| runs.len() - 2)
    }
}

/// Merges a run with the next one.
fn merge_runs<T: Clone, E>(
    items: &mut [T],
    runs: &mut Vec<Range<usize>>,
    index: usize,
    compare: &mut impl FnMut(&T, &T) -> Result<Ordering, E>,
) -> Result<(), E> {
    let second = runs.remove(index + 1);
    let first = &mut runs[index];
    let middle = first.len();
    first.end = second.end;
    merge(&mut items[first.clone()], middle, compare)
}

/// Merges the sorted items before `middle` with those from there on.
fn merge<T: Clone, E>(
    items: &mut [T],
    middle: usize,
    compare: &mut impl FnMut(&T, &T) -> Result<Ordering, E>,
) -> Result<(), E> {
    let first = items[..middle].to_vec();
    let (mut taken, mut next, mut place) = (0, middle, 0);
    while taken < first.len() && next < items.len() {
        if compare(&items[next], &first[taken])? == Ordering::Less {
            items[place] = items[next].clone();
            next += 1;
        } else {
            items[place] = first[taken].clone();
            taken += 1;
        }
        place += 1;
    }
    items[place..place + first.len() - taken].clone_from_slice(&first[taken..]);
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use fastrand::Rng;

    use super::*;

    fn sorted<T: Clone>(mut items: Vec<T>, mut compare: impl FnMut(&T, &T) -> Ordering) -> (Vec<T>, usize) {
        let mut comparisons = 0;
        let result = sort(&mut items, |one, other| {
            comparisons += 1;
            Ok::<_, Infallible>(compare(one, other))
        });
        assert!(result.is_ok());
        (items, comparisons)
    }

    #[test]
    fn lists_are_sorted_stably() {
        let mut random = Rng::with_seed(1);
        for length in (0..200).chain([1_000, 10_000]) {
            let range = random.choice([2, 10, 1_000_000]).unwrap_or(2);
            let items: Vec<(u32, usize)> = (0..length).map(|index| (random.u32(..range), index)).collect();
            let mut expected = items.clone();
            expected.sort_by_key(|item| item.0);
            let (items, comparisons) = sorted(items, |one, other| one.0.cmp(&other.0));
            assert_eq!(items, expected);
            let log = usize::BITS - length.leading_zeros();
            assert!(comparisons <= length * log as usize, "{comparisons} comparisons of {length} items");
        }
    }

    #[test]
    fn neighbors_of_sorted_lists_are_compared_once() {
        let (_, comparisons) = sorted((0..10_000).collect(), Ord::cmp);
        assert_eq!(comparisons, 9_999);
        let (items, comparisons) = sorted((0..10_000).rev().collect(), Ord::cmp);
        assert_eq!((comparisons, items[0], items[9_999]), (9_999, 0, 9_999));
    }

    #[test]
    fn comparisons_may_contradict_each_other() {
        let mut random = Rng::with_seed(2);
        let orders = [Ordering::Less, Ordering::Equal, Ordering::Greater];
        for length in [2, 20, 21, 100, 5_000] {
            let (mut items, _) = sorted((0..length).collect(), |_, _| random.choice(orders).unwrap_or(Ordering::Equal));
            items.sort_unstable();
            assert_eq!(items, (0..length).collect::<Vec<i32>>());
            for order in orders {
                let (mut items, _) = sorted((0..length).collect(), |_, _| order);
                items.sort_unstable();
                assert_eq!(items, (0..length).collect::<Vec<i32>>());
            }
        }
    }

    #[test]
    fn the_first_error_ends_the_sort() {
        for failing in 1..200 {
            let mut comparisons = 0;
            let result = sort(&mut (0..100).rev().map(|item| item % 7).collect::<Vec<i32>>(), |one, other| {
                comparisons += 1;
                if comparisons == failing { Err(failing) } else { Ok(one.cmp(other)) }
            });
            assert_eq!((result, comparisons), (Err(failing), failing));
        }
    }
}

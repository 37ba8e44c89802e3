//! Shrinks a list to the items that matter: [delta debugging], then the removal of single items.
//!
//! [delta debugging]: https://www.cs.purdue.edu/homes/xyzhang/fall07/Papers/delta-debugging.pdf

/// Removes items as long as `still_fails`, which must be true of all items. At most `budget` lists are tried. Returns
/// the remaining items, and whether they are minimal: without any one of them, it does not fail.
pub(super) fn shrink<T: Clone>(
    mut items: Vec<T>,
    mut budget: usize,
    mut still_fails: impl FnMut(&[T]) -> bool,
) -> (Vec<T>, bool) {
    let mut try_list = |list: &[T]| {
        budget > 0 && {
            budget -= 1;
            still_fails(list)
        }
    };
    if items.is_empty() || try_list(&[]) {
        return (Vec::new(), true);
    }
    let mut parts = 2;
    while items.len() > 1 {
        let size = items.len().div_ceil(parts);
        let without = |start: usize| {
            let end = (start + size).min(items.len());
            [&items[..start], &items[end..]].concat()
        };
        // Late items first: they tend to matter less.
        let starts = (0..items.len()).step_by(size).rev();
        if let Some(smaller) = starts.map(without).find(|list| try_list(list)) {
            items = smaller;
            parts = (parts - 1).max(2);
        } else if size == 1 {
            break;
        } else {
            parts = (parts * 2).min(items.len());
        }
    }
    let is_minimal = budget > 0;
    (items, is_minimal)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::shrink;

    proptest! {
        #[test]
        fn the_result_is_minimal(
            items in proptest::collection::vec(0_u8..10, 0..40),
            wanted in proptest::collection::btree_set(0_u8..10, 0..5),
        ) {
            let fails = |list: &[u8]| wanted.iter().all(|item| list.contains(item));
            prop_assume!(fails(&items));
            let (shrunk, is_minimal) = shrink(items, usize::MAX, fails);
            prop_assert!(is_minimal);
            prop_assert!(fails(&shrunk));
            prop_assert_eq!(shrunk.len(), wanted.len());
        }

        #[test]
        fn a_budget_is_kept_and_the_result_still_fails(budget in 0_usize..20, items in 1_usize..40) {
            let items: Vec<usize> = (0..items).collect();
            let mut tried = 0;
            let (shrunk, _) = shrink(items.clone(), budget, |list| {
                tried += 1;
                list.contains(&0)
            });
            prop_assert!(tried <= budget);
            prop_assert!(shrunk.contains(&0));
        }
    }
}

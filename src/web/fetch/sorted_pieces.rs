//! Sorted elements that can be inserted anywhere. Needs no engine.

use std::cmp::Ordering;

/// How many elements a piece has at most. An insertion moves elements of one piece, and an index skips pieces.
const LONGEST: usize = 4096;

/// Sorted elements in pieces, each of which is sorted and has at least one. With n elements, one is found in O(log n)
/// and reached by index in O(n / [`LONGEST`]); inserting and removing one moves at most [`LONGEST`].
#[derive(Clone, Debug)]
pub(super) struct SortedPieces<T> {
    pieces: Vec<Vec<T>>,
}

/// Where an element is, or would be.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    piece: usize,
    offset: usize,
}

impl<T> Default for SortedPieces<T> {
    fn default() -> Self {
        Self { pieces: Vec::new() }
    }
}

impl<T: PartialEq> PartialEq for SortedPieces<T> {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl<T: Eq> Eq for SortedPieces<T> {}

impl<T> SortedPieces<T> {
    pub(super) fn iter(&self) -> impl Iterator<Item = &T> {
        self.pieces.iter().flatten()
    }

    /// Where the element is to which `compare` returns `Equal`, or where it would be. It compares an element with the
    /// one that is looked for.
    pub(super) fn find(&self, compare: impl Fn(&T) -> Ordering) -> Result<Place, Place> {
        let is_before = |piece: &Vec<T>| piece.first().is_some_and(|first| compare(first) != Ordering::Greater);
        let piece = self.pieces.partition_point(is_before).saturating_sub(1);
        let found = self.pieces.get(piece).map_or(Err(0), |elements| elements.binary_search_by(&compare));
        let place = |offset| Place { piece, offset };
        found.map(place).map_err(place)
    }

    /// The element at an index.
    pub(super) fn get(&self, mut index: usize) -> Option<&T> {
        for piece in &self.pieces {
            match index.checked_sub(piece.len()) {
                Some(rest) => index = rest,
                None => return piece.get(index),
            }
        }
        None
    }

    /// The index of a place.
    pub(super) fn index(&self, place: Place) -> usize {
        self.pieces.iter().take(place.piece).map(Vec::len).sum::<usize>() + place.offset
    }

    pub(super) fn at(&self, place: Place) -> Option<&T> {
        self.pieces.get(place.piece)?.get(place.offset)
    }

    pub(super) fn at_mut(&mut self, place: Place) -> Option<&mut T> {
        self.pieces.get_mut(place.piece)?.get_mut(place.offset)
    }

    /// Inserts an element where [`Self::find`] has said that it would be.
    pub(super) fn insert(&mut self, place: Place, element: T) {
        let Some(piece) = self.pieces.get_mut(place.piece) else { return self.pieces.push(vec![element]) };
        piece.insert(place.offset, element);
        if piece.len() > LONGEST {
            let rest = piece.split_off(LONGEST / 2);
            self.pieces.insert(place.piece + 1, rest);
        }
    }

    /// Removes the element at a place that [`Self::find`] has returned.
    pub(super) fn remove(&mut self, place: Place) {
        let Some(piece) = self.pieces.get_mut(place.piece) else { return };
        piece.remove(place.offset);
        if piece.is_empty() {
            self.pieces.remove(place.piece);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{LONGEST, SortedPieces};

    /// Numbers below `limit` in an order that looks random.
    fn shuffled(limit: usize) -> impl Iterator<Item = usize> {
        (0..limit).map(move |number| number * 7919 % limit)
    }

    fn insert(pieces: &mut SortedPieces<usize>, number: usize) {
        let place = pieces.find(|element| element.cmp(&number)).expect_err("it is not there");
        pieces.insert(place, number);
    }

    #[test]
    fn elements_are_those_of_a_set() {
        let (mut pieces, mut set) = (SortedPieces::default(), BTreeSet::new());
        let limit = 3 * LONGEST + 1;
        for number in shuffled(limit) {
            insert(&mut pieces, number);
            set.insert(number);
        }
        assert!(pieces.iter().eq(&set));
        for number in shuffled(limit).filter(|number| number % 3 > 0) {
            let place = pieces.find(|element| element.cmp(&number)).expect("it is there");
            pieces.remove(place);
            set.remove(&number);
        }
        assert!(pieces.iter().eq(&set));
        for (index, number) in set.iter().enumerate() {
            let place = pieces.find(|element| element.cmp(number)).expect("it is there");
            assert_eq!((pieces.get(index), pieces.at(place), pieces.index(place)), (Some(number), Some(number), index));
        }
        assert_eq!(pieces.get(set.len()), None);
        for number in set {
            let place = pieces.find(|element| element.cmp(&number)).expect("it is there");
            pieces.remove(place);
        }
        assert_eq!(pieces, SortedPieces::default());
    }

    #[test]
    fn equal_elements_in_other_pieces_are_equal() {
        let (mut ascending, mut descending) = (SortedPieces::default(), SortedPieces::default());
        (0..2 * LONGEST).for_each(|number| insert(&mut ascending, number));
        (0..2 * LONGEST).rev().for_each(|number| insert(&mut descending, number));
        assert_eq!(ascending, descending);
        assert!(ascending.pieces.iter().all(|piece| piece.len() <= LONGEST));
    }
}

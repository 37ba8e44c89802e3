//! Values as bytes. Both ends are the same program, so there is no version, and no schema.

use std::collections::BTreeMap;
use std::hash::Hash;
use std::sync::Arc;
use std::time::Duration;

use rustc_hash::FxHashMap;

/// A value that can be written as bytes, and read again.
pub(super) trait Wire: Sized {
    fn put(&self, bytes: &mut Vec<u8>);

    /// Reads a value, and removes its bytes. `None` if they are not those of a value.
    fn get(bytes: &mut &[u8]) -> Option<Self>;
}

/// Writes a value.
pub(super) fn encode(value: &impl Wire) -> Vec<u8> {
    let mut bytes = Vec::new();
    value.put(&mut bytes);
    bytes
}

/// Reads a value that is everything in a message.
pub(super) fn decode<T: Wire>(mut bytes: &[u8]) -> Option<T> {
    let value = T::get(&mut bytes)?;
    bytes.is_empty().then_some(value)
}

macro_rules! numbers {
    ($($number:ty),*) => {$(
        impl Wire for $number {
            fn put(&self, bytes: &mut Vec<u8>) {
                bytes.extend(self.to_le_bytes());
            }

            fn get(bytes: &mut &[u8]) -> Option<Self> {
                let (first, rest) = bytes.split_first_chunk()?;
                *bytes = rest;
                Some(Self::from_le_bytes(*first))
            }
        }
    )*};
}

numbers!(u8, u16, u32, u64, f64);

impl Wire for usize {
    fn put(&self, bytes: &mut Vec<u8>) {
        (*self as u64).put(bytes);
    }

    fn get(bytes: &mut &[u8]) -> Option<Self> {
        u64::get(bytes)?.try_into().ok()
    }
}

impl Wire for bool {
    fn put(&self, bytes: &mut Vec<u8>) {
        bytes.push((*self).into());
    }

    fn get(bytes: &mut &[u8]) -> Option<Self> {
        match u8::get(bytes)? {
            0 => Some(false),
            1 => Some(true),
            _ => None,
        }
    }
}

fn put_text(text: &str, bytes: &mut Vec<u8>) {
    text.len().put(bytes);
    bytes.extend(text.as_bytes());
}

fn get_text<'a>(bytes: &mut &'a [u8]) -> Option<&'a str> {
    let length = usize::get(bytes)?;
    let (text, rest) = bytes.split_at_checked(length)?;
    *bytes = rest;
    str::from_utf8(text).ok()
}

impl Wire for String {
    fn put(&self, bytes: &mut Vec<u8>) {
        put_text(self, bytes);
    }

    fn get(bytes: &mut &[u8]) -> Option<Self> {
        get_text(bytes).map(Into::into)
    }
}

impl Wire for Arc<str> {
    fn put(&self, bytes: &mut Vec<u8>) {
        put_text(self, bytes);
    }

    fn get(bytes: &mut &[u8]) -> Option<Self> {
        get_text(bytes).map(Into::into)
    }
}

impl Wire for Duration {
    fn put(&self, bytes: &mut Vec<u8>) {
        self.as_secs().put(bytes);
        self.subsec_nanos().put(bytes);
    }

    fn get(bytes: &mut &[u8]) -> Option<Self> {
        let (seconds, nanoseconds) = Wire::get(bytes)?;
        (nanoseconds < 1_000_000_000).then(|| Self::new(seconds, nanoseconds))
    }
}

impl<T: Wire> Wire for Option<T> {
    fn put(&self, bytes: &mut Vec<u8>) {
        self.is_some().put(bytes);
        if let Some(value) = self {
            value.put(bytes);
        }
    }

    fn get(bytes: &mut &[u8]) -> Option<Self> {
        if bool::get(bytes)? { T::get(bytes).map(Some) } else { Some(None) }
    }
}

impl<T: Wire> Wire for Arc<T> {
    fn put(&self, bytes: &mut Vec<u8>) {
        (**self).put(bytes);
    }

    fn get(bytes: &mut &[u8]) -> Option<Self> {
        T::get(bytes).map(Self::new)
    }
}

impl<A: Wire, B: Wire> Wire for (A, B) {
    fn put(&self, bytes: &mut Vec<u8>) {
        self.0.put(bytes);
        self.1.put(bytes);
    }

    fn get(bytes: &mut &[u8]) -> Option<Self> {
        Some((A::get(bytes)?, B::get(bytes)?))
    }
}

fn put_all<'a, T: Wire + 'a>(values: impl ExactSizeIterator<Item = &'a T>, bytes: &mut Vec<u8>) {
    values.len().put(bytes);
    values.for_each(|value| value.put(bytes));
}

fn get_all<T: Wire, C: FromIterator<T>>(bytes: &mut &[u8]) -> Option<C> {
    (0..usize::get(bytes)?).map(|_| T::get(bytes)).collect()
}

impl<T: Wire> Wire for Vec<T> {
    fn put(&self, bytes: &mut Vec<u8>) {
        put_all(self.iter(), bytes);
    }

    fn get(bytes: &mut &[u8]) -> Option<Self> {
        get_all(bytes)
    }
}

fn put_entries<'a, K: Wire + 'a, V: Wire + 'a>(
    entries: impl ExactSizeIterator<Item = (&'a K, &'a V)>,
    bytes: &mut Vec<u8>,
) {
    entries.len().put(bytes);
    for (key, value) in entries {
        key.put(bytes);
        value.put(bytes);
    }
}

impl<K: Wire + Ord, V: Wire> Wire for BTreeMap<K, V> {
    fn put(&self, bytes: &mut Vec<u8>) {
        put_entries(self.iter(), bytes);
    }

    fn get(bytes: &mut &[u8]) -> Option<Self> {
        get_all(bytes)
    }
}

impl<K: Wire + Eq + Hash, V: Wire> Wire for FxHashMap<K, V> {
    fn put(&self, bytes: &mut Vec<u8>) {
        put_entries(self.iter(), bytes);
    }

    fn get(bytes: &mut &[u8]) -> Option<Self> {
        get_all(bytes)
    }
}

/// A structure is written as its fields, in the order in which they are listed.
macro_rules! wire_fields {
    ($($name:ident { $($field:ident),* })*) => {$(
        impl $crate::exploration::wire::Wire for $name {
            fn put(&self, bytes: &mut Vec<u8>) {
                $($crate::exploration::wire::Wire::put(&self.$field, bytes);)*
            }

            fn get(bytes: &mut &[u8]) -> Option<Self> {
                $(let $field = $crate::exploration::wire::Wire::get(bytes)?;)*
                Some(Self { $($field),* })
            }
        }
    )*};
}

/// A value of an enumeration without fields is written as its index in a list of all.
macro_rules! wire_one_of {
    ($($name:ident of $all:expr;)*) => {$(
        impl $crate::exploration::wire::Wire for $name {
            fn put(&self, bytes: &mut Vec<u8>) {
                let index = $all.iter().position(|it| it == self);
                bytes.push(index.and_then(|index| u8::try_from(index).ok()).unwrap_or(u8::MAX));
            }

            fn get(bytes: &mut &[u8]) -> Option<Self> {
                let index = u8::get(bytes)?;
                $all.get(usize::from(index)).copied()
            }
        }
    )*};
}

pub(super) use {wire_fields, wire_one_of};

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::fmt::Debug;
    use std::sync::Arc;
    use std::time::Duration;

    use super::{Wire, decode, encode};

    /// Writes and reads a value. No beginning of its bytes is a value.
    fn survives<T: Wire + PartialEq + Debug>(value: T) {
        let bytes = encode(&value);
        assert_eq!(decode(&bytes), Some(value));
        for length in 0..bytes.len() {
            assert!(decode::<T>(&bytes[..length]).is_none(), "{length} of {} bytes", bytes.len());
        }
        assert!(decode::<T>(&[&*bytes, &[0]].concat()).is_none(), "a byte too many");
    }

    #[test]
    fn values_can_be_read_again() {
        survives((7_u8, (u64::MAX, 0.5)));
        survives(vec![Some("text".to_owned()), None]);
        survives((true, Duration::new(3, 999_999_999)));
        survives(BTreeMap::from([(Arc::<str>::from("é"), usize::MAX)]));
    }

    #[test]
    fn other_bytes_are_refused() {
        assert_eq!(decode::<bool>(&[2]), None);
        assert_eq!(decode::<String>(&encode(&vec![0xff_u8])), None, "not UTF-8");
        assert_eq!(decode::<Duration>(&encode(&(1_u64, 1_000_000_000_u32))), None);
        assert_eq!(decode::<Vec<u64>>(&encode(&usize::MAX)), None, "a length without its values");
    }
}

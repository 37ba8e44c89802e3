//! Types of JavaScript that serde has no name for: modules for `#[serde(with = "...")]`.

/// The names of newtype structs that ask for a type of JavaScript. Other formats ignore them.
pub(super) const DATE: &str = "$posttask::Date";
pub(super) const MAP: &str = "$posttask::Map";
pub(super) const SET: &str = "$posttask::Set";

/// Deserializes the content of a newtype struct.
struct Content<T>(std::marker::PhantomData<T>);

impl<'de, T: serde::Deserialize<'de>> serde::de::Visitor<'de> for Content<T> {
    type Value = T;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a Date, Map or Set")
    }

    fn visit_newtype_struct<D: serde::Deserializer<'de>>(self, content: D) -> Result<T, D::Error> {
        T::deserialize(content)
    }
}

fn content<'de, T: serde::Deserialize<'de>, D: serde::Deserializer<'de>>(
    name: &'static str,
    deserializer: D,
) -> Result<T, D::Error> {
    deserializer.deserialize_newtype_struct(name, Content(std::marker::PhantomData))
}

/// A `SystemTime` as a `Date`. A `Date` has whole milliseconds: a time between two is rounded down.
pub mod date {
    use std::time::{Duration, SystemTime};

    use serde::de::Error as _;
    use serde::ser::Error as _;
    use serde::{Deserializer, Serializer};

    /// The largest [time value](https://tc39.es/ecma262/#sec-time-values-and-time-range) in milliseconds.
    const MOST: u64 = 8_640_000_000_000_000;

    /// Serializes a time.
    ///
    /// # Errors
    ///
    /// If a `Date` cannot have this time.
    pub fn serialize<S: Serializer>(time: &SystemTime, serializer: S) -> Result<S::Ok, S::Error> {
        let (sign, distance) = match time.duration_since(SystemTime::UNIX_EPOCH) {
            Ok(after) => (1, after.as_millis()),
            Err(before) => (-1, before.duration().as_nanos().div_ceil(1_000_000)),
        };
        match i64::try_from(distance) {
            Ok(milliseconds) if distance <= MOST.into() => {
                serializer.serialize_newtype_struct(super::DATE, &(sign * milliseconds))
            }
            _ => Err(S::Error::custom("a Date cannot have this time")),
        }
    }

    /// Deserializes a time.
    ///
    /// # Errors
    ///
    /// If the value is not a `Date`, or an invalid one.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<SystemTime, D::Error> {
        let milliseconds: i64 = super::content(super::DATE, deserializer)?;
        let distance = Duration::from_millis(milliseconds.unsigned_abs());
        let time = if milliseconds < 0 {
            SystemTime::UNIX_EPOCH.checked_sub(distance)
        } else {
            SystemTime::UNIX_EPOCH.checked_add(distance)
        };
        time.ok_or_else(|| D::Error::custom("the system cannot have this time"))
    }
}

/// A map as a `Map`, whose keys keep their types and their order.
pub mod map {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    /// Serializes a map.
    ///
    /// # Errors
    ///
    /// Those of the keys and values.
    pub fn serialize<T: Serialize, S: Serializer>(map: &T, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_newtype_struct(super::MAP, map)
    }

    /// Deserializes a map.
    ///
    /// # Errors
    ///
    /// If the value is neither a `Map` nor an object, and those of the keys and values.
    pub fn deserialize<'de, T: Deserialize<'de>, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
        super::content(super::MAP, deserializer)
    }
}

/// A sequence, such as a `HashSet`, as a `Set`.
pub mod set {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    /// Serializes a sequence.
    ///
    /// # Errors
    ///
    /// Those of the elements.
    pub fn serialize<T: Serialize, S: Serializer>(set: &T, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_newtype_struct(super::SET, set)
    }

    /// Deserializes a sequence.
    ///
    /// # Errors
    ///
    /// If the value is neither a `Set` nor an array, and those of the elements.
    pub fn deserialize<'de, T: Deserialize<'de>, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
        super::content(super::SET, deserializer)
    }
}

/// Bytes as a `Uint8Array`.
pub mod bytes {
    use serde::{Deserializer, Serializer};

    struct Bytes;

    impl<'de> serde::de::Visitor<'de> for Bytes {
        type Value = Vec<u8>;

        fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.write_str("bytes")
        }

        fn visit_bytes<E>(self, bytes: &[u8]) -> Result<Vec<u8>, E> {
            Ok(bytes.to_vec())
        }

        fn visit_byte_buf<E>(self, bytes: Vec<u8>) -> Result<Vec<u8>, E> {
            Ok(bytes)
        }

        fn visit_seq<A: serde::de::SeqAccess<'de>>(self, mut elements: A) -> Result<Vec<u8>, A::Error> {
            let mut bytes = Vec::new();
            while let Some(byte) = elements.next_element()? {
                bytes.push(byte);
            }
            Ok(bytes)
        }
    }

    /// Serializes bytes.
    ///
    /// # Errors
    ///
    /// Only if the engine fails.
    pub fn serialize<T: AsRef<[u8]> + ?Sized, S: Serializer>(bytes: &T, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(bytes.as_ref())
    }

    /// Deserializes bytes.
    ///
    /// # Errors
    ///
    /// If the value is neither a buffer, nor a view of one, nor an array of bytes.
    pub fn deserialize<'de, T: From<Vec<u8>>, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
        deserializer.deserialize_byte_buf(Bytes).map(T::from)
    }
}

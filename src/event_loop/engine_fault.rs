//! What the engine gets wrong and posttask cannot correct.

/// Something that the engine gets wrong, and that posttask can only tell. It is reported once for each place, as an
/// [`Uncaught`](crate::Uncaught) of the kind [`EngineFault`](crate::html::UncaughtKind::EngineFault): results that
/// depend on it cannot be trusted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum EngineFault {
    /// A value was written for people with a locale or options that are not known.
    LocaleFormat,
    /// Texts were compared whose order in their language is not known.
    LocaleOrder,
    /// A text was compiled without corrections, and needs some.
    UncorrectedText,
    /// A property of a prototype was deleted, or became an accessor or a value, after it may have been read.
    ChangedProperty,
    /// A regular expression that does not run in the engine's matcher searches a string with unpaired surrogates.
    UnpairedSurrogates,
}

impl EngineFault {
    #[cfg(test)]
    const ALL: [Self; 5] =
        [Self::LocaleFormat, Self::LocaleOrder, Self::UncorrectedText, Self::ChangedProperty, Self::UnpairedSurrogates];

    /// Whether the program depends on the fault. Otherwise, it may be a false positive.
    #[must_use]
    pub const fn is_certain(self) -> bool {
        !matches!(self, Self::ChangedProperty | Self::UnpairedSurrogates)
    }

    /// Where the fault is described: a heading of `docs/boa-gaps.md`.
    #[must_use]
    pub const fn link(self) -> &'static str {
        match self {
            Self::LocaleFormat => "docs/boa-gaps.md#text-is-formatted-without-its-locale",
            Self::LocaleOrder => "docs/boa-gaps.md#localecompare-compares-code-units",
            Self::UncorrectedText => "docs/boa-gaps.md#source-text-that-a-program-compiles",
            Self::UnpairedSurrogates => "docs/boa-gaps.md#repeated-groups-in-repeated-groups-are-counted-wrongly",
            Self::ChangedProperty => {
                "docs/boa-gaps.md#properties-that-are-deleted-or-change-their-kind-are-read-from-their-old-location"
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::EngineFault;

    #[test]
    fn the_headings_exist() {
        let document = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/boa-gaps.md");
        let document = std::fs::read_to_string(document).unwrap();
        let anchor = |line: &str| {
            let kept = |c: &char| c.is_ascii_alphanumeric() || *c == '-' || *c == ' ';
            line.chars().filter(kept).collect::<String>().to_lowercase().replace(' ', "-")
        };
        let anchors: Vec<_> = document.lines().filter_map(|line| line.strip_prefix("### ")).map(anchor).collect();
        for fault in EngineFault::ALL {
            let heading = fault.link().strip_prefix("docs/boa-gaps.md#").unwrap();
            assert!(anchors.iter().any(|anchor| anchor == heading), "{fault:?}");
        }
    }
}

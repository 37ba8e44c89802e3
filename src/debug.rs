//! `Debug` for types that do not show all their fields.

/// Implements `Debug` for a type: `debug!(Type, "field" = |this| value, ...)` shows these fields, and that there are
/// more.
#[doc(hidden)]
#[macro_export]
macro_rules! debug {
    ($type:ty $(, $name:literal = |$this:ident| $value:expr)*) => {
        impl std::fmt::Debug for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                let name = std::any::type_name::<Self>();
                let name = name.split('<').next().unwrap_or_default();
                let mut shown = f.debug_struct(name.rsplit("::").next().unwrap_or_default());
                $({
                    let $this = self;
                    shown.field($name, &$value);
                })*
                shown.finish_non_exhaustive()
            }
        }
    };
}

pub(crate) use debug;

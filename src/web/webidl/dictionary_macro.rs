//! The macro that declares dictionaries.

/// Declares a struct that is converted from a [dictionary](https://webidl.spec.whatwg.org/#idl-dictionaries): an
/// argument of [`interface!`](crate::interface) or a member of another dictionary can have this type. Each field has
/// the name of its member, and a type that implements [`FromJs`](crate::webidl::FromJs). A member is required unless it
/// has a default value or its type is an `Option`. Members are in alphabetical order, because Web IDL converts them in
/// this order, which getters can observe.
///
/// ```
/// use posttask::Runtime;
/// use posttask::webidl::FromJs;
///
/// posttask::dictionary! {
///     /// Where and how to draw.
///     #[derive(Debug, PartialEq)]
///     pub struct DrawOptions {
///         "color" => color: Option<String>,
///         "lineWidth" => line_width: f64 = 1.0,
///         "points" => points: Vec<i32>,
///     }
/// }
///
/// let mut runtime = Runtime::builder().build()?;
/// let value = runtime.run_script("({ points: new Set([1, 2]), lineWidth: '3' })")?;
/// let options = runtime.try_with_context(|context| DrawOptions::from_js(&value, &"draw: options", context))?;
/// assert_eq!(options, DrawOptions { color: None, line_width: 3.0, points: vec![1, 2] });
/// let wrong = runtime.run_script("({ points: [2 ** 31] })")?;
/// let error = runtime.try_with_context(|context| DrawOptions::from_js(&wrong, &"draw: options", context));
/// let message = "TypeError: an element of draw: options: points is outside the range of i32";
/// assert_eq!(error.unwrap_err().to_string(), message);
/// # Ok::<(), posttask::Error>(())
/// ```
#[macro_export]
macro_rules! dictionary {
    (
        $(#[$attribute:meta])*
        $visibility:vis struct $type:ident {
            $($(#[$of_field:meta])* $name:literal => $field:ident: $member:ty $(= $default:expr)?),+ $(,)?
        }
    ) => {
        $(#[$attribute])*
        $visibility struct $type {
            $($(#[$of_field])* pub $field: $member,)+
        }

        const _: () = assert!(
            $crate::webidl::are_sorted(&[$($name),+]),
            "the members of a dictionary are in alphabetical order",
        );

        impl $crate::webidl::FromJs for $type {
            const IS_OPTIONAL: bool =
                true $(&& $crate::dictionary!(@is_optional $member $(= $default)?))+;

            fn from_js(
                value: &$crate::boa_engine::JsValue,
                what: &dyn ::std::fmt::Display,
                context: &mut $crate::boa_engine::Context,
            ) -> $crate::boa_engine::JsResult<Self> {
                let members = $crate::webidl::Members::new(value, what)?;
                ::std::result::Result::Ok(Self {
                    $($field: members.member::<$member>(
                        $name,
                        $crate::dictionary!(@default $($default)?),
                        context,
                    )?,)+
                })
            }
        }
    };
    (@is_optional $member:ty = $default:expr) => { true };
    (@is_optional $member:ty) => { <$member as $crate::webidl::FromJs>::IS_OPTIONAL };
    (@default $default:expr) => { ::std::option::Option::Some(|| $default) };
    (@default) => { ::std::option::Option::None };
}

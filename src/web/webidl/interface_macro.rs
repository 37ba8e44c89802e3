//! The macro that declares interfaces.

/// Implements [`Interface`](crate::webidl::Interface) for a type, which must implement `Trace`.
///
/// ```text
/// interface! {
///     CustomEvent: Event;                          // the parent is optional; `Type as "Name"` if the names differ
///     constructor(1) = construct;                  // called with `new.target`; 1 argument is required
///     get "detail" = |event| event.detail.clone(); // an attribute; `event` is the state of `this`
///     get "flag" = |event| event.flag.get(), set = |event, value| event.flag.set(value.to_boolean());
///     get promise "done" = |event| event.done();   // an attribute that is a promise; errors reject it
///     operation "init"(1) = init;                  // called with the state, the arguments and the context
///     operation "close"() = |event| event.close(); // an operation without arguments
///     promise "load"(1) = load;                    // an operation that returns a promise; errors reject it
///     static "of"(0) = of;                         // a static operation; its first parameter is `this`
///     static get "all" = get_all;                  // a static attribute
///     raw "on"(2) = add;                           // an operation that receives `this` and performs all checks
///     iterable;                                    // `iterable<K, V>`; the type implements `PairIterable`
///     with = constants;                            // anything else: a function that takes and returns the builder
/// }
/// ```
///
/// A constructor and a static operation are called with `(&JsValue, &[JsValue], &mut Context)`, an operation with
/// `(&Gc<Self>, &[JsValue], &mut Context)`, or `&Self` instead of `&Gc<Self>`. They return a `JsResult` of a value that
/// implements [`IntoJs`](crate::webidl::IntoJs). Getters and setters may use `?`, and take the context as their last
/// parameter if they need it. The brand check of `this` and the check for missing arguments come before the steps.
#[macro_export]
macro_rules! interface {
    ($type:ident as $name:literal $($rest:tt)*) => { $crate::interface!(@parent $type, $name; $($rest)*); };
    ($type:ident $($rest:tt)*) => { $crate::interface!(@parent $type, stringify!($type); $($rest)*); };

    (@parent $type:ident, $name:expr; : $parent:ty; $($members:tt)*) => {
        $crate::interface!(@impl $type, $name, $type, $parent; $($members)*);
    };
    (@parent $type:ident, $name:expr; : $parent:ty, state = $state:ty; $($members:tt)*) => {
        $crate::interface!(@impl $type, $name, $state, $parent; $($members)*);
    };
    (@parent $type:ident, $name:expr; , state = $state:ty; $($members:tt)*) => {
        $crate::interface!(@impl $type, $name, $state, (); $($members)*);
    };
    (@parent $type:ident, $name:expr; ; $($members:tt)*) => {
        $crate::interface!(@impl $type, $name, $type, (); $($members)*);
    };

    (@impl $type:ident, $name:expr, $state:ty, $parent:ty; $($members:tt)*) => {
        impl $crate::webidl::Interface for $type {
            type State = $state;
            type Parent = $parent;
            const NAME: &'static str = $name;

            fn name() -> $crate::boa_engine::JsString {
                $crate::static_string!($name)
            }

            fn define(builder: $crate::webidl::InterfaceBuilder<'_>) -> $crate::webidl::InterfaceBuilder<'_> {
                $crate::interface!(@members $type, builder; $($members)*)
            }
        }
    };

    (@members $type:ident, $builder:expr;) => { $builder };
    (@members $type:ident, $builder:expr; constructor($required:literal) = $steps:expr; $($rest:tt)*) => {
        $crate::interface!(@members $type, $builder.constructor($required, |new_target, arguments, context| {
            $crate::webidl::require_new::<$type>(new_target)?;
            $crate::webidl::require_arguments(arguments, $required, <$type as $crate::webidl::Interface>::NAME)?;
            $steps(new_target, arguments, context).map($crate::webidl::IntoJs::into_js)
        }); $($rest)*)
    };
    (@members $type:ident, $builder:expr; static get $name:literal = $getter:expr; $($rest:tt)*) => {
        $crate::interface!(@members $type, $builder.static_attribute(
            $crate::attribute_name!($name),
            $getter,
        ); $($rest)*)
    };
    (@members $type:ident, $builder:expr; static $name:literal($required:literal) = $steps:expr; $($rest:tt)*) => {
        $crate::interface!(@members $type, $builder.static_operation(
            $crate::static_string!($name),
            $required,
            |this, arguments, context| {
                $crate::webidl::require_arguments_of::<$type>(arguments, $required, $name)?;
                $steps(this, arguments, context).map($crate::webidl::IntoJs::into_js)
            },
        ); $($rest)*)
    };
    (@members $type:ident, $builder:expr;
        operation $name:literal() = |$state:ident $(, $context:ident)?| $value:expr; $($rest:tt)*
    ) => {
        $crate::interface!(@members $type, $builder.operation(
            $crate::static_string!($name),
            0,
            $crate::interface!(@getter $type, $name, |$state $(, $context)?| $value),
        ); $($rest)*)
    };
    (@members $type:ident, $builder:expr; operation $name:literal($required:literal) = $steps:expr; $($rest:tt)*) => {
        $crate::interface!(@members $type, $builder.operation(
            $crate::static_string!($name),
            $required,
            |this, arguments, context| {
                let state = $crate::webidl::this_object::<$type>(this, $name)?;
                $crate::webidl::require_arguments_of::<$type>(arguments, $required, $name)?;
                $steps(&state, arguments, context).map($crate::webidl::IntoJs::into_js)
            },
        ); $($rest)*)
    };
    (@members $type:ident, $builder:expr; promise $name:literal($required:literal) = $steps:expr; $($rest:tt)*) => {
        $crate::interface!(@members $type, $builder.operation(
            $crate::static_string!($name),
            $required,
            |this, arguments, context| {
                Ok($crate::webidl::catch_as_rejection(context, |context| {
                    let state = $crate::webidl::this_object::<$type>(this, $name)?;
                    $crate::webidl::require_arguments_of::<$type>(arguments, $required, $name)?;
                    $steps(&state, arguments, context)
                }))
            },
        ); $($rest)*)
    };
    (@members $type:ident, $builder:expr; raw $name:literal($required:literal) = $steps:expr; $($rest:tt)*) => {
        $crate::interface!(@members $type, $builder.operation(
            $crate::static_string!($name),
            $required,
            $steps,
        ); $($rest)*)
    };
    (@members $type:ident, $builder:expr; iterable; $($rest:tt)*) => {
        $crate::interface!(@members $type, $builder.iterable::<$type>(); $($rest)*)
    };
    (@members $type:ident, $builder:expr; with = $more:expr; $($rest:tt)*) => {
        $crate::interface!(@members $type, $more($builder); $($rest)*)
    };
    (@members $type:ident, $builder:expr;
        get $name:literal = |$state:ident $(, $context:ident)?| $value:expr,
        set = |$target:ident, $new:ident $(, $set_context:ident)?| $set:expr; $($rest:tt)*
    ) => {
        $crate::interface!(@members $type, $builder.writable_attribute(
            $crate::attribute_name!($name),
            $crate::interface!(@getter $type, $name, |$state $(, $context)?| $value),
            |this, arguments, _context| {
                let $target = $crate::webidl::this_object::<$type>(this, $name)?;
                let $new = $crate::boa_engine::JsArgs::get_or_undefined(arguments, 0);
                $(let $set_context = _context;)?
                Ok($crate::webidl::IntoJs::into_js($set))
            },
        ); $($rest)*)
    };
    (@members $type:ident, $builder:expr;
        get promise $name:literal = |$state:ident $(, $context:ident)?| $value:expr; $($rest:tt)*
    ) => {
        $crate::interface!(@members $type, $builder.attribute(
            $crate::attribute_name!($name),
            |this, _, context| {
                Ok($crate::webidl::catch_as_rejection(context, |_context| {
                    let $state = $crate::webidl::this_object::<$type>(this, $name)?;
                    $(let $context = _context;)?
                    Ok($crate::webidl::IntoJs::into_js($value))
                }))
            },
        ); $($rest)*)
    };
    (@members $type:ident, $builder:expr;
        get $name:literal = |$state:ident $(, $context:ident)?| $value:expr; $($rest:tt)*
    ) => {
        $crate::interface!(@members $type, $builder.attribute(
            $crate::attribute_name!($name),
            $crate::interface!(@getter $type, $name, |$state $(, $context)?| $value),
        ); $($rest)*)
    };
    (@getter $type:ident, $name:literal, |$state:ident $(, $context:ident)?| $value:expr) => {
        |this, _, _context| {
            let $state = $crate::webidl::this_object::<$type>(this, $name)?;
            $(let $context = _context;)?
            Ok($crate::webidl::IntoJs::into_js($value))
        }
    };
}

pub(crate) use interface;

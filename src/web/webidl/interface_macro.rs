//! The macro that declares interfaces.

/// Implements [`Interface`](crate::webidl::Interface) for a type, which must implement `Trace`.
///
/// ```text
/// interface! {
///     CustomEvent: Event;                          // the parent is optional; `Type as "Name"` if the names differ
///     constructor(1) = construct;                  // called with `new.target`; 1 argument is required
///     constructor(a: u32, b: String = "".into()) = |prototype, context| ..; // converts the arguments first
///     get "detail" = |event| event.detail.clone(); // an attribute; `event` is the state of `this`
///     get "flag" = |event| event.flag.get(), set = |event, value| event.flag.set(value.to_boolean());
///     get promise "done" = |event| event.done();   // an attribute that is a promise; errors reject it
///     operation "init"(1) = init;                  // called with the state, the arguments and the context
///     operation "close"() = |event| event.close(); // an operation without arguments
///     operation "set"(a: u32, b: Option<bool>) = |event, context| ..; // converts the arguments first
///     async "save"(a: u32) = |event, task| async move { Ok(a) }; // a future, whose output resolves the promise
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
///
/// Arguments with a type are converted by [`FromJs`](crate::webidl::FromJs). Those at the end that are an `Option` or
/// have a default value can be left out. The steps of such a constructor get the prototype of the new object, and may
/// use `?`. Those of an `async` member get an [`AsyncTask`](crate::scheduler::AsyncTask), and are a future of a
/// `JsResult`, which runs as tasks of the scheduler.
///
/// ```
/// use std::cell::{Cell, RefCell};
/// use std::time::Duration;
///
/// use posttask::Runtime;
/// use posttask::boa_gc::{Finalize, Gc, Trace};
/// use posttask::interface;
/// use posttask::webidl::{Interface, Layers, new_object};
///
/// #[derive(Trace, Finalize)]
/// struct Store {
///     #[unsafe_ignore_trace]
///     names: RefCell<Vec<String>>,
///     writes: Cell<u32>,
/// }
///
/// interface! {
///     Store;
///     constructor(names: Vec<String> = Vec::new()) = |prototype, context| {
///         let state = Store { names: RefCell::new(names), writes: Cell::new(0) };
///         new_object(prototype, Layers::root(&Gc::new(state)), context)
///     };
///     get "writes" = |store| store.writes.get();
///     operation "name"(index: usize) = |store| store.names.borrow().get(index).cloned();
///     async "add"(name: String, times: u32 = 1) = |store, task| async move {
///         task.sleep(Duration::from_millis(10)).await;
///         store.writes.set(store.writes.get() + 1);
///         let mut names = store.names.borrow_mut();
///         (0..times).for_each(|_| names.push(name.clone()));
///         Ok(u32::try_from(names.len()).unwrap_or(u32::MAX))
///     };
/// }
///
/// let mut runtime = Runtime::builder().virtual_time().extension(Store::register).build()?;
/// let added = runtime.eval_async("const store = new Store(['a']); store.add('b', 2)")?;
/// assert_eq!(added.as_number(), Some(3.0));
/// let seen = runtime.run_script("[store.name(2), store.name(7), store.writes, store.add.length].join()")?;
/// assert_eq!(seen.as_string(), Some("b,,1,1".into()));
/// let error = runtime.eval_async("store.add('c', -1)").unwrap_err().to_string();
/// assert!(error.starts_with("TypeError: Store.add: times is outside the range of u32"), "{error}");
/// # Ok::<(), posttask::Error>(())
/// ```
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
    (@members $type:ident, $builder:expr;
        constructor($($argument:ident: $argument_type:ty $(= $default:expr)?),+ $(,)?) =
            |$prototype:ident, $context:ident| $value:expr; $($rest:tt)*
    ) => {
        $crate::interface!(@members $type, $builder.constructor(
            $crate::interface!(@required $($argument_type $(= $default)?),+),
            |new_target, arguments, context| {
                const REQUIRED: usize = $crate::interface!(@required $($argument_type $(= $default)?),+);
                $crate::webidl::require_new::<$type>(new_target)?;
                $crate::webidl::require_arguments(arguments, REQUIRED, <$type as $crate::webidl::Interface>::NAME)?;
                let mut arguments = $crate::webidl::Arguments::new::<$type>("", arguments);
                $(let $argument =
                    $crate::interface!(@argument arguments, context, $argument: $argument_type $(= $default)?);)+
                let $prototype = $crate::webidl::prototype_of_new_target::<$type>(new_target, context)?;
                let $context = context;
                Ok($crate::webidl::IntoJs::into_js($value))
            },
        ); $($rest)*)
    };
    (@members $type:ident, $builder:expr;
        operation $name:literal($($argument:ident: $argument_type:ty $(= $default:expr)?),+ $(,)?) =
            |$state:ident $(, $context:ident)?| $value:expr; $($rest:tt)*
    ) => {
        $crate::interface!(@members $type, $builder.operation(
            $crate::static_string!($name),
            $crate::interface!(@required $($argument_type $(= $default)?),+),
            |this, arguments, _context| {
                const REQUIRED: usize = $crate::interface!(@required $($argument_type $(= $default)?),+);
                let $state = $crate::webidl::this_object::<$type>(this, $name)?;
                $crate::webidl::require_arguments_of::<$type>(arguments, REQUIRED, $name)?;
                let mut arguments = $crate::webidl::Arguments::new::<$type>($name, arguments);
                $(let $argument =
                    $crate::interface!(@argument arguments, _context, $argument: $argument_type $(= $default)?);)+
                $(let $context = _context;)?
                Ok($crate::webidl::IntoJs::into_js($value))
            },
        ); $($rest)*)
    };
    (@members $type:ident, $builder:expr;
        async $name:literal($($argument:ident: $argument_type:ty $(= $default:expr)?),* $(,)?) =
            |$state:ident, $task:ident| $future:expr; $($rest:tt)*
    ) => {
        $crate::interface!(@members $type, $builder.operation(
            $crate::static_string!($name),
            $crate::interface!(@required $($argument_type $(= $default)?),*),
            |this, arguments, context| {
                const REQUIRED: usize = $crate::interface!(@required $($argument_type $(= $default)?),*);
                Ok($crate::webidl::catch_as_rejection(context, |context| {
                    let $state = $crate::webidl::this_object::<$type>(this, $name)?;
                    $crate::webidl::require_arguments_of::<$type>(arguments, REQUIRED, $name)?;
                    let mut _arguments = $crate::webidl::Arguments::new::<$type>($name, arguments);
                    $(let $argument =
                        $crate::interface!(@argument _arguments, context, $argument: $argument_type $(= $default)?);)*
                    let options = $crate::scheduler::TaskOptions::new();
                    let future = move |$task: $crate::scheduler::AsyncTask| $future;
                    Ok($crate::promise(options, future, context)?.into())
                }))
            },
        ); $($rest)*)
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
    (@required $($argument_type:ty $(= $default:expr)?),*) => {
        $crate::webidl::required_arguments(
            &[$($crate::dictionary!(@is_optional $argument_type $(= $default)?)),*]
        )
    };
    (@argument $arguments:ident, $context:ident, $argument:ident: $argument_type:ty = $default:expr) => {
        $arguments.next_or::<$argument_type>(stringify!($argument), || $default, $context)?
    };
    (@argument $arguments:ident, $context:ident, $argument:ident: $argument_type:ty) => {
        $arguments.next::<$argument_type>(stringify!($argument), $context)?
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

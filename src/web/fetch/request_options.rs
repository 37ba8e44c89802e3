//! The enumerations of requests: <https://fetch.spec.whatwg.org/#requestinit>.

use std::str::FromStr;

use crate::web::webidl::Enumeration;

macro_rules! enumerations {
    ($($(#[$doc:meta])* $vis:vis $name:ident { $($(#[$meta:meta])* $variant:ident = $text:literal),+ $(,)? })*) => {
        $(
            $(#[$doc])*
            #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
            $vis enum $name { $($(#[$meta])* $variant),+ }

            impl $name {
                /// The value in JavaScript.
                #[allow(dead_code, reason = "no attribute shows the priority")]
                pub(super) const fn as_str(self) -> &'static str {
                    match self { $(Self::$variant => $text),+ }
                }
            }

            impl FromStr for $name {
                type Err = ();

                fn from_str(text: &str) -> Result<Self, ()> {
                    match text { $($text => Ok(Self::$variant),)+ _ => Err(()) }
                }
            }

            impl Enumeration for $name {
                const NAME: &'static str = stringify!($name);
            }
        )*
    };
}

enumerations! {
    /// What responses are allowed. Without pages of other origins to protect, only `same-origin` has an effect.
    pub(super) RequestMode {
        Navigate = "navigate",
        SameOrigin = "same-origin",
        NoCors = "no-cors",
        #[default] Cors = "cors",
    }
    /// Whether cookies are sent. There are none.
    pub(super) RequestCredentials {
        Omit = "omit",
        #[default] SameOrigin = "same-origin",
        Include = "include",
    }
    /// How the cache is used. There is none.
    pub(super) RequestCache {
        #[default] Default = "default",
        NoStore = "no-store",
        Reload = "reload",
        NoCache = "no-cache",
        ForceCache = "force-cache",
        OnlyIfCached = "only-if-cached",
    }
    /// What happens with redirects.
    pub(super) RequestRedirect {
        #[default] Follow = "follow",
        Error = "error",
        Manual = "manual",
    }
    /// How important a response is, relative to others: [the priority][priority].
    ///
    /// [priority]: https://fetch.spec.whatwg.org/#request-priority
    pub RequestPriority {
        /// More important than others.
        High = "high",
        /// Less important than others.
        Low = "low",
        /// Neither.
        #[default]
        Auto = "auto",
    }
    /// Only half duplex is defined.
    pub(super) RequestDuplex {
        #[default] Half = "half",
    }
    /// Which referrer is sent. None is.
    pub(super) ReferrerPolicy {
        #[default] Empty = "",
        NoReferrer = "no-referrer",
        NoReferrerWhenDowngrade = "no-referrer-when-downgrade",
        SameOrigin = "same-origin",
        Origin = "origin",
        StrictOrigin = "strict-origin",
        OriginWhenCrossOrigin = "origin-when-cross-origin",
        StrictOriginWhenCrossOrigin = "strict-origin-when-cross-origin",
        UnsafeUrl = "unsafe-url",
    }
}

//! What the packages `posttask-front-end` and `posttask-cli` need besides the public interface. It may change in any
//! version.

pub mod async_context {
    pub use crate::web::async_context::wrap;
}

pub mod dom {
    pub use crate::web::dom::event_listeners;
}

pub mod engine {
    pub use crate::engine::classic_script::parse_text;
    pub use crate::engine::coded_errors::with_code;
    pub use crate::engine::engine_text::set_corrected;
    pub use crate::engine::file_urls::{file_url, path_of_file_url};
    pub use crate::engine::front_end::set_front_end;
    pub use crate::engine::function_text::save_function_to_string;
    pub use crate::engine::hooks::a_synthetic_module_fails;
    pub use crate::engine::lexer::{Lexer, LexicalGoal, Token, TokenKind, is_invisible};
    pub use crate::engine::lines::{is_line_terminator, line_of, lines_in, position_after, width_of_last_line};
    pub use crate::engine::loading_at_once::{evaluate_at_once, import_at_once, running_bodies};
    pub use crate::engine::module_source::{
        is_path_with_drive, normalize, parse_json, parse_json_with_members, path_of_specifier, text_module, url_of_file,
    };
    pub use crate::engine::nesting::check_nesting;
    pub use crate::engine::source_text::{read_source, read_text};
    pub use crate::engine::syntax_error::with_place;
    pub use crate::engine::workarounds::array_lengths::{Goal, with_bracketed_lengths};
    pub use crate::engine::workarounds::property_changes::a_property_is_deleted;
}

pub mod error {
    pub use crate::error::size;
}

pub mod event_loop {
    pub use crate::event_loop::VariableId;
    pub use crate::event_loop::ambient::owner::OwnerId;
    pub use crate::event_loop::call_in_own_frame;
    pub use crate::event_loop::guard::set_while;
    pub use crate::event_loop::origins::{
        ANONYMOUS, HOST_FILE, explain_error, is_host_file, marked, stack_text, unmarked, user_frame,
        with_anonymous_text,
    };
    pub use crate::event_loop::queues::collect_garbage;
    pub use crate::event_loop::running::running_work;
    pub use crate::event_loop::time::milliseconds;
    pub use crate::event_loop::work::{QueuePosition, WorkRequest};
}

pub mod exploration {
    pub use crate::exploration::connection::Choices;
    pub use crate::exploration::elsewhere::Forks;
    pub use crate::exploration::footprints;
    pub use crate::exploration::reduce::Reduce;
    pub use crate::exploration::worker::{LoadOnce, Received, Worker};
}

pub mod fetch {
    pub use crate::web::fetch::fetching::{network, set_network};
    pub use crate::web::fetch::served::{
        answer_with, chunk_bytes, is_response, received, request_object, response_head, reusable,
    };
}

pub mod html {
    pub use crate::web::html::console::table::draw as draw_table;
    pub use crate::web::html::console::{console_output, set_console_formatter};
    pub use crate::web::html::environment::{base_url, is_worker, set_base_url};
    pub use crate::web::html::error_description::{describe, describe_with_causes};
    pub use crate::web::html::inspect::{
        Heading, Kind, ObjectText, Role, SearchParams, Shown, Style, Walker, is_class, own_property, prototypes,
        split_at_style, without_styles,
    };
    pub use crate::web::html::inspect::{is_identifier, one_line};
    pub use crate::web::html::messaging::window_post_message::define_window_post_message;
}

pub mod streams {
    pub use crate::web::streams::waiting::{WaitingStream, waiting_streams, watch_streams};
}

pub mod workers {
    pub use crate::web::html::messaging::message_port::receive_message;
    pub use crate::web::workers::ending::{end_worker, end_worker_when_idle};
    pub use crate::web::workers::environment::{agent_number, worker_data};
    pub use crate::web::workers::worker_interface::{new_worker_with_data, set_worker_referenced};
}

pub mod atomics {
    pub use crate::web::atomics::{AsyncWait, async_waits};
}

pub mod locks {
    pub use crate::web::locks::{WaitingLock, waiting_locks};
}

pub mod node {
    pub use crate::for_node::set_for_node;
    pub use crate::node::{
        Immediate, Timeout, clear_immediate, clear_timeout, clear_timer_of_the_web, next_tick, set_immediate,
        set_timeout,
    };
}

pub use crate::panic_message::panic_message;

pub mod performance {
    pub use crate::web::performance::resource_timing::mark_script_load;
}

pub mod runtime {
    pub use crate::runtime::evaluation::{Completeness, Declarations, completeness, declared_variables};
    #[cfg(not(target_family = "wasm"))]
    pub use crate::runtime::large_stack::on_a_large_stack_of_its_own;
    pub use crate::runtime::large_stack::{LARGE_STACK, fits_a_large_stack, on_a_large_stack};
    pub use crate::runtime::realms::create_realm;
    pub use crate::runtime::settings::STACK_SIZE;
    pub use crate::runtime::stack::{StackLimits, limits_of_stack};
    pub use crate::runtime::supervisor::{Idle, Supervisor};
    pub use crate::runtime::top_level_awaits::top_level_awaits;
}

pub mod url {
    pub use crate::web::url::is_url;
    pub use crate::web::url::url_record::parse;
}

pub mod webidl {
    pub use crate::web::webidl::callback::event_loop;
    pub use crate::web::webidl::closure::closure;
    pub use crate::web::webidl::conversions::{double, enforce_range};
    pub use crate::web::webidl::exception::{exception_value, is_too_deep, range_error, type_error};
    pub use crate::web::webidl::platform_object::PlatformObject;
    pub use crate::web::webidl::promise::{PendingPromise, when_settled};
    pub use crate::web::webidl::traced_promise::mark_as_handled;
}

//! Whether a stream gets colours: asked here, once a stream, and handed on as a [`Style`].
//!
//! `NO_COLOR` wins over `CLICOLOR_FORCE`, which wins over `CLICOLOR=0` and over a stream that is
//! no terminal.

use std::io::IsTerminal;

use crate::report::style::Style;

/// The style of standard output.
pub(super) fn stdout() -> Style {
    stream(&std::io::stdout())
}

/// The style of standard error.
pub(super) fn stderr() -> Style {
    stream(&std::io::stderr())
}

fn stream(stream: &impl IsTerminal) -> Style {
    if anstyle_query::no_color() {
        return Style::plain();
    }
    // The crate takes `CLICOLOR_FORCE=0` as set; by the convention it forces nothing.
    let zero = std::env::var_os("CLICOLOR_FORCE").is_some_and(|value| value == "0");
    let wanted = (anstyle_query::clicolor_force() && !zero)
        || (stream.is_terminal()
            && anstyle_query::clicolor() != Some(false)
            && anstyle_query::term_supports_color());
    if wanted { Style::coloured() } else { Style::plain() }
}

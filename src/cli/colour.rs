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
    let wanted = anstyle_query::clicolor_force()
        || (stream.is_terminal()
            && anstyle_query::clicolor() != Some(false)
            && anstyle_query::term_supports_color());
    if wanted { Style::coloured() } else { Style::plain() }
}

//! Colour as a value: renderers take a [`Style`] and never ask the terminal.

use colored::{Color, Colorize as _};

/// How text is dressed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Style {
    colour: bool,
}

impl Style {
    /// Without any escape sequence.
    #[must_use]
    pub fn plain() -> Self {
        Style { colour: false }
    }

    /// With colours.
    #[must_use]
    pub fn coloured() -> Self {
        Style { colour: true }
    }

    /// What went well.
    #[must_use]
    pub fn good(self, text: &str) -> String {
        self.paint(text, Color::Green)
    }

    /// What went wrong.
    #[must_use]
    pub fn bad(self, text: &str) -> String {
        self.paint(text, Color::Red)
    }

    /// What is worth a look.
    #[must_use]
    pub fn note(self, text: &str) -> String {
        self.paint(text, Color::Yellow)
    }

    /// Headings.
    #[must_use]
    pub fn strong(self, text: &str) -> String {
        if self.colour { forced(text.bold()) } else { text.to_owned() }
    }

    /// What recedes.
    #[must_use]
    pub fn dim(self, text: &str) -> String {
        if self.colour { forced(text.dimmed()) } else { text.to_owned() }
    }

    fn paint(self, text: &str, color: Color) -> String {
        if self.colour { forced(text.color(color)) } else { text.to_owned() }
    }
}

/// `colored` decides by the process's environment; a [`Style`] has decided already.
fn forced(text: colored::ColoredString) -> String {
    text.to_string()
}

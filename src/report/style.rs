//! Colour as a value: renderers take a [`Style`] and never ask the terminal.

use colored::{ColoredString, Colorize as _};

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
    ///
    /// `colored` would ask the environment again at every string. Here that has been decided, so
    /// it is told to paint whatever it is given; what must stay plain never reaches it.
    #[must_use]
    pub fn coloured() -> Self {
        colored::control::set_override(true);
        Style { colour: true }
    }

    /// What went well.
    #[must_use]
    pub fn good(self, text: &str) -> String {
        self.paint(text, |text| text.green())
    }

    /// What went wrong.
    #[must_use]
    pub fn bad(self, text: &str) -> String {
        self.paint(text, |text| text.red())
    }

    /// What is worth a look.
    #[must_use]
    pub fn note(self, text: &str) -> String {
        self.paint(text, |text| text.yellow())
    }

    /// Headings.
    #[must_use]
    pub fn strong(self, text: &str) -> String {
        self.paint(text, |text| text.bold())
    }

    /// What recedes.
    #[must_use]
    pub fn dim(self, text: &str) -> String {
        self.paint(text, |text| text.dimmed())
    }

    fn paint(self, text: &str, dress: impl FnOnce(&str) -> ColoredString) -> String {
        if self.colour && !text.is_empty() { dress(text).to_string() } else { text.to_owned() }
    }
}

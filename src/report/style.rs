//! Colour as a value: renderers take a [`Style`] and never ask the terminal.

use anstyle::AnsiColor;

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
        self.paint(text, AnsiColor::Green.on_default())
    }

    /// What went wrong.
    #[must_use]
    pub fn bad(self, text: &str) -> String {
        self.paint(text, AnsiColor::Red.on_default())
    }

    /// What is worth a look.
    #[must_use]
    pub fn note(self, text: &str) -> String {
        self.paint(text, AnsiColor::Yellow.on_default())
    }

    /// Headings.
    #[must_use]
    pub fn strong(self, text: &str) -> String {
        self.paint(text, anstyle::Style::new().bold())
    }

    /// What recedes.
    #[must_use]
    pub fn dim(self, text: &str) -> String {
        self.paint(text, anstyle::Style::new().dimmed())
    }

    fn paint(self, text: &str, style: anstyle::Style) -> String {
        if self.colour && !text.is_empty() {
            format!("{style}{text}{style:#}")
        } else {
            text.to_owned()
        }
    }
}

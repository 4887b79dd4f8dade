//! An agent's panic is a fault with a message and a place, not noise on stderr.

use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind, set_hook, take_hook};
use std::path::Path;
use std::sync::Once;

/// A panic that was caught.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Panic {
    /// Its message.
    pub(super) message: String,
    /// `file:line`, where it is known.
    pub(super) place: Option<String>,
}

thread_local! {
    static CATCHING: Cell<bool> = const { Cell::new(false) };
    static LAST: RefCell<Option<Panic>> = const { RefCell::new(None) };
}

/// Runs `work` and catches its panic. Only panics on this thread, inside `work`, are kept from
/// the hook that was there before.
pub(super) fn catch<T>(work: impl FnOnce() -> T) -> Result<T, Panic> {
    static INSTALL: Once = Once::new();
    INSTALL.call_once(|| {
        let previous = take_hook();
        set_hook(Box::new(move |info| {
            if CATCHING.get() {
                LAST.set(Some(describe(info)));
            } else {
                previous(info);
            }
        }));
    });
    LAST.set(None);
    CATCHING.set(true);
    // The agent is not asked again after a panic, so it does not matter what state it is in.
    let result = catch_unwind(AssertUnwindSafe(work));
    CATCHING.set(false);
    result.map_err(|_| LAST.take().unwrap_or_default())
}

fn describe(info: &PanicHookInfo<'_>) -> Panic {
    let message = info.payload_as_str().unwrap_or("panicked without a message").to_owned();
    let place = info.location().map(|location| {
        // A path of the machine that built the grader means nothing to a reader.
        let file = Path::new(location.file()).file_name().unwrap_or_default();
        format!("{}:{}", file.to_string_lossy(), location.line())
    });
    Panic { message, place }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_caught_with_its_message_and_place() {
        let line = line!() + 1;
        let caught = catch(|| panic!("out of {}", "ideas"));
        let place = Some(format!("panics.rs:{line}"));
        assert_eq!(caught, Err::<(), _>(Panic { message: "out of ideas".to_owned(), place }));
        assert_eq!(catch(|| 7), Ok(7));
    }
}

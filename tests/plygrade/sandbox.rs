//! Programs in the sandbox: how each ends, and that nothing of it is left.
//!
//! The hostile ones lie in `tests/hostile/sandbox`, each with the ends that it may have in its
//! first line; `exit 0` means that everything it tried was refused. They are bounded, so that a
//! sandbox that fails does not take the machine down.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a test says what it could not try")]

mod hostile;
mod leaving;
mod ordinary_user;
mod plain_use;
mod tools;

//! Searches recurse once a ply, and an agent may go far deeper than it should: agents run on a
//! thread with a large stack, and the state wrapper ends a case before that stack is used up.

use std::ptr;
use std::thread::{self, Builder};

/// Bytes of stack for one case: at [`PLY_LIMIT`](crate::host::recorder::PLY_LIMIT) plies some
/// 2 KiB each. Pages that are never touched cost nothing; an endless recursion touches all.
const SIZE: usize = 32 << 20;
/// Bytes that an agent may use. The rest is for the wrapper itself and for unwinding.
const LIMIT: usize = SIZE / 4 * 3;

/// Runs `work` on a thread with a large stack.
///
/// # Errors
/// What went wrong when the thread could not be started, or ended by a panic that nobody caught.
pub(super) fn with_large_stack<T: Send>(work: impl FnOnce() -> T + Send) -> Result<T, String> {
    thread::scope(|scope| {
        Builder::new()
            .name("agent".to_owned())
            .stack_size(SIZE)
            .spawn_scoped(scope, work)
            .map_err(|error| format!("failed to start a thread for the agent: {error}"))?
            .join()
            .map_err(|_| "the agent's thread panicked while it was put away".to_owned())
    })
}

/// Where the stack stood when an agent was asked.
#[derive(Clone, Copy, Debug)]
pub(super) struct Depth(usize);

impl Depth {
    /// The current depth.
    #[inline(never)]
    pub(super) fn now() -> Self {
        let here = 0_u8;
        Depth(ptr::from_ref(&here).addr())
    }

    /// Whether so much has been used since that little is left.
    pub(super) fn is_nearly_used_up(self) -> bool {
        self.0.abs_diff(Depth::now().0) > LIMIT
    }
}

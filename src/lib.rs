//! plygrade grades assignments on game-tree search.
//!
//! Flow, always forward: [`case`] → [`host`] → [`transcript`] → [`judge`] → [`report`].

pub mod berkeley;
pub mod case;
pub mod cli;
pub mod course;
pub mod document;
pub mod error;
pub mod exit_status;
pub mod files;
pub mod ghosts;
pub mod grade;
pub mod host;
pub mod judge;
pub mod nearest;
pub mod position;
pub mod reference;
pub mod report;
pub mod submission;
pub mod suite;
pub mod transcript;

//! Pacman against recorded games and searches, and against a plain second implementation.
//!
//! Recorded facts are read from `shared/conformance` beside the repository where that exists;
//! everything else needs no file.

mod better;
mod parts;
mod plain;
mod playouts;
mod properties;
mod searches;
mod shared;
mod views;

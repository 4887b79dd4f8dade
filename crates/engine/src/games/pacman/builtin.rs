//! Boards that need no file.

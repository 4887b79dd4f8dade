//! The one integration-test binary: it drives the built command as a user does.

mod grade;
mod sandbox;

//! The one integration-test binary: it drives the built command as a user does.

mod berkeley;
mod case_files;
mod cases;
mod cli;
mod grade;
mod hostile;
mod house;
mod machine;
mod malformed;
mod notice;
mod pylab;
mod python;
mod readme;
mod sandbox;
mod schemas;
mod solutions;
mod stdio;
mod transcripts;

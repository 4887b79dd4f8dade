//! Links every Rust file below `solutions/` into the grader, without a list to edit by hand, and
//! compiles the native Python module that the binary carries.

#[path = "build/python.rs"]
mod python;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=solutions");
    // The suites in it are built in.
    println!("cargo::rerun-if-changed=test_cases");
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    fs::write(out.join("solutions.rs"), linked(&root.join("solutions"))?)?;
    python::module(&root, &out)
}

/// Rust source: one module a file, and the table of them all.
fn linked(root: &Path) -> io::Result<String> {
    let mut modules = String::new();
    let mut table = String::new();
    for folder in sorted(root)?.iter().filter(|path| path.is_dir()) {
        for file in
            sorted(folder)?.iter().filter(|path| path.extension().is_some_and(|e| e == "rs"))
        {
            let (folder, name) = (stem(folder), stem(file));
            writeln!(
                modules,
                "#[path = {file:?}]\n#[allow(missing_docs, unreachable_pub)]\nmod {folder}_{name};"
            )
            .map_err(io::Error::other)?;
            writeln!(
                table,
                "    Solution {{ folder: {folder:?}, name: {name:?}, source: include_str!({file:?}), \
                 suite: {folder}_{name}::SUITE, agent: {folder}_{name}::agent }},"
            )
            .map_err(io::Error::other)?;
        }
    }
    Ok(format!(
        "{modules}\n/// Every file below `solutions/`, by folder and name.\n\
         pub static SOLUTIONS: &[Solution] = &[\n{table}];\n"
    ))
}

fn sorted(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut paths = fs::read_dir(folder)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<io::Result<Vec<_>>>()?;
    paths.sort();
    Ok(paths)
}

fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

//! The counts of a submission beside the reference's.

use super::super::layout::{left, right, width};
use super::super::style::Style;
use super::super::{CaseReport, text};
use crate::case::Unit;

/// One unit's figures.
struct Row {
    unit: &'static str,
    yours: String,
    reference: String,
    checked: bool,
    differs: bool,
}

/// The table of counts that the case checks or that differ; empty when there are none.
pub(super) fn table(case: &CaseReport, style: Style) -> Vec<String> {
    let rows: Vec<Row> = Unit::ALL.into_iter().filter_map(|unit| row(case, unit)).collect();
    if rows.is_empty() {
        return Vec::new();
    }
    let [head, yours, reference] = text::COUNTS;
    let widest = |head: &str, cell: fn(&Row) -> &str| {
        rows.iter().map(|row| width(cell(row))).max().unwrap_or(0).max(width(head))
    };
    let unit_columns = widest(head, |row| row.unit);
    let yours_columns = widest(yours, |row| &row.yours);
    let reference_columns = widest(reference, |row| &row.reference);
    let line = |unit: &str, yours: &str, reference: &str| {
        format!(
            "    {}  {yours}  {}",
            left(unit, unit_columns),
            right(reference, reference_columns)
        )
    };
    let mut lines = vec![line(head, &right(yours, yours_columns), reference)];
    for row in &rows {
        let yours = right(&row.yours, yours_columns);
        let yours = if row.differs && row.checked { style.bad(&yours) } else { yours };
        let checked = if row.checked { text::CHECKED } else { "" };
        lines.push(format!("{}  {checked}", line(row.unit, &yours, &row.reference)));
    }
    lines
}

fn row(case: &CaseReport, unit: Unit) -> Option<Row> {
    let expect = &case.case.expect;
    let by_reference = expect.is_empty() && unit == Unit::NextStateCalls;
    let checked = by_reference || expect.counts.iter().any(|(checked, _)| *checked == unit);
    let yours = case.transcript.total(unit);
    // Over a whole game the reference's counts are those of its first move alone.
    let reference = case.reference.as_ref().filter(|_| case.case.task.play.is_none());
    let reference = reference.and_then(|reference| unit.of(&reference.counts));
    let differs = yours != reference;
    let shown = match (yours, reference) {
        (Some(_), Some(_)) => checked || differs,
        (None, None) => false,
        _ => checked,
    };
    if !shown {
        return None;
    }
    let figure = |n: Option<u64>| n.map_or_else(|| "-".to_owned(), |n| n.to_string());
    Some(Row {
        unit: text::unit(unit),
        yours: figure(yours),
        reference: figure(reference),
        checked,
        differs,
    })
}

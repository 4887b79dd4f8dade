//! The nearest known name to one that was mistyped.

/// A name that is so many times as long as another is not taken for it.
const LONGER: usize = 3;

/// The candidate nearest to `word`, if it is near enough to be meant.
#[must_use]
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word = word.to_lowercase();
    let length = word.chars().count();
    let like = |candidate: &str| {
        let other = candidate.chars().count();
        length.max(other) < LONGER * length.min(other)
    };
    candidates
        .into_iter()
        .filter(|candidate| like(candidate))
        .map(|candidate| (strsim::jaro_winkler(&word, &candidate.to_lowercase()), candidate))
        .filter(|(likeness, _)| *likeness > 0.7)
        .max_by(|a, b| a.0.total_cmp(&b.0).then_with(|| b.1.cmp(a.1)))
        .map(|(_, candidate)| candidate)
}

/// `; did you mean "NAME"?`, or nothing.
#[must_use]
pub fn did_you_mean<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> String {
    nearest(word, candidates).map_or_else(String::new, |name| format!("; did you mean {name:?}?"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_name_is_proposed_and_a_far_one_is_not() {
        let known = ["minimax", "alphabeta", "expectimax"];
        assert_eq!(nearest("minmax", known), Some("minimax"));
        assert_eq!(nearest("AlphaBta", known), Some("alphabeta"));
        assert_eq!(nearest("q7", known), None);
        // All of one is in the other, which says little.
        assert_eq!(nearest("nosuch", ["s", "n"]), None);
        assert_eq!(nearest("s", ["submission"]), None);
        assert_eq!(nearest("betterEvaluation", ["better"]), Some("better"));
        assert_eq!(nearest("q9", ["q1", "q10"]), nearest("q9", ["q10", "q1"]));
    }
}

//! How much is remembered.

use plygrade_engine::counting::{CallOrder, Counted, DISTINCT_LIMIT, Distinct, Generated};
use plygrade_engine::search::{Algorithm, Terms, search};

use crate::support::uniform;

#[test]
fn distinct_states_are_given_up_at_the_limit_unless_they_are_checked() {
    let [mut shown, mut checked] = [false, true].map(|exact| Distinct::new(0, None, exact));
    let limit = DISTINCT_LIMIT as u128;
    for child in 1..limit {
        // Twice, since the limit is one of states, not of calls.
        for _ in 0..2 {
            shown.note_successor(child);
            checked.note_successor(child);
        }
    }
    for below in [&shown, &checked] {
        assert_eq!(below.counts().distinct_generated, Some(DISTINCT_LIMIT as u64 - 1));
        assert_eq!(below.counts().distinct_explored, Some(DISTINCT_LIMIT as u64));
    }
    shown.note_successor(limit);
    checked.note_successor(limit);
    assert_eq!(shown.counts().distinct_generated, None);
    assert_eq!(shown.counts().distinct_explored, None);
    assert_eq!(checked.counts().distinct_generated, Some(DISTINCT_LIMIT as u64));
    assert_eq!(checked.counts().distinct_explored, Some(DISTINCT_LIMIT as u64 + 1));
}

#[test]
fn generated_states_are_kept_where_the_order_of_calls_is_cut() {
    let (tree, root) = uniform(3, 4, f64::from);
    let meter = (CallOrder::new(5), Generated::default());
    let mut counted = Counted::new(&tree, meter);
    for _ in 0..2 {
        search(&mut counted, &root, 0, Algorithm::Minimax, &Terms::default()).expect("no budget");
    }
    let (order, generated) = counted.meter;
    assert_eq!((order.calls.len(), order.truncated), (5, true));
    assert_eq!(generated.states.len(), 3 + 9 + 27 + 81);
    let first: Vec<_> = order.calls.iter().map(|call| call.child).collect();
    assert_eq!(generated.states[..5], first);
}

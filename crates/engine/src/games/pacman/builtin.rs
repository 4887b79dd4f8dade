//! Boards that need no file, drawn for this project.

/// Every built-in layout: its name and its text.
pub const LAYOUTS: [(&str, &str); 6] = [
    ("tiny", TINY),
    ("trapped", TRAPPED),
    ("open", OPEN),
    ("capsules", CAPSULES),
    ("corridors", CORRIDORS),
    ("medium", MEDIUM),
];

/// The text of the layout called `name`.
#[must_use]
pub fn text(name: &str) -> Option<&'static str> {
    LAYOUTS.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
}

/// A ring around two pillars, small enough to search to the end by eye.
const TINY: &str = "\
%%%%%%%
%P . G%
% %.% %
%  .  %
%%%%%%%
";

/// Pacman between two ghosts in a corridor: minimax gives up, expectimax takes a chance.
const TRAPPED: &str = "\
%%%%%%%%%%%
%....G P G%
%%%%%%%%%.%
%        .%
%%%%%%%%%%%
";

/// A hall without inner walls.
const OPEN: &str = "\
%%%%%%%%%%%%%%%%%%%
%G  ...  .  ...   %
%  .   . . .   .  %
%  .   .   .   .  %
%  .   . . .   .  %
%   ...  .  ...  P%
%%%%%%%%%%%%%%%%%%%
";

/// A small maze with a capsule in each corner.
const CAPSULES: &str = "\
%%%%%%%%%%%%%%%%
%o..%......%..o%
%.%...%%%%...%.%
%.%.%. G  .%.%.%
%...%.%%%%.%...%
%o%...P......%o%
%%%%%%%%%%%%%%%%
";

/// Long corridors, a ghost in each upper corner, capsules in dead ends.
const CORRIDORS: &str = "\
%%%%%%%%%%%%%%%%%%
%G......%%......G%
%.%%%%%.%%.%%%%%.%
%.%o  %....%  o%.%
%.%%% %.%%.% %%%.%
%.......P........%
%%%%%%%%%%%%%%%%%%
";

/// 20 x 11 with two ghosts, the size of a full game.
const MEDIUM: &str = "\
%%%%%%%%%%%%%%%%%%%%
%.......%..%.......%
%.%%o%%.%..%.%%.%%.%
%.%...%......%...%.%
%.%.%.%%.%%.%%.%.%.%
%.. %....GG....%...%
%.%.%%.%.%%.%.%%.%.%
%.%......  ......%.%
%.%%%.%%.%%.%%.%%%.%
%......%..P.%....o.%
%%%%%%%%%%%%%%%%%%%%
";

#[cfg(test)]
mod tests {
    use super::super::{Direction, Layout, Pacman};
    use super::*;
    use crate::game::Game;

    fn layout(name: &str) -> Layout {
        Layout::parse(text(name).expect("a built-in name")).expect("a good layout")
    }

    /// The cells that can be reached from Pacman's, itself included.
    fn reachable(layout: &Layout) -> usize {
        let mut seen = vec![layout.starts()[0]];
        let mut next = 0;
        while let Some(cell) = seen.get(next).copied() {
            next += 1;
            for direction in Direction::ALL {
                let (dx, dy) = direction.delta();
                let x = u32::from(cell.x).saturating_add_signed(dx.into());
                let y = u32::from(cell.y).saturating_add_signed(dy.into());
                if let Some(cell) = layout.cell(x, y)
                    && !layout.is_wall(x, y)
                    && !seen.contains(&cell)
                {
                    seen.push(cell);
                }
            }
        }
        seen.len()
    }

    #[test]
    fn borders_are_closed_and_everything_is_reachable() {
        for (name, text) in LAYOUTS {
            let layout = layout(name);
            let (width, height) = (layout.width(), layout.height());
            assert!(text.lines().all(|line| line.len() == width as usize), "{name}: ragged");
            assert!((0..width).all(|x| layout.is_wall(x, 0) && layout.is_wall(x, height - 1)));
            assert!((0..height).all(|y| layout.is_wall(0, y) && layout.is_wall(width - 1, y)));
            let walls = text.chars().filter(|symbol| *symbol == '%').count();
            assert_eq!(reachable(&layout), (width * height) as usize - walls, "{name}");
        }
    }

    #[test]
    fn everybody_can_move_at_the_start() {
        for (name, _) in LAYOUTS {
            let game = Pacman::new(layout(name));
            assert!(game.agents() > 1 && game.start().food_count() > 0, "{name}");
            for agent in 0..game.agents() {
                let mut legal = Vec::new();
                game.legal_actions(&game.start(), agent, &mut legal);
                legal.retain(|action| *action != Direction::Stop);
                assert!(!legal.is_empty(), "{name}: agent {agent}");
            }
        }
    }

    #[test]
    fn medium_is_20_by_11_with_two_ghosts() {
        let layout = layout("medium");
        assert_eq!((layout.width(), layout.height(), layout.num_agents()), (20, 11, 3));
        assert_eq!(text("mediumClassic"), None);
    }
}

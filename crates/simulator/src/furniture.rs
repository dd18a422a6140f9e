//! Furniture round the game on a real table: a cribbage board, pads, glasses, a phone, the boneyard, hands of tiles. It
//! stays through all games of a table; now and then a thing is moved.

use scene::furnish::{Footprint, moved_to, standing_hand};
use scene::{Around, Dice, Piece, PlacedTile, Scene, TableScene, Thing, V3, pieces};

/// Room for the layout, in lengths of a tile to each side: what [`TableScene`] gives it.
const ROOM: (f32, f32) = (5.2, 2.6);
/// Area seen by the usual camera.
const SEEN: (f32, f32) = (1.38, 1.5);

/// A piece on the table.
#[derive(Clone, Debug)]
struct Standing {
    piece: Piece,
    things: Vec<Thing>,
    /// Another look of the thing: a phone that lights up.
    other: Option<Vec<Thing>>,
}

/// All of it.
#[derive(Clone, Debug)]
pub(super) struct Furniture {
    room: (f32, f32),
    pieces: Vec<Standing>,
    boneyard: Vec<PlacedTile>,
    hands: Vec<PlacedTile>,
    dice: Dice,
}

impl Furniture {
    /// Places the seed's furniture round this table.
    pub(super) fn new(seed: u64, table: &TableScene) -> Self {
        let mut dice = Dice::new(seed, 3, 9);
        let half = table.tile_half();
        let room = (ROOM.0 * half.x * 2.0, ROOM.1 * half.x * 2.0);
        let mut around = Around::new(room, (room.0 * SEEN.0, room.1 * SEEN.1));
        let mut hands = Vec::new();
        if dice.p(0.5) {
            for out in [(0.0, -1.0), (0.0, 1.0)] {
                let (n, away) = (dice.i(3, 7), room.1 + half.y + dice.f(15.0, 55.0));
                hands.extend(standing_hand(&mut dice, half, (out, away), n));
            }
            around.keep_free(hands.iter().map(|tile| Footprint::standing(tile, half)));
        }
        let n = dice.i(2, 14);
        let boneyard = if dice.p(0.5) { around.boneyard(&mut dice, half, n) } else { Vec::new() };
        let mut all = Self { room, pieces: Vec::new(), boneyard, hands, dice: dice.fork() };
        let mut wanted = Vec::new();
        for (piece, chance) in [(Piece::Board, 0.8), (Piece::Pint, 0.6), (Piece::Phone, 0.5), (Piece::Pad, 0.5)] {
            if dice.p(chance) {
                wanted.push(piece);
            }
        }
        wanted.extend((0..dice.i(0, 4)).map(|_| Piece::random(&mut dice)));
        for piece in wanted {
            all.put(&mut dice, &mut around, piece);
        }
        all
    }

    fn put(&mut self, dice: &mut Dice, around: &mut Around, piece: Piece) {
        if piece != Piece::Phone {
            let put = around.put(dice, |dice, at| piece.make(dice, at));
            // A glass in front of the line would hide it from a player's seat for the whole game.
            let things = put.map(|put| put.things).filter(|things| piece != Piece::Pint || place(things).y > 0.0);
            self.pieces.extend(things.map(|things| Standing { piece, things, other: None }));
            return;
        }
        let mut same = dice.clone();
        let Some(dark) = around.put(dice, |dice, at| pieces::phone(dice, at, false)) else { return };
        let lit = pieces::phone(&mut same, (0.0, 0.0, 0.0), true);
        let Some(pose) = dark.things.first().map(|thing| thing.pose) else { return };
        let lit = moved_to(&lit, (pose.at.x, pose.at.y, pose.u.y.atan2(pose.u.x)));
        self.pieces.push(Standing { piece, things: dark.things, other: Some(lit.things) });
    }

    /// Adds it to what the camera looks at; the tiles of the layout stay the first.
    pub(super) fn stand_in(&self, scene: &mut Scene) {
        scene.tiles.extend(self.boneyard.iter().chain(&self.hands));
        scene.things.extend(self.pieces.iter().flat_map(|standing| standing.things.iter().cloned()));
    }

    /// A phone lights up or goes dark, without anybody near it.
    pub(super) fn blink(&mut self) {
        for standing in &mut self.pieces {
            if let Some(other) = &mut standing.other {
                std::mem::swap(other, &mut standing.things);
            }
        }
    }

    /// A player moves a glass or another thing, takes a tile from the hand, or shuffles the boneyard; returns the
    /// place.
    pub(super) fn change(&mut self) -> Option<V3> {
        match self.dice.w(&[0.6, 0.2, 0.2]) {
            0 => self.move_thing(),
            1 => self.hands.pop().map(|tile| tile.pose.at),
            _ => {
                for tile in &mut self.boneyard {
                    tile.pose.at.x += self.dice.n(3.0);
                    tile.pose.at.y += self.dice.n(3.0);
                }
                self.boneyard.first().map(|tile| tile.pose.at)
            }
        }
    }

    /// Pushes everything over one of these tiles of the layout out of the way, as players do before they drop there.
    pub(super) fn make_way(&mut self, tiles: &[Footprint], half: V3) {
        for standing in &mut self.pieces {
            let feet: Vec<Footprint> = standing.things.iter().map(Footprint::of).collect();
            let by = out_of_the_way(&feet, tiles);
            for thing in standing.things.iter_mut().chain(standing.other.iter_mut().flatten()) {
                thing.pose.at += by;
            }
        }
        for tile in &mut self.boneyard {
            let foot = Footprint { half: (half.x, half.y), ..Footprint::standing(tile, half) };
            tile.pose.at += out_of_the_way(&[foot], tiles);
        }
        for tile in &mut self.hands {
            tile.pose.at += out_of_the_way(&[Footprint::standing(tile, half)], tiles);
        }
    }

    /// Drinks are moved most; moved things stay out of the layout's room and clear of everything else.
    fn move_thing(&mut self) -> Option<V3> {
        const TRIES: usize = 10;
        let weights: Vec<f32> = self.pieces.iter().map(|s| if s.piece == Piece::Pint { 4.0 } else { 1.0 }).collect();
        if weights.is_empty() {
            return None;
        }
        let which = self.dice.w(&weights);
        let room = Footprint { at: (0.0, 0.0), angle: 0.0, half: self.room };
        for _ in 0..TRIES {
            let by = V3 { x: self.dice.n(60.0), y: self.dice.n(40.0), z: 0.0 };
            let moved = |things: &[Thing]| {
                let mut things = things.to_vec();
                for thing in &mut things {
                    thing.pose.at += by;
                }
                things
            };
            let things = moved(&self.pieces[which].things);
            let others = self.pieces.iter().enumerate().filter(|(i, _)| *i != which);
            let mut taken = others.flat_map(|(_, other)| &other.things).map(Footprint::of).chain([room]);
            let free = |taken: Footprint| things.iter().all(|thing| Footprint::of(thing).apart(&taken));
            if taken.all(free) {
                let other = self.pieces[which].other.as_deref().map(moved);
                let was = place(&self.pieces[which].things);
                let standing = &mut self.pieces[which];
                (standing.things, standing.other) = (things, other);
                return Some(was);
            }
        }
        None
    }
}

/// Returns how far these feet must move from the middle of the table to leave all tiles free.
fn out_of_the_way(feet: &[Footprint], tiles: &[Footprint]) -> V3 {
    const STEP: f32 = 4.0;
    const MOST: usize = 60;
    let (x, y) = feet.first().map_or((1.0, 0.0), |foot| foot.at);
    let far = x.hypot(y).max(1.0);
    let by = |steps: usize| (x / far * STEP * steps as f32, y / far * STEP * steps as f32);
    let free = |&steps: &usize| {
        let (dx, dy) = by(steps);
        let mut moved = feet.iter().map(|foot| Footprint { at: (foot.at.0 + dx, foot.at.1 + dy), ..*foot });
        moved.all(|foot| tiles.iter().all(|tile| tile.apart(&foot)))
    };
    let (x, y) = by((0..MOST).find(free).unwrap_or(MOST));
    V3 { x, y, z: 0.0 }
}

fn place(things: &[Thing]) -> V3 {
    things.first().map_or(V3 { x: 0.0, y: 0.0, z: 0.0 }, |thing| thing.pose.at)
}

#[cfg(test)]
mod tests {
    use super::*;
    use scene::Standpoint;

    #[test]
    fn what_would_lie_on_the_layout_is_pushed_aside_and_nothing_else() {
        let table = TableScene::new(5, Standpoint::USUAL, 6, "fives_and_threes");
        let half = table.tile_half();
        let mut furniture = Furniture::new(5, &table);
        let at = |furniture: &Furniture| -> Vec<V3> {
            furniture.pieces.iter().flat_map(|standing| &standing.things).map(|thing| thing.pose.at).collect()
        };
        let (before, first) = (at(&furniture), place(&furniture.pieces[0].things));
        furniture.make_way(&[Footprint { at: (0.0, 0.0), angle: 0.3, half: (half.x, half.y) }], half);
        assert_eq!(at(&furniture), before, "a tile in the middle is in nobody's way");
        let tile = Footprint { at: (first.x, first.y), angle: 0.3, half: (half.x, half.y) };
        furniture.make_way(&[tile], half);
        assert_ne!(at(&furniture), before);
        let things =
            furniture.pieces.iter().flat_map(|standing| standing.things.iter().chain(standing.other.iter().flatten()));
        assert!(things.into_iter().all(|thing| Footprint::of(thing).apart(&tile)));
    }
}

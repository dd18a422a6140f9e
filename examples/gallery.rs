//! The widgets with made-up values, for looking at them: `cargo run --example gallery -- [light] [sides N] [target N]`.

use egui::{Rect, pos2, vec2};
use sixty_one::layout::Layout;
use sixty_one::rules::PRESETS;
use sixty_one::tile::Pip;
use sixty_one::ui::theme::{self, Theme};
use sixty_one::ui::widgets::board_shape::BoardShape;
use sixty_one::ui::widgets::peg_board::{PegBoard, Pegs};
use sixty_one::ui::widgets::score::ScorePanel;
use sixty_one::ui::widgets::tile_pad::{PadShape, TilePad};
use sixty_one::ui::widgets::{button, line, peg_board, score, tile_pad};

struct Gallery {
    theme: Theme,
    sides: usize,
    target: u16,
}

impl eframe::App for Gallery {
    fn ui(&mut self, ui: &mut egui::Ui, _: &mut eframe::Frame) {
        let full = ui.max_rect();
        ui.painter().rect_filled(full, 0, self.theme.ground);
        let board = Rect::from_min_max(pos2(full.right() - 234.0, full.top() + 12.0), full.max - vec2(12.0, 12.0));
        let names = ["Anna", "Ben", "Chris", "Dot & Emil"];
        let scores = [(52, Some(44)), (44, Some(42)), (7, None), (31, Some(30))];
        let scale = self.target.max(61) / 61;
        let pegs: Vec<Pegs<'_>> = (0..self.sides)
            .map(|i| Pegs { name: names[i], front: scores[i].0 * scale, back: scores[i].1.map(|b| b * scale) })
            .collect();
        let shape = BoardShape::for_target(self.sides, self.target, Some(31));
        let shown = PegBoard { shape, pegs: &pegs, opposite: false, movable: true };
        peg_board::show(ui, &self.theme, board, egui::Id::unique("board"), &shown);
        for side in 0..2 {
            let panel = ScorePanel {
                side,
                name: names[side].to_owned(),
                score: scores[side].0.to_string(),
                badge: if side == 0 { "+8".to_owned() } else { String::new() },
                to_drop: side == 1,
                doing: if side == 1 { "to drop".to_owned() } else { String::new() },
                tiles_left: "4 tiles left".to_owned(),
                legs: (1 - side as u8, 2),
                lines: vec![
                    ("to go".to_owned(), "9".to_owned()),
                    ("finishes on".to_owned(), "no single drop".to_owned()),
                    ("points a drop".to_owned(), "2.6".to_owned()),
                ],
                ..ScorePanel::default()
            };
            let rect = Rect::from_min_size(full.min + vec2(12.0, 12.0 + side as f32 * 330.0), vec2(282.0, 318.0));
            score::show(ui, &self.theme, rect, &panel);
        }
        let rules = &PRESETS[0].rules;
        let text = "4-1 1-6 6-6 6-2 2-5 5-5 5-3 3-3 3-0";
        let layout = text.parse::<Layout>().unwrap_or_default();
        let mid = Rect::from_min_max(
            pos2(full.left() + 306.0, full.top() + 12.0),
            pos2(board.left() - 12.0, full.top() + 152.0),
        );
        ui.painter().rect_filled(mid, 12, self.theme.panel);
        line::show(ui, &self.theme, mid, &layout, rules, &line::Marks { last: Some(8), ..Default::default() });
        let max = Pip::new(6).unwrap_or(Pip::BLANK);
        let pad_rect =
            Rect::from_min_max(pos2(mid.left(), mid.bottom() + 12.0), pos2(mid.right(), full.bottom() - 80.0));
        let fits = rules.tiles().iter().filter(|t| layout.fits(*t, rules) && !layout.tiles().contains(*t)).collect();
        let shape = PadShape::new(max, pad_rect.size());
        let pad = TilePad { max, laid: layout.tiles(), fits, chosen: "4-4".parse().ok(), any: false, prefix: "tile " };
        tile_pad::show(ui, &self.theme, pad_rect, &shape, &pad);
        let mut left = mid.left();
        for (label, key, main) in
            [("Enter", "↵", true), ("Knock", "K", false), ("Undo", "U", false), ("Advice", "A", false)]
        {
            let rect =
                Rect::from_min_size(pos2(left, full.bottom() - 64.0), vec2(if main { 224.0 } else { 150.0 }, 52.0));
            left = rect.right() + 10.0;
            button::put(ui, &self.theme, rect, button::Face::new(label).key(key).main(main));
        }
    }
}

fn main() -> eframe::Result {
    let args: Vec<String> = std::env::args().collect();
    let number = |key: &str| args.iter().position(|a| a == key).and_then(|i| args.get(i + 1)?.parse().ok());
    let theme = if args.iter().any(|a| a == "light") { Theme::LIGHT } else { Theme::DARK };
    let (sides, target) = (number("sides").unwrap_or(2), number("target").unwrap_or(61) as u16);
    let options = eframe::NativeOptions {
        viewport: egui::ViewportBuilder::default().with_inner_size([1280.0, 720.0]),
        ..Default::default()
    };
    eframe::run_native(
        "Sixty-One gallery",
        options,
        Box::new(move |cc| {
            theme::install_fonts(&cc.egui_ctx);
            theme.apply(&cc.egui_ctx);
            Ok(Box::new(Gallery { theme, sides, target }))
        }),
    )
}

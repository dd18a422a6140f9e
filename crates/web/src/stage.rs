//! The window on a canvas, frame by frame: what eframe is on a desktop. It runs in a worker, where eframe cannot.

use crate::controls::controls;
use crate::input::Input;
use crate::letters;
use crate::message::{self, Control, FromPage, Standing, ToPage};
use egui::{CursorIcon, OutputCommand, PlatformOutput, TexturesDelta, ViewportId};
use egui_glow::Painter;
use js_sys::{Array, Uint8Array};
use language::{Language, say};
use sixty_one::ui::notice::Notice;
use sixty_one::ui::shell::Shell;
use sixty_one::ui::taps::Taps;
use sixty_one::widgets::theme;
use sixty_one::worker::remote::{self, Brought, RemoteJob};
use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use store::disk;
use wasm_bindgen::JsCast as _;
use wasm_bindgen::prelude::*;
use web_sys::{OffscreenCanvas, WebGl2RenderingContext};

/// The window on its canvas.
#[wasm_bindgen]
pub struct Stage {
    ctx: egui::Context,
    shell: Shell,
    canvas: OffscreenCanvas,
    painter: Painter,
    input: Input,
    textures: TexturesDelta,
    /// The last message to the page.
    told: Told,
    news: ToPage,
    /// A file that was chosen, for the next frame.
    dropped: Option<PathBuf>,
    /// Whether the page is visible.
    seen: bool,
    /// What keeps matches that the browser may delete; nothing if it has promised to keep them.
    perishable: Option<&'static str>,
    /// Whether the match on the table was over at the last frame.
    over: bool,
    downloads: Vec<(String, Vec<u8>)>,
    remote_jobs: VecDeque<RemoteJob>,
}

#[derive(Debug, Default)]
struct Told {
    cursor: Option<&'static str>,
    typing: bool,
    controls: Vec<Control>,
    ground: String,
    standing: Option<Standing>,
    settled: Option<bool>,
    /// The event that was called out last.
    called: Option<usize>,
    /// The language that is spoken.
    language: Option<Language>,
}

impl std::fmt::Debug for Stage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Stage")
    }
}

impl Stage {
    pub(crate) fn new(canvas: OffscreenCanvas, shell: Shell) -> Result<Self, String> {
        let words = |why: JsValue| format!("{why:?}");
        let drawn = canvas.get_context("webgl2").map_err(words)?.ok_or(say!("this browser has no WebGL 2"))?;
        let gl = drawn.dyn_into::<WebGl2RenderingContext>().map_err(|_other| say!("this browser has no WebGL 2"))?;
        #[expect(clippy::arc_with_non_send_sync, reason = "the painter wants it so; there is one thread")]
        let gl = Arc::new(glow::Context::from_webgl2_context(gl));
        let painter = Painter::new(gl, "", None, true).map_err(|why| why.to_string())?;
        let ctx = egui::Context::default();
        theme::install_fonts(&ctx);
        for rasterizer in letters::rasterizers() {
            ctx.add_glyph_rasterizer(rasterizer);
        }
        ctx.enable_accesskit();
        Ok(Self {
            ctx,
            shell,
            canvas,
            painter,
            input: Input::default(),
            textures: TexturesDelta::default(),
            told: Told::default(),
            news: ToPage::default(),
            dropped: None,
            seen: true,
            perishable: None,
            over: true,
            downloads: Vec::new(),
            remote_jobs: VecDeque::new(),
        })
    }

    fn tell(&mut self, output: PlatformOutput) {
        for command in output.commands {
            match command {
                OutputCommand::CopyText(text) => self.news.copied = Some(text),
                OutputCommand::OpenUrl(link) => self.news.opened = Some(link.url),
                OutputCommand::TextSelectionSettled(_) | OutputCommand::CopyImage(_) => {}
            }
        }
        let cursor = cursor(output.cursor_icon);
        if self.told.cursor.replace(cursor) != Some(cursor) {
            self.news.cursor = Some(cursor);
        }
        // Not only where the field is in sight: it is scrolled to while the keyboard rises.
        let typing = self.ctx.text_edit_focused();
        if std::mem::replace(&mut self.told.typing, typing) != typing {
            self.news.typing = Some(typing);
        }
        if let Some(update) = output.accesskit_update {
            let now = controls(&update, self.ctx.zoom_factor());
            if now != self.told.controls {
                self.told.controls.clone_from(&now);
                self.news.controls = Some(now);
            }
        }
        let [r, g, b, _] = self.shell.state.theme.ground.to_array();
        let ground = format!("rgb({r} {g} {b})");
        if ground != self.told.ground {
            self.told.ground.clone_from(&ground);
            self.news.ground = Some(ground);
        }
        let language = language::current();
        if self.told.language.replace(language) != Some(language) {
            self.news.language = Some(language.code());
        }
        let standing = self.standing();
        if self.told.standing.as_ref() != Some(&standing) {
            self.told.standing = Some(standing.clone());
            self.news.standing = Some(standing);
        }
        let called = self.shell.state.table.as_ref().and_then(|table| table.called.as_ref());
        if let Some(call) = called.filter(|call| self.told.called != Some(call.event)) {
            self.told.called = Some(call.event);
            let all = std::iter::once(&call.told).chain(&call.also);
            let words: Vec<String> =
                all.map(|told| format!("{} {} {}", told.title, told.detail, told.points)).collect();
            self.news.said = Some(words.join(". "));
        }
        self.downloads.extend(disk::take_downloads());
        self.remote_jobs.extend(remote::take_remote_jobs());
    }

    /// At the end of a match people are reminded that it may not stay here.
    fn warn(&mut self) {
        let over = self.shell.state.table.as_ref().is_none_or(|table| table.game.state().is_over());
        if over
            && !self.over
            && !self.shell.state.perishes
            && let Some(words) = self.perishable
        {
            self.shell.state.notices.push(Notice::perishable(words));
        }
        self.over = over;
    }

    fn standing(&self) -> Standing {
        let state = &self.shell.state;
        let unsaved = state.unsaved.as_ref().map_or(0, |unsaved| unsaved.acts);
        let table = state.table.as_ref();
        Standing {
            recorded: table.map_or(0, |table| table.game.events().len()).saturating_sub(unsaved),
            unsaved,
            proposed: state.camera.proposal().map(|proposal| proposal.words.clone()).unwrap_or_default(),
            playing: table.is_some_and(|table| table.game.state().running().is_some()),
            deep: self.shell.is_deep(),
            keeps: !state.perishes,
        }
    }

    fn heed(&mut self, message: FromPage) {
        match message {
            FromPage::Seen { seen } => self.seen = seen,
            FromPage::Hands { touch } => self.shell.state.keyboard = !touch,
            FromPage::Back => self.shell.back(),
            FromPage::Kept { persisted, home } => self.perishable = (!persisted).then(|| perishable(home)),
            FromPage::Theme { calm, .. } => {
                self.shell.motion().tell(calm);
                self.input.add(message, self.ctx.zoom_factor());
            }
            FromPage::Size { .. } => {
                self.input.add(message, self.ctx.zoom_factor());
                let [width, height] = self.input.pixels();
                self.canvas.set_width(width);
                self.canvas.set_height(height);
            }
            other => self.input.add(other, self.ctx.zoom_factor()),
        }
    }
}

#[wasm_bindgen]
impl Stage {
    /// Takes a message of the page, as JSON. One that cannot be read is logged and counts for nothing.
    pub fn take(&mut self, message: &str) {
        match message::read(message) {
            Ok(message) => self.heed(message),
            Err(why) => web_sys::console::error_1(&why.into()),
        }
    }

    /// Takes a file that the person has chosen.
    pub fn file(&mut self, name: &str, bytes: Vec<u8>) {
        self.dropped = Some(disk::upload(name, bytes));
    }

    /// Draws a frame at this moment, in milliseconds. Gives the milliseconds until the next one is wanted, if nothing comes in.
    pub fn frame(&mut self, now: f64) -> f64 {
        let mut raw = self.input.take(now / 1000.0, self.ctx.zoom_factor());
        if let Some(path) = self.dropped.take() {
            raw.dropped_files.push(Arc::new(Chosen(path)));
        }
        let presses = self.input.presses();
        self.ctx.with_plugin(|taps: &mut Taps| taps.made(presses));
        let shell = &mut self.shell;
        let output = self.ctx.run_ui(raw, |ui| {
            shell.logic(ui.ctx());
            shell.ui(ui);
        });
        let wait = output.viewport_output.get(&ViewportId::ROOT).map(|view| view.repaint_delay.as_secs_f64());
        let unsettled = self.ctx.with_plugin(|taps: &mut Taps| taps.unsettled_s(now / 1000.0)).unwrap_or(0.0);
        self.textures.append(output.textures_delta);
        let pixels = self.input.pixels();
        if self.seen {
            let drawn = self.ctx.tessellate(output.shapes, output.pixels_per_point);
            self.painter.clear(pixels, self.shell.state.theme.ground.to_normalized_gamma_f32());
            self.painter.paint_and_update_textures(pixels, output.pixels_per_point, &drawn, &mut self.textures);
        }
        self.warn();
        self.tell(output.platform_output);
        let settled = unsettled <= 0.0;
        if self.told.settled.replace(settled) != Some(settled) {
            self.news.settled = Some(settled);
        }
        let wait = wait.unwrap_or(f64::INFINITY);
        1000.0 * if settled { wait } else { wait.min(unsettled) }
    }

    /// Returns the news for the page since the last call, as JSON.
    pub fn news(&mut self) -> String {
        serde_json::to_string(&std::mem::take(&mut self.news)).unwrap_or_default()
    }

    /// The next job for another worker: its name, number and content.
    pub fn remote_job(&mut self) -> Option<Array> {
        let RemoteJob { to, number, job } = self.remote_jobs.pop_front()?;
        Some(Array::of3(&JsValue::from_str(to), &JsValue::from_f64(number as f64), &Uint8Array::from(job.as_slice())))
    }

    /// The result of a job, or news on the way to its end; nothing if it broke down.
    pub fn bring(&mut self, from: &str, number: f64, brought: Option<Vec<u8>>, more: bool) {
        let news = if more { Brought::More } else { Brought::Done };
        remote::bring(from, number as u64, brought.map_or(Brought::BrokeDown, news));
    }

    /// The next file to hand to the person: its name and its bytes.
    pub fn download(&mut self) -> Option<Array> {
        let (name, bytes) = self.downloads.pop()?;
        Some(Array::of2(&JsValue::from_str(&name), &Uint8Array::from(bytes.as_slice())))
    }
}

/// A file that was chosen, with its path among the browser's files.
#[derive(Debug)]
struct Chosen(PathBuf);

impl egui::DroppedFile for Chosen {
    fn path(&self) -> &Path {
        &self.0
    }

    fn bytes_async(&self) -> std::pin::Pin<Box<dyn Future<Output = Result<Vec<u8>, String>> + '_>> {
        Box::pin(async { disk::read(&self.0).map_err(|why| why.to_string()) })
    }
}

/// Returns the words for a browser that may delete matches; `home` where it keeps those of an app on the Home Screen.
fn perishable(home: bool) -> &'static str {
    if home {
        say!(
            "Safari deletes matches after seven days without a visit. To keep them, tap Share, Add to Home Screen, or \
                export them."
        )
    } else {
        say!(
            "This browser may delete your matches when space is short, or after weeks without a visit. To keep them, \
                export them."
        )
    }
}

/// The name of a cursor in a style sheet.
const fn cursor(icon: CursorIcon) -> &'static str {
    match icon {
        CursorIcon::None => "none",
        CursorIcon::PointingHand => "pointer",
        CursorIcon::Text => "text",
        CursorIcon::Grab => "grab",
        CursorIcon::Grabbing => "grabbing",
        CursorIcon::NotAllowed => "not-allowed",
        CursorIcon::ResizeHorizontal | CursorIcon::ResizeColumn => "ew-resize",
        CursorIcon::ResizeVertical | CursorIcon::ResizeRow => "ns-resize",
        _ => "default",
    }
}

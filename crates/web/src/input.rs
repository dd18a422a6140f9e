//! From the page's messages to what egui takes.

use crate::message::{FromPage, Keys, Phase};
use egui::accesskit::{Action, ActionRequest, NodeId, TreeId};
use egui::{
    Event, Key, Modifiers, MouseWheelSource, MouseWheelUnit, PointerButton, Pos2, RawInput, Rect, Theme, TouchDeviceId,
    TouchId, TouchPhase, Vec2, ViewportId, pos2, vec2,
};

/// Input since the last frame.
#[derive(Debug)]
pub(crate) struct Input {
    raw: RawInput,
    /// Of the canvas, in CSS pixels.
    size: Vec2,
    scale: f32,
    /// The finger that counts as the mouse.
    finger: Option<u64>,
    /// When the presses were made, in seconds.
    presses: Vec<f64>,
}

impl Default for Input {
    fn default() -> Self {
        let raw = RawInput { focused: true, ..RawInput::default() };
        Self { raw, size: vec2(1.0, 1.0), scale: 1.0, finger: None, presses: Vec::new() }
    }
}

impl Input {
    /// Everything for the next frame. `zoom` is the window's own scale.
    pub(crate) fn take(&mut self, seconds: f64, zoom: f32) -> RawInput {
        self.raw.time = Some(seconds);
        self.raw.screen_rect = Some(Rect::from_min_size(Pos2::ZERO, self.size / zoom));
        if let Some(view) = self.raw.viewports.get_mut(&ViewportId::ROOT) {
            view.native_pixels_per_point = Some(self.scale);
        }
        self.raw.take()
    }

    /// When the presses for the next frame were made, in seconds.
    pub(crate) fn presses(&mut self) -> Vec<f64> {
        std::mem::take(&mut self.presses)
    }

    /// Of the canvas, in pixels of the screen.
    pub(crate) fn pixels(&self) -> [u32; 2] {
        let of = |points: f32| (points * self.scale).round().max(1.0) as u32;
        [of(self.size.x), of(self.size.y)]
    }

    pub(crate) fn add(&mut self, message: FromPage, zoom: f32) {
        match message {
            FromPage::Size { width, height, scale } => {
                (self.size, self.scale) = (vec2(width.max(1.0), height.max(1.0)), scale.clamp(0.5, 8.0));
            }
            FromPage::Theme { dark, .. } => self.raw.system_theme = Some(if dark { Theme::Dark } else { Theme::Light }),
            FromPage::Focus { focused } => {
                self.raw.focused = focused;
                self.raw.events.push(Event::WindowFocused(focused));
            }
            FromPage::Pointer { phase, id, x, y, touch, button, made, keys } => {
                let at = pos2(x, y) / zoom;
                if phase == Phase::Down && !(touch && self.finger.is_some()) {
                    self.presses.push(made / 1000.0);
                }
                if touch {
                    self.touch(phase, id, at, modifiers(keys));
                } else {
                    self.mouse(phase, button, at, modifiers(keys));
                }
            }
            FromPage::Gone => self.raw.events.push(Event::PointerGone),
            FromPage::Wheel { dx, dy, keys } => self.raw.events.push(Event::MouseWheel {
                unit: MouseWheelUnit::Point,
                delta: -vec2(dx, dy) / zoom,
                phase: TouchPhase::Move,
                source: MouseWheelSource::Unknown,
                modifiers: modifiers(keys),
            }),
            FromPage::Key { name, code, down, keys } => self.key(&name, &code, down, modifiers(keys)),
            FromPage::Text { text } => self.raw.events.push(Event::Text(text)),
            FromPage::Paste { text } => self.raw.events.push(Event::Paste(text)),
            FromPage::Copy { cut } => self.raw.events.push(if cut { Event::Cut } else { Event::Copy }),
            FromPage::Control { id } => self.control(&id),
            FromPage::Back | FromPage::Seen { .. } | FromPage::Hands { .. } | FromPage::Kept { .. } => {}
        }
    }

    fn mouse(&mut self, phase: Phase, button: u8, pos: Pos2, modifiers: Modifiers) {
        self.raw.modifiers_changed(modifiers);
        let button = match button {
            1 => PointerButton::Middle,
            2 => PointerButton::Secondary,
            3 => PointerButton::Extra1,
            4 => PointerButton::Extra2,
            _ => PointerButton::Primary,
        };
        match phase {
            Phase::Move => self.raw.events.push(Event::PointerMoved(pos)),
            Phase::Down | Phase::Up => {
                let pressed = phase == Phase::Down;
                self.raw.events.push(Event::PointerButton { pos, button, pressed, modifiers });
            }
            Phase::Cancel => self.raw.events.push(Event::PointerGone),
        }
    }

    /// Treats the first finger as the mouse too, as egui expects.
    fn touch(&mut self, phase: Phase, id: u64, pos: Pos2, modifiers: Modifiers) {
        let phase_of_touch = match phase {
            Phase::Down => TouchPhase::Start,
            Phase::Move => TouchPhase::Move,
            Phase::Up => TouchPhase::End,
            Phase::Cancel => TouchPhase::Cancel,
        };
        let first = phase == Phase::Down && self.finger.is_none();
        if first {
            self.finger = Some(id);
        }
        let events = &mut self.raw.events;
        let button = |pressed| Event::PointerButton { pos, button: PointerButton::Primary, pressed, modifiers };
        if self.finger == Some(id) {
            match phase {
                Phase::Down => events.extend([Event::PointerMoved(pos), button(true)]),
                Phase::Move => events.push(Event::PointerMoved(pos)),
                Phase::Up => events.extend([button(false), Event::PointerGone]),
                Phase::Cancel => events.push(Event::PointerGone),
            }
            if matches!(phase, Phase::Up | Phase::Cancel) {
                self.finger = None;
            }
        }
        events.push(Event::Touch {
            device_id: TouchDeviceId(0),
            id: TouchId(id),
            phase: phase_of_touch,
            pos,
            force: None,
        });
    }

    fn key(&mut self, name: &str, code: &str, pressed: bool, modifiers: Modifiers) {
        self.raw.modifiers_changed(modifiers);
        let physical_key = Key::from_name(code);
        if let Some(key) = Key::from_name(name).or(physical_key) {
            self.raw.events.push(Event::Key { key, physical_key, pressed, repeat: false, modifiers });
        }
    }

    fn control(&mut self, id: &str) {
        let Ok(id) = id.parse::<u64>() else { return };
        self.raw.events.push(Event::AccessKitActionRequest(ActionRequest {
            action: Action::Click,
            target_tree: TreeId::ROOT,
            target_node: NodeId(id),
            data: None,
        }));
    }
}

/// Reports held keys to egui.
trait Held {
    fn modifiers_changed(&mut self, modifiers: Modifiers);
}

impl Held for RawInput {
    fn modifiers_changed(&mut self, modifiers: Modifiers) {
        self.events.push(Event::ModifiersChanged(modifiers));
    }
}

const fn modifiers(keys: Keys) -> Modifiers {
    Modifiers { alt: keys.alt, ctrl: keys.ctrl, shift: keys.shift, mac_cmd: keys.meta, command: keys.ctrl || keys.meta }
}

//! Charts in the theme's colours: courses over x, and bars. Still pictures: nothing zooms or drags, so the wheel
//! scrolls the page; the pointer shows the values.

use super::panel_ui;
use crate::widgets::text::{self, Ink};
use crate::widgets::theme::{Theme, Weight};
use egui::{Color32, Id, Margin, Role, Stroke, TextStyle, Ui, WidgetInfo};
use egui_plot::{Bar, BarChart, HLine, Line, Plot, PlotPoints, PlotUi, Points, VLine};
use language::say;

/// A line of a chart.
#[derive(Clone, Debug)]
pub(super) struct Course {
    pub name: String,
    pub color: Color32,
    pub points: Vec<[f64; 2]>,
    /// The main one, not a faint one behind it.
    pub strong: bool,
}

/// The place that is looked at, and a level worth reaching.
#[derive(Clone, Copy, Debug)]
pub(super) struct Here {
    pub x: f64,
    pub y: f64,
}

fn plot<'a>(id: &str, theme: &Theme) -> Plot<'a> {
    Plot::new(Id::unique(("chart", id)))
        .allow_zoom(false)
        .allow_drag(false)
        .allow_scroll(false)
        .allow_boxed_zoom(false)
        .allow_double_click_reset(false)
        .show_background(false)
        .show_crosshair(false)
        .grid_color(theme.line.gamma_multiply(0.7))
        .grid_spacing(egui::Rangef::new(7.0, 60.0))
        .set_margin_fraction(egui::vec2(0.03, 0.08))
}

/// A panel with a title over what `show` draws in it.
pub(super) fn framed(ui: &mut Ui, theme: &Theme, title: &str, show: impl FnOnce(&mut Ui)) {
    panel_ui(ui, theme, Margin { left: 10, right: 12, top: 9, bottom: 10 }, |ui| {
        ui.spacing_mut().item_spacing.y = 7.0;
        text::label(ui, title, Ink::new(Weight::SemiBold, 15.0, theme.text));
        show(ui);
    });
}

/// Draws in all the room there is, if there is any.
fn show<'a>(ui: &mut Ui, theme: &Theme, spoken: &str, plot: Plot<'a>, draw: impl FnOnce(&mut PlotUi<'a>) + 'a) {
    let size = ui.available_size();
    if size.min_elem() <= 0.0 {
        return;
    }
    ui.scope(|ui| {
        ui.style_mut().text_styles.insert(TextStyle::Body, Weight::Regular.font(12.0));
        ui.style_mut().text_styles.insert(TextStyle::Monospace, Weight::Medium.font(13.0));
        ui.visuals_mut().override_text_color = Some(theme.quiet);
        let shown = plot.width(size.x).height(size.y).show(ui, draw);
        shown.response.widget_info(|| WidgetInfo::labeled(Role::Image, true, spoken));
    });
}

/// Courses over x.
pub(super) fn courses_ui(ui: &mut Ui, theme: &Theme, id: &str, spoken: &str, courses: &[Course], here: Option<Here>) {
    let mut names: Vec<String> = courses.iter().map(|course| course.name.clone()).collect();
    names.dedup();
    let spoken = format!("{spoken}: {}", names.join(", "));
    let (quiet, line) = (theme.quiet, theme.line);
    let courses: Vec<Course> = courses.to_vec();
    let plot = plot(id, theme).include_y(0.0);
    show(ui, theme, &spoken, plot, move |plot| {
        if let Some(here) = here {
            plot.hline(HLine::new("target", here.y).color(line).width(1.0));
            let dashed = egui_plot::LineStyle::Dashed { length: 5.0 };
            plot.vline(VLine::new("here", here.x).color(quiet).width(1.0).style(dashed));
        }
        for course in courses {
            let color = if course.strong { course.color } else { course.color.gamma_multiply(0.45) };
            let at = here.and_then(|here| course.points.iter().rev().find(|point| point[0] <= here.x).copied());
            let width = if course.strong { 2.2 } else { 1.2 };
            // A line through one point is not seen.
            if let [only] = course.points[..] {
                plot.points(Points::new(course.name.clone(), vec![only]).color(color).radius(width + 2.0));
            }
            plot.line(Line::new(course.name.clone(), PlotPoints::from(course.points)).color(color).width(width));
            if let Some(at) = at {
                plot.points(Points::new(say!("{name} here", name = course.name), vec![at]).color(color).radius(4.5));
            }
        }
    });
}

/// Bars: x, height, and what the pointer says of each.
pub(super) fn bars_ui(ui: &mut Ui, theme: &Theme, id: &str, spoken: &str, bars: &[(f64, f64, String)], color: Color32) {
    let stroke = Stroke::new(1.0, Theme::mix(color, theme.panel, 0.3));
    let bars: Vec<Bar> = bars
        .iter()
        .map(|(x, height, name)| Bar::new(*x, *height).name(name).width(0.72).fill(color).stroke(stroke))
        .collect();
    let plot = plot(id, theme).include_y(0.0);
    show(ui, theme, spoken, plot, move |plot| plot.bar_chart(BarChart::new("bars", bars).color(color)));
}

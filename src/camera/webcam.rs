//! Webcams of this machine. The only file that knows nokhwa.
//!
//! A camera is known by its name or serial number and not by its index, which another camera may have after plugging. A
//! stalled driver may hold [`Webcam::next`] without end: `capture` watches over that.

use language::say;
use std::path::Path;
use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant};

use nokhwa::utils::{
    ApiBackend, CameraFormat, CameraIndex, CameraInfo, FrameFormat, RequestedFormat, RequestedFormatType, Resolution,
};
use nokhwa::{Buffer, Camera, NokhwaError};

#[cfg(target_os = "linux")]
use super::kernel;
use super::raw::{self, Size};
use super::spec::Found;
use super::{Next, Shot, Source, SourceError, SourceSpec, mjpeg};
use eye::frame::Frame;
use eye::picture;

/// Requested resolution: tiles are large enough, and a picture is decoded in a fraction of the time between two.
const WANTED: Resolution = Resolution { width_x: 1280, height_y: 720 };
/// Pictures in between are taken from the driver but not decoded: five a second are enough to follow hands.
const INTERVAL: Duration = Duration::from_millis(190);
/// Consecutive damaged pictures from which on the camera is broken, not disturbed.
const MOST_DAMAGED: u32 = 30;
/// Time for the user to decide whether this program may use the camera.
const PATIENCE: Duration = Duration::from_secs(60);
/// The forms of pictures that are understood.
const FORMS: [FrameFormat; 6] = [
    FrameFormat::MJPEG,
    FrameFormat::YUYV,
    FrameFormat::NV12,
    FrameFormat::RAWRGB,
    FrameFormat::RAWBGR,
    FrameFormat::GRAY,
];

/// An open webcam.
pub struct Webcam {
    name: String,
    camera: Camera,
    last: Option<Instant>,
    damaged: u32,
}

impl std::fmt::Debug for Webcam {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Webcam({})", self.name)
    }
}

/// The webcams that are plugged in.
///
/// # Errors
/// [`SourceError::NoList`].
pub fn list() -> Result<Vec<Found>, SourceError> {
    let found = devices()?;
    Ok(found.into_iter().map(|device| device.found()).collect())
}

/// One camera as the system lists it.
struct Device {
    name: String,
    serial: Option<String>,
    path: String,
    /// The plug it is in, which stays the same when cameras come and go.
    plug: String,
    index: CameraIndex,
    /// What it is known by: the first of name, serial number, plug and path that no other camera shares.
    key: String,
}

impl Device {
    /// What may tell it from others, the most readable first.
    fn marks(&self) -> [Option<String>; 4] {
        [Some(self.name.clone()), self.serial.clone(), Some(self.plug.clone()), Some(self.path.clone())]
    }

    fn found(self) -> Found {
        let serial = self.serial.map_or_else(String::new, |serial| say!(", serial number {serial}", serial));
        let plug = if self.key == self.plug { say!(", plug {plug}", plug = self.plug) } else { String::new() };
        let detail = format!("{}{serial}{plug}", self.path);
        Found { spec: SourceSpec::Webcam { name: self.key }, title: self.name, detail }
    }
}

fn devices() -> Result<Vec<Device>, SourceError> {
    let infos = nokhwa::query(ApiBackend::Auto).map_err(|error| SourceError::NoList(error.to_string()))?;
    let mut devices: Vec<Device> = infos.iter().filter(|info| takes_pictures(info)).map(device).collect();
    devices.sort_by(|a, b| a.path.cmp(&b.path));
    tell_apart(&mut devices);
    Ok(devices)
}

/// Gives each camera what it is known by.
fn tell_apart(devices: &mut [Device]) {
    let all: Vec<[Option<String>; 4]> = devices.iter().map(Device::marks).collect();
    for (device, marks) in devices.iter_mut().zip(&all) {
        let shared = |n: usize| all.iter().filter(|other| other[n] == marks[n]).count() > 1;
        let own = (0..marks.len()).filter(|n| !shared(*n)).find_map(|n| marks[n].clone());
        device.key = own.unwrap_or_else(|| device.path.clone());
    }
}

fn device(info: &CameraInfo) -> Device {
    let description = info.description();
    let path = description.rsplit_once("@ ").map_or(description, |(_, path)| path).to_owned();
    let plug = plug(info).unwrap_or_else(|| path.clone());
    Device {
        name: info.human_name(),
        serial: serial(info),
        path,
        plug,
        index: info.index().clone(),
        key: String::new(),
    }
}

/// Returns the plug: on Linux the path of the bus, `1-1.2:1.0`; elsewhere the system's own mark of the device.
fn plug(info: &CameraInfo) -> Option<String> {
    let linux = || {
        let index = info.index().as_index().ok()?;
        let device = std::fs::canonicalize(format!("/sys/class/video4linux/video{index}/device")).ok()?;
        Some(device.file_name()?.to_string_lossy().into_owned())
    };
    linux().or_else(|| Some(info.misc()).filter(|mark| !mark.is_empty()))
}

/// Returns the kernel's text about a video device; `None` on systems other than Linux.
fn kernel_says(info: &CameraInfo, what: &str) -> Option<String> {
    let index = info.index().as_index().ok()?;
    let path = format!("/sys/class/video4linux/video{index}/{what}");
    let text = std::fs::read_to_string(Path::new(&path)).ok()?;
    Some(text.trim().to_owned()).filter(|text| !text.is_empty())
}

/// Reports whether a device takes pictures: a camera has a second device for other data, with another index.
fn takes_pictures(info: &CameraInfo) -> bool {
    kernel_says(info, "index").is_none_or(|index| index == "0")
}

fn serial(info: &CameraInfo) -> Option<String> {
    kernel_says(info, "device/../serial")
}

/// Finds the camera with this name or serial number, or else the only one whose name begins with it or contains it.
fn find(name: &str) -> Result<Device, SourceError> {
    let mut devices = devices()?;
    let place = place_of(&devices, name).ok_or_else(|| SourceError::NoSuchCamera(name.to_owned()))?;
    Ok(devices.swap_remove(place))
}

fn place_of(devices: &[Device], name: &str) -> Option<usize> {
    let wanted = name.to_lowercase();
    let exact = |d: &Device| {
        let marks = [Some(d.key.as_str()), d.serial.as_deref(), Some(&*d.plug), Some(&*d.path)];
        marks.contains(&Some(name)) || d.key.to_lowercase() == wanted
    };
    let close = |d: &Device| d.name.to_lowercase().contains(&wanted);
    let by_key = devices.iter().position(|device| device.key == name);
    by_key.or_else(|| devices.iter().position(exact)).or_else(|| devices.iter().position(close))
}

/// The system's error numbers say more than their texts.
fn explain(name: &str, error: &NokhwaError) -> SourceError {
    let (name, reason) = (name.to_owned(), error.to_string());
    let number = |n: u32| reason.contains(&format!("os error {n})"));
    if number(19) || number(6) || number(2) {
        SourceError::Unplugged(name)
    } else if number(16) {
        SourceError::Busy(name)
    } else if number(13) || number(1) {
        SourceError::Denied(name)
    } else {
        SourceError::Driver { name, reason }
    }
}

/// macOS asks the user whether this program may use a camera; elsewhere the device itself refuses.
fn permitted(name: &str) -> Result<(), SourceError> {
    if nokhwa::nokhwa_check() {
        return Ok(());
    }
    let (answer, answered) = mpsc::channel();
    nokhwa::nokhwa_initialize(move |granted| {
        // The caller may have stopped waiting.
        let _ = answer.send(granted);
    });
    match answered.recv_timeout(PATIENCE) {
        Ok(true) => Ok(()),
        _ => Err(SourceError::Denied(name.to_owned())),
    }
}

/// Returns the distance of a format from the requested one: first the size, then the form, then the speed.
fn distance(format: &CameraFormat) -> f64 {
    let size = |r: Resolution| f64::from(r.width()) * f64::from(r.height());
    let size = (size(format.resolution()).max(1.0) / size(WANTED)).ln();
    // Too small costs more than too large.
    let size = if size < 0.0 { -2.0 * size } else { size };
    let place = FORMS.iter().position(|form| *form == format.format());
    let form = place.map_or(100.0, |place| f64::from(u32::try_from(place).unwrap_or(9)) * 0.05);
    let slow = if format.frame_rate() < 5 { 1.0 } else { 0.0 };
    let fast = f64::from(format.frame_rate()) * 0.001;
    size + form + slow + fast
}

/// Opens the camera of this name, serial number or plug.
///
/// # Errors
/// No such camera, its pictures are in no form that is read, or the driver failed, in words.
pub fn open(name: &str) -> Result<Box<dyn Source>, SourceError> {
    #[cfg(target_os = "linux")]
    if let Some(camera) = open_kernel(&find(name)?)? {
        return Ok(camera);
    }
    Ok(Box::new(Webcam::open(name)?))
}

/// Opens a camera whose pictures the toolkit does not know; `None` if it knows them.
#[cfg(target_os = "linux")]
fn open_kernel(device: &Device) -> Result<Option<Box<dyn Source>>, SourceError> {
    /// Forms that the toolkit asks Linux for.
    const KNOWN: [&str; 5] = ["MJPG", "YUYV", "NV12", "RGB3", "BGR3"];
    let sent = kernel::forms(&device.path);
    if sent.is_empty() || sent.iter().any(|form| KNOWN.contains(&form.as_str())) {
        return Ok(None);
    }
    let name = &device.name;
    let form = kernel::best(&sent).ok_or_else(|| SourceError::Form { name: name.clone(), form: sent.join(", ") })?;
    let camera = kernel::KernelCamera::open(name, &device.path, form);
    camera.map(|camera| Some(Box::new(camera) as _)).map_err(|error| kernel::explain(name, &error))
}

impl Webcam {
    /// Opens the camera of this name or serial number.
    ///
    /// # Errors
    /// No such camera, or the driver failed, in words.
    pub fn open(name: &str) -> Result<Self, SourceError> {
        permitted(name)?;
        let device = find(name)?;
        let explain = |error: NokhwaError| explain(&device.name, &error);
        let any = RequestedFormat::with_formats(RequestedFormatType::AbsoluteHighestFrameRate, &FORMS);
        let mut camera = Camera::new(device.index.clone(), any).map_err(explain)?;
        let formats = camera.compatible_camera_formats().map_err(explain)?;
        let best = formats.iter().min_by(|a, b| distance(a).total_cmp(&distance(b)));
        if let Some(best) = best.filter(|best| **best != camera.camera_format()) {
            let wanted = RequestedFormat::with_formats(RequestedFormatType::Exact(*best), &FORMS);
            camera.set_camera_requset(wanted).map_err(explain)?;
        }
        camera.open_stream().map_err(explain)?;
        Ok(Self { name: device.name, camera, last: None, damaged: 0 })
    }

    /// Width, height and form of the pictures it was asked for, in words.
    #[must_use]
    pub fn format(&self) -> String {
        self.camera.camera_format().to_string()
    }

    fn decode(buffer: &Buffer) -> Result<Shot, String> {
        let size = (buffer.resolution().width(), buffer.resolution().height());
        let form = buffer.source_frame_format();
        let frame = frame(form, size, buffer.buffer())?;
        let jpeg =
            (form == FrameFormat::MJPEG).then(|| Arc::from(&mjpeg::complete(without_padding(buffer.buffer()))[..]));
        Ok(Shot { jpeg, ..Shot::now(frame) })
    }
}

impl Source for Webcam {
    fn next(&mut self) -> Result<Next, SourceError> {
        let buffer = self.camera.frame().map_err(|error| explain(&self.name, &error))?;
        if self.last.is_some_and(|last| last.elapsed() < INTERVAL) {
            return Ok(Next::Nothing);
        }
        match Self::decode(&buffer) {
            Ok(shot) => {
                self.last = Some(Instant::now());
                self.damaged = 0;
                Ok(Next::Shot(shot))
            }
            Err(reason) => {
                self.damaged += 1;
                if self.damaged >= MOST_DAMAGED {
                    return Err(SourceError::Damaged { from: self.name.clone(), reason });
                }
                Ok(Next::Nothing)
            }
        }
    }
}

/// A picture from the driver's bytes.
fn frame(form: FrameFormat, (width, height): (u32, u32), bytes: &[u8]) -> Result<Frame, String> {
    let letters = match form {
        FrameFormat::MJPEG => {
            let whole = mjpeg::complete(without_padding(bytes));
            return picture::decode(&whole).map(|p| p.frame).map_err(|error| error.to_string());
        }
        FrameFormat::YUYV => "YUYV",
        FrameFormat::NV12 => "NV12",
        FrameFormat::RAWRGB => "RGB3",
        FrameFormat::RAWBGR => "BGR3",
        FrameFormat::GRAY => "GREY",
    };
    raw::decode(letters, Size { wide: width as usize, high: height as usize, line: 0 }, bytes)
}

/// A driver hands out its whole buffer; the picture ends at its last end marker.
fn without_padding(bytes: &[u8]) -> &[u8] {
    let end = bytes.windows(2).rposition(|pair| pair == [0xff, 0xd9]);
    end.map_or(bytes, |end| &bytes[..end + 2])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn camera(name: &str, serial: &str, plug: &str, index: u32) -> Device {
        Device {
            name: name.to_owned(),
            serial: (!serial.is_empty()).then(|| serial.to_owned()),
            path: format!("/dev/video{index}"),
            plug: plug.to_owned(),
            index: CameraIndex::Index(index),
            key: String::new(),
        }
    }

    #[test]
    fn cameras_with_one_name_and_one_serial_number_are_told_apart_by_their_plugs() {
        let mut both = [camera("HD", "0001", "1-1:1.0", 0), camera("HD", "0001", "1-2:1.0", 2)];
        tell_apart(&mut both);
        assert_eq!(both.each_ref().map(|device| device.key.as_str()), ["1-1:1.0", "1-2:1.0"]);
        assert_eq!(place_of(&both, "1-2:1.0"), Some(1));
        // Plugged in again in the other order, each is where it was.
        let mut again = [camera("HD", "0001", "1-2:1.0", 0), camera("HD", "0001", "1-1:1.0", 2)];
        tell_apart(&mut again);
        assert_eq!(place_of(&again, "1-2:1.0"), Some(0));
        // A serial number that is its own is enough, a name more so.
        let mut three =
            [camera("HD", "a", "1-1:1.0", 0), camera("HD", "b", "1-2:1.0", 2), camera("Pro", "", "1-3:1.0", 4)];
        tell_apart(&mut three);
        assert_eq!(three.each_ref().map(|device| device.key.as_str()), ["a", "b", "Pro"]);
        // What was remembered by name while it was alone still opens one of them.
        assert_eq!((place_of(&three, "HD"), place_of(&three, "pro")), (Some(0), Some(2)));
    }

    #[test]
    fn every_form_gives_a_picture_and_short_bytes_an_error() {
        for (form, bytes) in [
            (FrameFormat::YUYV, vec![235, 128, 235, 128, 16, 128, 16, 128]),
            (FrameFormat::NV12, vec![235, 235, 16, 16, 128, 128]),
            (FrameFormat::GRAY, vec![255, 255, 0, 0]),
            (FrameFormat::RAWBGR, [[255; 6], [0; 6]].concat()),
        ] {
            let got = frame(form, (2, 2), &bytes).unwrap();
            assert_eq!((got.pixel(0, 0), got.pixel(1, 1)), (Some([255; 3]), Some([0; 3])), "{form}");
            assert!(frame(form, (2, 2), &bytes[1..]).is_err());
        }
        assert!(frame(FrameFormat::MJPEG, (2, 2), &[1, 2, 3]).is_err());
    }

    /// The segments of a JPEG without those of this marker.
    fn without_segments(jpeg: &[u8], unwanted: u8) -> Vec<u8> {
        let (mut kept, mut at) = (jpeg[..2].to_vec(), 2);
        loop {
            let (marker, length) = (jpeg[at + 1], usize::from(u16::from_be_bytes([jpeg[at + 2], jpeg[at + 3]])));
            if marker == 0xda {
                kept.extend(&jpeg[at..]);
                return kept;
            }
            if marker != unwanted {
                kept.extend(&jpeg[at..at + 2 + length]);
            }
            at += 2 + length;
        }
    }

    #[test]
    fn motion_jpeg_comes_out_with_and_without_its_tables() {
        let rgb: Vec<u8> = (0..64 * 32).flat_map(|i| if i % 64 < 32 { [220, 40, 40] } else { [30, 60, 200] }).collect();
        let drawn = Frame::new(64, 32, rgb).unwrap();
        let whole = crate::table::picture::jpeg(&drawn, 90).unwrap();
        // As a driver hands it out: no tables, and the rest of its buffer behind it, with an older picture's end in it.
        let mut bare = without_segments(&whole, 0xc4);
        assert!(bare.len() + 300 < whole.len());
        bare.extend([0, 0, 7, 0xff, 0xd9, 0, 0]);
        for bytes in [whole.as_slice(), bare.as_slice()] {
            let got = frame(FrameFormat::MJPEG, (64, 32), bytes).unwrap();
            assert_eq!((got.width(), got.height()), (64, 32));
            for (x, want) in [(10, [220, 40, 40]), (54, [30, 60, 200])] {
                let pixel = got.pixel(x, 16).unwrap();
                assert!(pixel.iter().zip(want).all(|(a, b): (&u8, u8)| a.abs_diff(b) < 12), "{pixel:?}");
            }
        }
        // One that was cut off in the transfer is not a picture.
        assert!(frame(FrameFormat::MJPEG, (64, 32), &whole[..whole.len() / 2]).is_err());
    }

    #[test]
    fn a_camera_with_motion_jpeg_alone_is_asked_for_it() {
        let format = |w, h, rate| CameraFormat::new_from(w, h, FrameFormat::MJPEG, rate);
        let formats = [format(640, 480, 30), format(1920, 1080, 30), format(1280, 720, 30)];
        let best = formats.iter().min_by(|a, b| distance(a).total_cmp(&distance(b))).unwrap();
        assert_eq!(*best, formats[2]);
    }

    #[test]
    fn padding_behind_a_picture_is_cut_off() {
        assert_eq!(without_padding(&[1, 0xff, 0xd9, 0, 0]), &[1, 0xff, 0xd9]);
        assert_eq!(without_padding(&[1, 2]), &[1, 2]);
    }

    #[test]
    fn the_best_format_is_the_one_nearest_to_720_lines() {
        let format = |w, h, form, rate| CameraFormat::new_from(w, h, form, rate);
        let formats = [
            format(1920, 1080, FrameFormat::MJPEG, 30),
            format(1280, 720, FrameFormat::YUYV, 10),
            format(1280, 720, FrameFormat::MJPEG, 30),
            format(640, 480, FrameFormat::YUYV, 30),
        ];
        let best = formats.iter().min_by(|a, b| distance(a).total_cmp(&distance(b))).unwrap();
        assert_eq!(*best, formats[2]);
    }
}

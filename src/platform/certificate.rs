//! The listener's certificate is kept in the data folder, for its owner alone, so that a phone is asked once whether it believes it.

use language::say;
use server::{ListenerCertificate, ListenerOptions, local_addresses};
use std::net::IpAddr;
use std::path::Path;
use std::time::SystemTime;
use store::{keep_json, kept_json};

/// Name of the file in the data folder.
const FILE: &str = "certificate.json";

/// Lets a listener speak https too, with the certificate of this data folder; what should be known of it, if anything.
pub fn certify(options: &mut ListenerOptions, folder: &Path, now: SystemTime) -> Option<String> {
    let here = if options.addresses.is_empty() { local_addresses() } else { options.addresses.clone() };
    let (certificate, words) = kept_certificate(folder, &here, now);
    options.certificate = certificate;
    words
}

/// The certificate for a listener on these addresses: the kept one while it is good, else a new one, kept from now on.
fn kept_certificate(
    folder: &Path,
    addresses: &[IpAddr],
    now: SystemTime,
) -> (Option<ListenerCertificate>, Option<String>) {
    let path = folder.join(FILE);
    // A damaged certificate is replaced; phones then ask once more.
    let kept = kept_json(&path).0.and_then(|kept| ListenerCertificate::parse(kept["text"].as_str()?).ok());
    if let Some(kept) = kept.filter(|kept| kept.serves(addresses, now)) {
        return (Some(kept), None);
    }
    let made = match ListenerCertificate::make(addresses, now) {
        Ok(made) => made,
        Err(why) => return (None, Some(say!("phones can only send single pictures: {why}", why))),
    };
    // It may be the first file of a new data folder.
    let words = store::make_folder(folder)
        .and_then(|()| keep_json(&path, &serde_json::json!({ "text": made.to_text() })))
        .err()
        .map(|why| say!("can't save the certificate ({why}): phones will warn again next time", why));
    (Some(made), words)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn it_is_made_once_for_these_addresses_and_for_its_owner_alone() {
        let folder = tempfile::tempdir().unwrap();
        let (home, club) = ([IpAddr::from([192, 168, 1, 20])], [IpAddr::from([10, 0, 0, 2])]);
        let now = SystemTime::now();
        let text = |addresses: &[IpAddr], now| kept_certificate(folder.path(), addresses, now).0.unwrap().to_text();
        let first = text(&home, now);
        assert_eq!(text(&home, now), first, "once");
        #[cfg(unix)]
        for entry in std::fs::read_dir(folder.path()).unwrap().flatten() {
            use std::os::unix::fs::PermissionsExt as _;
            assert_eq!(entry.metadata().unwrap().permissions().mode() & 0o777, 0o600, "{entry:?}");
        }
        let second = text(&club, now);
        assert!(second != first && text(&club, now) == second);
        assert_ne!(text(&club, now + Duration::from_secs(400 * 24 * 3600)), second, "it has ended");
        let new = folder.path().join("new");
        assert!(kept_certificate(&new, &home, now).1.is_none() && new.join(FILE).is_file());
        std::fs::write(folder.path().join(FILE), "{}").unwrap();
        std::fs::write(folder.path().join("certificate.copy.json"), "{").unwrap();
        assert!(kept_certificate(folder.path(), &home, now).0.is_some(), "damage costs a warning");
        let nowhere = kept_certificate(Path::new("/proc/nowhere"), &home, now);
        assert!(nowhere.0.is_some() && nowhere.1.unwrap().contains("can't save the certificate"));
    }
}

//! TLS to cameras, webhooks and brokers, and a camera's Digest login: against a front with a certificate of its own, and
//! against the servers that Debian has.

#![expect(clippy::unwrap_used, clippy::print_stdout, reason = "a test may fail, and says what it leaves out")]

use crate::camera::{Server, lost, picture, pictures};
use crate::feed::{Broker, receive};
use crate::served::{Served, enter};
use eye_jobs::Talk;
use server::ListenerCertificate;
use sha2::{Digest as _, Sha256};
use sixty_one::camera::{Next, SourceSpec};
use std::fs;
use std::io::{self, BufRead as _, BufReader, Read, Write};
use std::net::{IpAddr, SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};
use tempfile::{TempDir, tempdir};
use trust::rustls::crypto::ring;
use trust::rustls::pki_types::pem::PemObject as _;
use trust::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use trust::rustls::{ServerConfig, ServerConnection, StreamOwned};

const LONG: Duration = Duration::from_secs(60);
const HERE: [IpAddr; 1] = [IpAddr::V4(std::net::Ipv4Addr::LOCALHOST)];

/// A certificate of this machine, with the mark that names it behind an address.
struct Certified {
    text: String,
    mark: String,
}

impl Certified {
    fn make() -> Self {
        let text = ListenerCertificate::make(&HERE, SystemTime::now()).unwrap().to_text();
        let text = text[text.find("-----BEGIN").unwrap()..].to_owned();
        let certificate = CertificateDer::from_pem_slice(text.as_bytes()).unwrap();
        let sum: String = Sha256::digest(&certificate).iter().map(|byte| format!("{byte:02X}:")).collect();
        Self { text, mark: format!("#sha256={}", sum.trim_end_matches(':')) }
    }

    /// Writes the certificate and its key for another program; their paths.
    fn write(&self, folder: &Path) -> (PathBuf, PathBuf) {
        let (certificate, key) = self.text.split_at(self.text.find("-----BEGIN PRIVATE").unwrap());
        let paths = (folder.join("certificate.pem"), folder.join("key.pem"));
        fs::write(&paths.0, certificate).unwrap();
        fs::write(&paths.1, key).unwrap();
        paths
    }

    /// Puts TLS before a plain server; the address of what speaks it.
    fn front(&self, behind: SocketAddr) -> SocketAddr {
        let certificate = CertificateDer::from_pem_slice(self.text.as_bytes()).unwrap();
        let key = PrivateKeyDer::from_pem_slice(self.text.as_bytes()).unwrap();
        let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_no_client_auth()
            .with_single_cert(vec![certificate], key)
            .unwrap();
        let config = Arc::new(config);
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let config = Arc::clone(&config);
                std::thread::spawn(move || drop(pump(stream, &config, behind)));
            }
        });
        address
    }
}

/// Connects to the server only after the handshake: who is refused asks it nothing.
fn pump(mut front: TcpStream, config: &Arc<ServerConfig>, behind: SocketAddr) -> io::Result<()> {
    let mut conn = ServerConnection::new(Arc::clone(config)).map_err(io::Error::other)?;
    while conn.is_handshaking() {
        conn.complete_io(&mut front)?;
    }
    let mut plain = TcpStream::connect(behind)?;
    let soon = Some(Duration::from_millis(3));
    plain.set_read_timeout(soon)?;
    front.set_read_timeout(soon)?;
    let mut secret = StreamOwned::new(conn, front);
    loop {
        if !hand_on(&mut secret, &mut plain)? {
            return Ok(());
        }
        if !hand_on(&mut plain, &mut secret)? {
            secret.conn.send_close_notify();
            return secret.flush();
        }
    }
}

/// Hands on what there is; whether more may come.
fn hand_on(from: &mut impl Read, to: &mut impl Write) -> io::Result<bool> {
    let mut bytes = [0; 1 << 14];
    match from.read(&mut bytes) {
        Ok(0) => Ok(false),
        Ok(n) => to.write_all(&bytes[..n]).and_then(|()| to.flush()).map(|()| true),
        Err(why) if matches!(why.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut) => Ok(true),
        Err(why) => Err(why),
    }
}

#[test]
fn a_camera_with_tls_is_seen_once_its_certificate_is_named_and_no_other_one_is() {
    let server = Server::start();
    let front = Certified::make().front(server.host.parse().unwrap());
    for path in ["/video", "/shot.jpg"] {
        let unknown = lost(&mut server.camera_at(&format!("https://{front}{path}")));
        assert!(unknown.contains("doesn't know its certificate (no authority signed it)"), "{unknown}");
        // What is to be added stands in the refusal.
        let mark = unknown.split('`').nth(1).unwrap();
        let mut camera = server.camera_at(&format!("https://{front}{path}{mark}"));
        assert_eq!(pictures(&mut camera, 2), 2, "{path}");
        let another = format!("https://{front}{path}{}", Certified::make().mark);
        let changed = lost(&mut server.camera_at(&another));
        assert!(
            changed.contains("its certificate is not the one in the address") && changed.contains(mark),
            "{changed}"
        );
    }
    let plain = lost(&mut server.camera_at(&format!("https://{}/video", server.host)));
    assert!(plain.contains("can't reach"), "{plain}");
    let server = Server::start();
    let front = Certified::make().front(server.host.parse().unwrap());
    let login = lost(&mut server.camera_at(&format!("https://anna:s3cret@{front}/secret")));
    assert!(login.contains("doesn't know its certificate"), "{login}");
    assert_eq!(server.asked.load(std::sync::atomic::Ordering::Relaxed), 0, "nothing was asked, no password sent");
}

/// A camera with a Digest login, whose nonce is good for three questions; the answers that it takes are counted.
fn digest_camera(wanted: &'static str) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let host = listener.local_addr().unwrap().to_string();
    std::thread::spawn(move || {
        let hash = |text: String| Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect::<String>();
        let (mut nonce, mut answers) = (0, 0);
        for stream in listener.incoming().flatten() {
            let mut lines = BufReader::new(stream.try_clone().unwrap()).lines().map_while(Result::ok);
            let told = lines.by_ref().take_while(|line| !line.is_empty());
            let told = told.filter_map(|line| Some(line.split_once("thorization: Digest ")?.1.to_owned())).last();
            let field = |name: &str| {
                let told = told.as_ref()?;
                let field = told.split(", ").find_map(|field| field.strip_prefix(&format!("{name}=")))?;
                Some(field.trim_matches('"').to_owned())
            };
            let right = |count: &str| {
                let secret = hash(format!("anna:Yard:{wanted}"));
                let (own, asked) = (field("cnonce").unwrap_or_default(), hash("GET:/shot.jpg?x=1".to_owned()));
                Some(hash(format!("{secret}:n{nonce}:{count}:{own}:auth:{asked}")))
            };
            let count = format!("{:08x}", answers + 1);
            let good = told.is_some() && field("nc") == Some(count.clone()) && field("response") == right(&count);
            let mut stream = stream;
            let _gone = if good && answers < 3 {
                answers += 1;
                let bytes = picture(90);
                write!(stream, "HTTP/1.1 200 OK\r\nContent-Type: image/jpeg\r\nContent-Length: {}\r\n\r\n", bytes.len())
                    .and_then(|()| stream.write_all(&bytes))
            } else {
                (nonce, answers) = (nonce + 1, 0);
                let weak = "Digest realm=\"Yard\", nonce=\"old\", algorithm=MD5, qop=\"auth\"";
                write!(
                    stream,
                    "HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Basic realm=\"Yard\", {weak}\r\nWWW-Authenticate: Digest \
                     realm=\"Yard\", nonce=\"n{nonce}\", algorithm=SHA-256, qop=\"auth,auth-int\"\r\nContent-Length: 0\r\n\r\n"
                )
            };
        }
    });
    host
}

fn camera(address: &str) -> Result<usize, String> {
    let spec: SourceSpec = address.parse().unwrap();
    let mut source = spec.open(&Talk::default()).map_err(|why| why.to_string())?;
    let (begun, mut shots) = (Instant::now(), 0);
    while shots < 5 && begun.elapsed() < LONG {
        shots += usize::from(matches!(source.next().map_err(|why| why.to_string())?, Next::Shot(_)));
    }
    Ok(shots)
}

#[test]
fn a_camera_gets_a_digest_of_the_password_and_a_new_one_for_every_nonce() {
    let host = digest_camera("s3:cret\"");
    assert_eq!(camera(&format!("http://anna:s3%3Acret%22@{host}/shot.jpg?x=1")), Ok(5));
    let host = digest_camera("s3cret");
    let wrong = camera(&format!("http://anna:guess@{host}/shot.jpg?x=1")).unwrap_err();
    assert!(wrong.ends_with("does not accept this user name and password"), "{wrong}");
}

#[test]
fn a_webhook_and_a_broker_with_tls_are_told_and_a_stranger_is_not() {
    let data = tempdir().unwrap();
    let (hook, told, end) = receive("127.0.0.1:0".parse().unwrap(), 0);
    let (broker, mqtt) = Broker::open();
    let certified = Certified::make();
    let (hook, mqtt) = (certified.front(hook), certified.front(mqtt));
    let hooked = format!("https://{hook}/hook?key=1");
    let brokered = format!("mqtts://{mqtt}");
    let args = |mark: &str| {
        let (hook, broker) = (format!("{hooked}{mark}"), format!("{brokered}{mark}"));
        ["--enter", "--players", "Anna,Ben", "--webhook", &hook, "--mqtt", &broker, "--mqtt-name", "Table 3"]
            .map(str::to_owned)
    };
    let serve = |mark: &str| {
        let args = args(mark);
        Served::start(data.path(), &args.each_ref().map(String::as_str), 2)
    };
    let stranger = serve("");
    let refusals: Vec<String> =
        stranger.lines().filter(|line| line.contains("doesn't know its certificate")).take(2).collect();
    let both = refusals.concat();
    assert!(both.contains("Can't send to the webhook") && both.contains("Can't reach the MQTT broker"), "{both}");
    assert!(told.try_recv().is_err(), "nothing is sent to a stranger");
    let table = serve(&certified.mark);
    assert!(enter(&table.links[1], "tile 6-6", 1).contains("\"ok\":true"));
    broker.wait("sixty-one/table-3/score", |says| says.contains("\"line\":\"6-6\""));
    let line = std::iter::from_fn(|| told.recv_timeout(LONG).ok()).find(|line| line.1.to_string().contains("6-6"));
    assert!(line.is_some(), "the webhook gets the score too");
    end();
}

/// A server of Debian's for a while.
struct Real(Child, TempDir);

impl Drop for Real {
    fn drop(&mut self) {
        // Asked to end, it ends its own processes too.
        let _ended = Command::new("kill").arg(self.0.id().to_string()).status();
        let _gone = self.0.wait();
    }
}

/// Starts a server with this configuration, in which `PORT` and `FOLDER` stand for its own; `None` where it is not installed.
fn real(program: &str, arguments: &[&str], text: &str) -> Option<(Real, u16, Certified)> {
    let path = Path::new("/usr/sbin").join(program);
    if !path.exists() {
        println!("skipped: no {program} here (scripts/install-missing test)");
        return None;
    }
    let folder = tempdir().unwrap();
    let certified = Certified::make();
    certified.write(folder.path());
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let fill =
        |text: &str| text.replace("PORT", &port.to_string()).replace("FOLDER", &folder.path().display().to_string());
    // Its processes run as another user.
    let _own = Command::new("chmod").args(["-R", "a+rX"]).arg(folder.path()).status();
    fs::create_dir(folder.path().join("www")).unwrap();
    fs::write(folder.path().join("www/shot.jpg"), picture(90)).unwrap();
    let sum = |text: &str| -> String { md5::Md5::digest(text).iter().map(|byte| format!("{byte:02x}")).collect() };
    fs::write(folder.path().join("users"), format!("anna:Yard:{}\n", sum("anna:Yard:s3cret"))).unwrap();
    fs::write(folder.path().join("conf"), fill(text)).unwrap();
    let arguments: Vec<String> = arguments.iter().map(|argument| fill(argument)).collect();
    let child = Command::new(path).args(arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let server = Real(child, folder);
    let begun = Instant::now();
    while TcpStream::connect(("127.0.0.1", port)).is_err() {
        assert!(begun.elapsed() < LONG, "{program} does not start");
        std::thread::sleep(Duration::from_millis(30));
    }
    Some((server, port, certified))
}

#[test]
fn apache_takes_the_digest_login_of_a_camera_with_tls() {
    let modules = ["mpm_event", "authn_core", "authn_file", "authz_core", "authz_user", "auth_digest", "ssl"];
    let modules =
        modules.map(|name| format!("LoadModule {name}_module /usr/lib/apache2/modules/mod_{name}.so\n")).concat();
    let text = modules
        + "ServerName localhost\nListen 127.0.0.1:PORT\nPidFile FOLDER/pid\nErrorLog FOLDER/log\nMutex file:FOLDER default\n\
           User www-data\nGroup www-data\nSSLEngine on\nSSLCertificateFile FOLDER/certificate.pem\n\
           SSLCertificateKeyFile FOLDER/key.pem\nDocumentRoot FOLDER/www\n<Directory FOLDER/www>\nForceType image/jpeg\n\
           AuthType Digest\nAuthName Yard\nAuthDigestProvider file\nAuthUserFile FOLDER/users\nRequire valid-user\n</Directory>\n";
    let Some((_server, port, certified)) = real("apache2", &["-f", "FOLDER/conf", "-DFOREGROUND"], &text) else {
        return;
    };
    let at = |login: &str, mark: &str| camera(&format!("https://{login}127.0.0.1:{port}/shot.jpg{mark}"));
    assert_eq!(at("anna:s3cret@", &certified.mark), Ok(5));
    assert!(at("anna:guess@", &certified.mark).unwrap_err().ends_with("does not accept this user name and password"));
    assert!(at("", &certified.mark).unwrap_err().contains("it needs a user name and a password"));
    assert!(at("anna:s3cret@", "").unwrap_err().contains("doesn't know its certificate"));
}

#[test]
fn nginx_with_tls_shows_a_picture_and_takes_a_webhook() {
    let text = "daemon off;\npid FOLDER/pid;\nerror_log FOLDER/log;\nevents {}\nhttp {\naccess_log FOLDER/access;\n\
                client_body_temp_path FOLDER/body;\nproxy_temp_path FOLDER/proxy;\nfastcgi_temp_path FOLDER/fast;\n\
                uwsgi_temp_path FOLDER/uwsgi;\nscgi_temp_path FOLDER/scgi;\nserver {\nlisten 127.0.0.1:PORT ssl;\n\
                ssl_certificate FOLDER/certificate.pem;\nssl_certificate_key FOLDER/key.pem;\nroot FOLDER/www;\n\
                location = /shot.jpg { default_type image/jpeg; }\nlocation = /hook { return 204; }\n}\n}\n";
    let Some((server, port, certified)) = real("nginx", &["-c", "FOLDER/conf", "-p", "FOLDER"], text) else { return };
    assert_eq!(camera(&format!("https://127.0.0.1:{port}/shot.jpg{}", certified.mark)), Ok(5));
    let data = tempdir().unwrap();
    let hook = format!("https://127.0.0.1:{port}/hook{}", certified.mark);
    let table = Served::start(data.path(), &["--enter", "--players", "Anna,Ben", "--webhook", &hook], 2);
    assert!(enter(&table.links[1], "tile 6-6", 1).contains("\"ok\":true"));
    let begun = Instant::now();
    let log = || fs::read_to_string(server.1.path().join("access")).unwrap_or_default();
    while log().matches("\"POST /hook HTTP/1.1\" 204").count() < 2 {
        assert!(begun.elapsed() < LONG, "{}", log());
        std::thread::sleep(Duration::from_millis(30));
    }
}

#[test]
fn mosquitto_with_tls_is_told_how_the_table_stands() {
    let text = "listener PORT 127.0.0.1\nallow_anonymous true\nuser root\ncertfile FOLDER/certificate.pem\nkeyfile FOLDER/key.pem\n";
    let Some((server, port, certified)) = real("mosquitto", &["-c", "FOLDER/conf"], text) else { return };
    let data = tempdir().unwrap();
    let broker = format!("mqtts://127.0.0.1:{port}{}", certified.mark);
    let table = Served::start(data.path(), &["--enter", "--players", "Anna,Ben", "--mqtt", &broker], 2);
    assert!(enter(&table.links[1], "tile 6-6", 1).contains("\"ok\":true"));
    // Another program checks the certificate its own way.
    let mut subscriber = Command::new("mosquitto_sub");
    subscriber.args([
        "-h",
        "localhost",
        "-t",
        "sixty-one/table/score",
        "-W",
        "30",
        "-p",
        &port.to_string(),
        "--cafile",
    ]);
    let heard = subscriber.arg(server.1.path().join("certificate.pem")).stdout(Stdio::piped()).spawn();
    let Ok(mut heard) = heard else {
        return println!("skipped: no mosquitto_sub here (scripts/install-missing test)");
    };
    let lines = BufReader::new(heard.stdout.take().unwrap()).lines().map_while(Result::ok);
    let told = lines.into_iter().any(|line| line.contains("\"line\":\"6-6\""));
    heard.kill().unwrap();
    heard.wait().unwrap();
    assert!(told);
}

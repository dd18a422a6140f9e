//! The secretary gives out new links and withdraws old ones.

use super::{Secretary, href};
use crate::served::{get, post};
use std::fs;

#[test]
fn a_renewed_link_takes_the_place_of_the_old_one_and_a_withdrawn_one_opens_nothing() {
    let mut secretary = Secretary::new();
    let send = |link: &str, form: &str| post(&format!("{link}secretary"), form);
    let at = |secretary: &Secretary, link: &str| {
        let path = link.splitn(4, '/').nth(3).unwrap();
        format!("{}/{path}", secretary.link(0).split("/w/").next().unwrap())
    };
    let [watch, tables, own] = [0, 1, 2].map(|at: usize| secretary.link(at).to_owned());
    assert!(get(&own).contains("renew-link") && get(&own).contains("withdraw-link"), "the page has the forms");
    let page = send(&own, "act=renew-link&kind=w");
    let new = href(&page, "/w/").to_owned();
    assert_ne!(new, watch);
    assert!(get(&watch).contains(" 403 ") && get(&new).contains(" 200 ") && get(&tables).contains(" 200 "), "{page}");
    let page = send(&own, "act=withdraw-link&kind=t");
    assert!(page.contains("No one can join as a table any more."), "{page}");
    assert!(get(&tables).contains(" 403 ") && get(&new).contains(" 200 "));
    // The secretary needs a link to run the server: it is renewed.
    let page = send(&own, "act=withdraw-link&kind=s");
    let mine = href(&page, "/s/").to_owned();
    assert!(get(&own).contains(" 403 ") && get(&mine).contains(" 200 "), "{page}");
    // Who watches withdraws nothing.
    assert!(send(&new, "act=withdraw-link&kind=w").contains(" 403 ") && get(&new).contains(" 200 "));
    secretary.restart();
    let statuses = [&watch, &tables, &own, &new, &mine].map(|link| {
        let page = get(&at(&secretary, link));
        page.split(' ').nth(1).unwrap().to_owned()
    });
    assert_eq!(statuses, ["403", "403", "403", "200", "200"], "and so it stays");
    // What the disk does not take has not happened, and the answer says so.
    let file = secretary.data.path().join("links.json");
    fs::write(&file, "{}x").unwrap();
    fs::write(file.with_extension("copy.json"), "{}x").unwrap();
    let (own, watch) = (secretary.link(2).to_owned(), secretary.link(0).to_owned());
    for form in ["act=renew-link&kind=w", "act=withdraw-link&kind=w"] {
        let page = send(&own, form);
        assert!(page.contains("may open again later") && page.contains("links.json"), "{form}: {page}");
        assert!(get(&watch).contains(" 200 ") && get(&at(&secretary, &new)).contains(" 200 "), "{form}");
    }
}

// Keeps the page up to date and sends what is tapped. Written for old browsers: no promise, no arrow, no module.
(function () {
  'use strict';
  // The server says that it is there every five seconds.
  var OLD = 11000;
  // A second tap sooner than this, or on something that has just changed, does not count.
  var STEADY = 500;
  var news = document.body.getAttribute('data-news');
  var words = JSON.parse(document.querySelector('script[src="page.js"]').getAttribute('data-words'));
  var lost = document.getElementById('lost');
  var choice = document.getElementById('choice');
  // Another page says its own.
  var say = choice && document.getElementById('say');
  var spoken = document.getElementById('spoken');
  var phone = Math.random().toString(36).slice(2, 12) || 'phone';
  var seq = 0;
  var snapshot = null;
  var busy = false;
  var heard = now();
  var ticked = now();
  var asked = 0;
  var tapped = 0;
  var changed = 0;
  var told = 0;
  var missed = false;
  var down = 0;
  var held = '';
  var quiet = null;
  var source = null;
  var closed = false;

  function now() { return new Date().getTime(); }
  function all(selector) { return document.querySelectorAll(selector); }

  // The server is there.
  function hear() {
    heard = now();
    lost.hidden = true;
    document.body.className = document.body.className.replace(' old', '');
  }

  // What is shown may be old: that is seen at once.
  function gone(why) {
    lost.textContent = why || words.old.replace('{time}', new Date(heard).toTimeString().slice(0, 5));
    lost.hidden = false;
    if (document.body.className.indexOf(' old') < 0) { document.body.className += ' old'; }
  }

  // A message disappears when it is no longer true.
  function tell(text, bad, last) {
    if (!say) { return; }
    clearTimeout(quiet);
    told = now();
    say.textContent = text;
    say.className = bad ? 'say bad' : 'say';
    if (!last) { quiet = setTimeout(function () { say.textContent = ''; }, bad ? 8000 : 3000); }
  }

  function speak(text) { if (spoken) { spoken.textContent = text; } }

  function show(text) {
    var data = JSON.parse(text);
    hear();
    held = '';
    if (data.edition === snapshot) { return; }
    // Under a finger nothing changes: its tap would be lost.
    if (pressed()) { held = text; return; }
    var first = snapshot === null;
    snapshot = data.edition;
    var focused = document.activeElement && document.activeElement.id;
    var typed = {};
    var fields = all('[data-live] input[id],[data-live] select');
    var i;
    for (i = 0; i < fields.length; i++) { typed[fields[i].id] = fields[i]; }
    var places = all('[data-live]');
    for (i = 0; i < places.length; i++) { places[i].innerHTML = data.html; }
    for (i in typed) { keep(typed[i], document.getElementById(i)); }
    if (focused && document.getElementById(focused)) { document.getElementById(focused).focus(); }
    if (choice) { choice.innerHTML = ''; }
    if (first) { return; }
    changed = now();
    if (say && !busy && changed - told > 2000) { tell(''); }
    speak(data.said);
    var event = document.createEvent('Event');
    event.initEvent('moved', false, false);
    document.dispatchEvent(event);
  }

  // What was typed or ticked stays.
  function keep(before, after) {
    if (!after) { return; }
    after.value = before.value;
    after.checked = before.checked;
    after.parentNode.className = before.parentNode.className;
  }

  // A finger that was never lifted is forgotten.
  function pressed() { return now() - down < 3000; }

  function press() { down = now(); }

  // The click comes after it.
  function lift() {
    down = 0;
    setTimeout(function () { if (held) { show(held); } }, 60);
  }

  // Asks once how it stands.
  function look(then, otherwise) {
    var ask = new XMLHttpRequest();
    ask.open('GET', news.replace('news?', 'now?'));
    ask.timeout = 4000;
    ask.onload = function () {
      if (ask.status === 200) { show(ask.responseText); then(); } else { otherwise(ask.status); }
    };
    ask.onerror = ask.ontimeout = function () { otherwise(0); };
    ask.send();
  }

  // A browser without server-sent events asks every two seconds.
  function poll() {
    var again = function () { setTimeout(poll, 2000); };
    look(again, function (status) { refused(status); again(); });
  }

  function refused(status) {
    closed = status === 403 || status === 404;
    gone(closed ? words.closed : status === 503 || status === 429 ? words.full : '');
  }

  function listen() {
    if (source) { source.close(); }
    source = new EventSource(news);
    source.onmessage = function (event) { show(event.data); };
    source.addEventListener('ping', hear);
    source.onopen = hear;
    source.onerror = function () {
      gone('');
      // The server refused: is it busy, or is the link gone?
      if (source.readyState === 2) {
        source.close();
        look(function () { setTimeout(listen, 1000); }, function (status) {
          refused(status);
          if (!closed) { setTimeout(listen, status ? 8000 : 2000); }
        });
      }
    };
  }

  // A phone that slept, or was in another network, wakes with a dead connection that looks alive.
  function woke() {
    if (closed) { return; }
    if (now() - heard > 1500) { gone(''); }
    if (!window.EventSource) { return; }
    look(listen, function (status) { refused(status); if (!closed) { listen(); } });
  }

  setInterval(function () {
    var slept = now() - ticked > 4000;
    ticked = now();
    if (held) { show(held); }
    if (slept) { woke(); } else if (now() - heard > OLD && !closed) { gone(''); }
    if (source && source.readyState !== 2 && now() - heard > OLD && now() - asked > OLD) { asked = now(); listen(); }
  }, 1000);
  document.addEventListener('visibilitychange', function () { if (!document.hidden) { woke(); } });
  document.addEventListener('resume', woke);
  window.addEventListener('pageshow', function (event) { if (event.persisted) { woke(); } });
  window.addEventListener('online', woke);
  window.addEventListener('offline', function () { gone(''); });

  function encode(pairs) {
    var parts = [];
    for (var i = 0; i < pairs.length; i++) {
      parts.push(encodeURIComponent(pairs[i][0]) + '=' + encodeURIComponent(pairs[i][1]));
    }
    return parts.join('&');
  }

  // What is sent twice is done once: it keeps its number.
  function send(body, tries) {
    var ask = new XMLHttpRequest();
    ask.open('POST', 'act');
    ask.setRequestHeader('Content-Type', 'application/x-www-form-urlencoded');
    ask.setRequestHeader('Accept', 'application/json');
    ask.timeout = 8000;
    var slow = setTimeout(function () { gone(''); tell(words.again, true, true); }, 2000);
    ask.onload = function () {
      // A server that has just started may not know its links yet.
      if (ask.responseText.charAt(0) !== '{') { ask.onerror(); return; }
      clearTimeout(slow);
      busy = false;
      answer(ask);
    };
    ask.onerror = ask.ontimeout = function () {
      clearTimeout(slow);
      if (tries < 5) {
        gone('');
        tell(words.again, true, true);
        setTimeout(function () { send(body, tries + 1); }, 500 * (tries + 1));
      } else {
        busy = false;
        tell(words.unsent, true, true);
        speak(words.unsent);
      }
    };
    ask.send(body);
  }

  function answer(ask) {
    var data = JSON.parse(ask.responseText);
    choice.innerHTML = '';
    if (!data.choose) {
      var late = missed ? ' ' + words.missed : '';
      tell((data.said || '') + late, !data.ok || data.bad, data.bad);
      // What was entered is spoken with its points, when the table shows it.
      if (!data.ok || data.bad || late) { speak((data.said || '') + late); }
      return;
    }
    for (var i = 0; i < data.choose.length; i++) { offer(data.choose[i].words, data.choose[i].say); }
    offer(words.back, '');
    changed = now();
    // The only choice says what it does.
    var several = data.choose.length > 1;
    tell(several ? words.where : '', false, true);
    speak(several ? words.where : data.choose[0].words);
    choice.firstChild.focus();
  }

  function offer(text, act) {
    var button = document.createElement('button');
    button.setAttribute('data-act', act);
    button.textContent = text;
    choice.appendChild(button);
  }

  // When a tap was made: a busy phone hears of it later.
  function made(event) {
    var ago = window.performance && performance.now ? performance.now() - event.timeStamp : 0;
    return ago > 0 && ago < 10000 ? now() - ago : now();
  }

  function tap(event) {
    var at = event.target;
    while (at && at.nodeName !== 'BUTTON') { at = at.parentNode; }
    if (!at || !choice) { return; }
    var act = at.getAttribute('data-act');
    if (act === null) { act = at.name === 'act' ? at.value : null; }
    if (act === null) { return; }
    event.preventDefault();
    var when = made(event);
    // The second of a double tap.
    if (when - tapped < STEADY) { return; }
    // A tap that is meant is answered.
    if (busy) { missed = true; return; }
    if (when - changed < STEADY) { tell(words.moved); return; }
    tapped = when;
    if (act === '') { choice.innerHTML = ''; changed = now(); tell(''); return; }
    busy = true;
    missed = false;
    seq += 1;
    tell(words.sending, false, true);
    var pairs = [['act', act], ['number', phone + '.' + seq], ['edition', snapshot === null ? all('[name=edition]')[0].value : snapshot]];
    var fields = at.form ? at.form.querySelectorAll('input[id],select') : [];
    for (var i = 0; i < fields.length; i++) { pairs.push([fields[i].name, fields[i].value]); }
    send(encode(pairs), 0);
  }

  document.addEventListener('click', tap);
  document.addEventListener('touchstart', press);
  document.addEventListener('mousedown', press);
  document.addEventListener('touchend', lift);
  document.addEventListener('touchcancel', lift);
  document.addEventListener('mouseup', lift);
  if (window.EventSource) { listen(); } else { poll(); }
})();

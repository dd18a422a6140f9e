// Keeps the page up to date and sends what is tapped. Written for old browsers: no promise, no arrow, no module.
(function () {
  'use strict';
  var news = document.body.getAttribute('data-news');
  var words = JSON.parse(document.querySelector('script[data-words]').getAttribute('data-words'));
  var lost = document.getElementById('lost');
  var say = document.getElementById('say');
  var choice = document.getElementById('choice');
  var phone = Math.random().toString(36).slice(2, 12) || 'phone';
  var seq = 0;
  var edition = null;
  var busy = false;
  var heard = new Date().getTime();

  function all(selector) { return document.querySelectorAll(selector); }

  function show(text) {
    var data = JSON.parse(text);
    heard = new Date().getTime();
    lost.hidden = true;
    if (data.edition === edition) { return; }
    var first = edition === null;
    edition = data.edition;
    var focused = document.activeElement && document.activeElement.id;
    var places = all('[data-live]');
    for (var i = 0; i < places.length; i++) { places[i].innerHTML = data.html; }
    if (focused && document.getElementById(focused)) { document.getElementById(focused).focus(); }
    if (choice) { choice.innerHTML = ''; }
    if (say && !first && !choice) { say.textContent = data.said; }
  }

  function gone(why) {
    lost.textContent = why;
    lost.hidden = false;
  }

  // A browser without server-sent events asks every two seconds.
  function poll() {
    var ask = new XMLHttpRequest();
    ask.open('GET', news.replace('news?', 'now?'));
    ask.timeout = 8000;
    ask.onload = function () {
      if (ask.status === 200) { show(ask.responseText); } else { gone(ask.responseText || words.off); }
      setTimeout(poll, 2000);
    };
    ask.onerror = ask.ontimeout = function () { gone(words.lost); setTimeout(poll, 2000); };
    ask.send();
  }

  var source = null;

  function listen() {
    if (source) { source.close(); }
    source = new EventSource(news);
    source.onmessage = function (event) { show(event.data); };
    source.addEventListener('ping', function () { heard = new Date().getTime(); });
    source.onopen = function () { heard = new Date().getTime(); lost.hidden = true; };
    source.onerror = function () {
      gone(words.lost);
      if (source.readyState === 2) { source.close(); withdrawn(); }
    };
  }

  // The server refused: is it busy, or is the link gone?
  function withdrawn() {
    var ask = new XMLHttpRequest();
    ask.open('GET', news.replace('news?', 'now?'));
    ask.onload = function () {
      if (ask.status === 403 || ask.status === 404) {
        gone(words.closed);
        return;
      }
      setTimeout(listen, ask.status === 200 ? 1000 : 10000);
    };
    ask.onerror = function () { setTimeout(listen, 3000); };
    ask.send();
  }

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
    ask.onload = function () { busy = false; answer(ask); };
    ask.onerror = ask.ontimeout = function () {
      if (tries < 5) {
        say.textContent = words.again;
        setTimeout(function () { send(body, tries + 1); }, 500 * (tries + 1));
      } else {
        busy = false;
        say.textContent = words.unsent;
      }
    };
    ask.send(body);
  }

  function answer(ask) {
    var data;
    try { data = JSON.parse(ask.responseText); } catch (e) { data = { said: words.unclear.replace('{status}', ask.status) }; }
    say.textContent = data.said || '';
    say.className = data.ok ? 'say' : 'say bad';
    choice.innerHTML = '';
    if (!data.choose) { return; }
    for (var i = 0; i < data.choose.length; i++) {
      var button = document.createElement('button');
      button.setAttribute('data-act', data.choose[i].say);
      button.textContent = data.choose[i].words;
      choice.appendChild(button);
    }
    say.textContent = words.where;
    say.className = 'say';
    choice.firstChild.focus();
  }

  function tapped(event) {
    var at = event.target;
    while (at && at.nodeName !== 'BUTTON') { at = at.parentNode; }
    if (!at || !choice) { return; }
    var act = at.getAttribute('data-act') || (at.name === 'act' && at.value);
    if (!act) { return; }
    event.preventDefault();
    if (busy) { return; }
    busy = true;
    seq += 1;
    var pairs = [['act', act], ['number', phone + '.' + seq], ['edition', edition === null ? all('[name=edition]')[0].value : edition]];
    var left = all('input[name^=left]');
    for (var i = 0; i < left.length; i++) { pairs.push([left[i].name, left[i].value]); }
    send(encode(pairs), 0);
  }

  // A television that slept wakes with a dead connection.
  setInterval(function () {
    if (source && source.readyState !== 2 && new Date().getTime() - heard > 60000) { heard = new Date().getTime(); listen(); }
  }, 20000);

  document.addEventListener('click', tapped);
  if (window.EventSource) { listen(); } else { poll(); }
})();

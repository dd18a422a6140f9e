// Sends pictures of the table: live where the browser allows it, else one at a time. Written for old browsers.
(function () {
  'use strict';
  var WIDEST = 1920;
  var EVERY = 350;
  var words = JSON.parse(document.querySelector('script[data-words]').getAttribute('data-words'));
  var name = document.getElementById('name');
  var say = document.getElementById('say');
  var live = document.getElementById('live');
  var video = document.getElementById('video');
  var photo = document.getElementById('photo');
  var canvas = document.createElement('canvas');
  var sent = 0;
  var stream = null;

  function called() { document.getElementById('called').textContent = name.value || words.phone; }

  function post(path, body, then) {
    var ask = new XMLHttpRequest();
    ask.open('POST', path + '?name=' + encodeURIComponent(name.value || words.phone) + (stream ? '&live' : ''));
    ask.timeout = 15000;
    if (body) { ask.setRequestHeader('Content-Type', 'image/jpeg'); }
    ask.onload = function () { then(ask.status, ask.responseText); };
    ask.onerror = ask.ontimeout = function () { then(0, words.lost); };
    ask.send(body);
  }

  function told(status, answer) {
    var count = (sent === 1 ? words.one : words.many).replace('{n}', sent);
    say.textContent = status === 200 ? count + ' ' + answer : answer;
  }

  function draw(source, width, height, then) {
    var scale = Math.min(1, WIDEST / Math.max(width, height));
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
    canvas.getContext('2d').drawImage(source, 0, 0, canvas.width, canvas.height);
    canvas.toBlob(function (blob) {
      if (!blob) { then(); return; }
      post('photo', blob, function (status, answer) {
        if (status === 200) { sent += 1; }
        told(status, answer);
        then(status);
      });
    }, 'image/jpeg', 0.85);
  }

  photo.onchange = function () {
    var file = photo.files[0];
    if (!file) { return; }
    say.textContent = words.sending;
    var image = new Image();
    image.onload = function () {
      draw(image, image.naturalWidth, image.naturalHeight, function () { URL.revokeObjectURL(image.src); photo.value = ''; });
    };
    image.onerror = function () { say.textContent = words.none; };
    image.src = URL.createObjectURL(file);
  };

  function go() {
    if (!stream) { return; }
    if (!video.videoWidth) { setTimeout(go, EVERY); return; }
    draw(video, video.videoWidth, video.videoHeight, function (status) {
      if (status === 403) { stream = null; return; }
      setTimeout(go, status === 200 ? EVERY : 2000);
    });
  }

  live.onclick = function () {
    navigator.mediaDevices.getUserMedia({ audio: false, video: { facingMode: 'environment', width: { ideal: 1920 } } }).then(function (got) {
      stream = got;
      video.srcObject = got;
      video.hidden = false;
      video.play();
      live.hidden = true;
      if (navigator.wakeLock) { navigator.wakeLock.request('screen').catch(function () {}); }
      go();
    }, function (why) { say.textContent = words.denied.replace('{why}', why.message); });
  };

  if (navigator.mediaDevices && navigator.mediaDevices.getUserMedia) {
    live.hidden = false;
  } else {
    document.getElementById('secure').hidden = false;
  }
  name.oninput = called;
  called();
  // Between pictures it says that it is there.
  setInterval(function () { if (!stream) { post('alive', null, function (status, answer) { if (status !== 200) { say.textContent = answer; } }); } }, 4000);
})();

// Reads a picture of the hand and ticks its tiles; they can be put right before anything is asked. Written for old browsers.
(function () {
  'use strict';
  var WIDEST = 1600;
  var words = JSON.parse(document.querySelector('script[src="hand.js"]').getAttribute('data-words'));
  var say = document.getElementById('say');
  var photo = document.getElementById('photo');
  // Only a practice match reads hands.
  function offer() { document.getElementById('camera').hidden = !document.getElementById('seat'); }
  offer();

  function tick(tiles) {
    var boxes = document.getElementsByName('tile');
    var found = {};
    var i;
    for (i = 0; i < tiles.length; i += 1) { found[tiles[i].tile] = tiles[i].doubtful ? 2 : 1; }
    for (i = 0; i < boxes.length; i += 1) {
      var state = found[boxes[i].value] || 0;
      boxes[i].checked = state > 0;
      boxes[i].parentNode.className = state === 2 ? 'pick doubtful' : 'pick';
    }
  }

  // The table has moved on: the answer was for the line before.
  document.addEventListener('moved', function () {
    offer();
    var moves = document.getElementById('moves');
    if (moves) { moves.parentNode.removeChild(moves); say.textContent = words.moved; }
  });

  function send(blob) {
    var ask = new XMLHttpRequest();
    ask.open('POST', 'photo');
    ask.timeout = 20000;
    ask.setRequestHeader('Content-Type', 'image/jpeg');
    ask.onload = function () {
      var answer = {};
      try { answer = JSON.parse(ask.responseText); } catch (ignored) { answer = { said: ask.responseText }; }
      if (answer.tiles) { tick(answer.tiles); }
      say.textContent = answer.said || words.unread;
    };
    ask.onerror = ask.ontimeout = function () { say.textContent = words.lost; };
    ask.send(blob);
  }

  photo.onchange = function () {
    var file = photo.files[0];
    if (!file) { return; }
    say.textContent = words.reading;
    var image = new Image();
    image.onload = function () {
      var scale = Math.min(1, WIDEST / Math.max(image.naturalWidth, image.naturalHeight));
      var canvas = document.createElement('canvas');
      canvas.width = Math.round(image.naturalWidth * scale);
      canvas.height = Math.round(image.naturalHeight * scale);
      canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
      URL.revokeObjectURL(image.src);
      photo.value = '';
      canvas.toBlob(function (blob) { if (blob) { send(blob); } }, 'image/jpeg', 0.88);
    };
    image.onerror = function () { say.textContent = words.none; };
    image.src = URL.createObjectURL(file);
  };
})();

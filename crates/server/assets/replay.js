// Steps through a hand: hides the tiles played later. Written for old browsers.
(function () {
  'use strict';
  var said = JSON.parse(document.querySelector('script[data-words]').getAttribute('data-words'));
  var hands = document.querySelectorAll('[data-hand]');

  function player(hand) {
    var rows = hand.querySelectorAll('tr[data-drop]');
    var tiles = hand.querySelectorAll('svg.line g');
    var ends = hand.querySelectorAll('svg.line .end');
    var at = rows.length - 1;
    var bar = document.createElement('p');
    var words = document.createElement('span');
    words.setAttribute('role', 'status');

    function show(step) {
      var i;
      at = Math.max(0, Math.min(rows.length - 1, step));
      var laid = Number(rows[at].getAttribute('data-drop'));
      for (i = 0; i < tiles.length; i++) { tiles[i].style.visibility = i < laid ? '' : 'hidden'; }
      for (i = 0; i < ends.length; i++) { ends[i].style.visibility = laid === tiles.length ? '' : 'hidden'; }
      for (i = 0; i < rows.length; i++) { rows[i].style.fontWeight = i === at ? '700' : ''; }
      words.textContent = ' ' + said.step.replace('{n}', at + 1).replace('{all}', rows.length).replace('{what}', function () { return rows[at].cells[1].textContent; });
    }

    function button(label, name, step) {
      var button = document.createElement('button');
      button.textContent = label;
      button.setAttribute('aria-label', name);
      button.onclick = function () { show(step()); };
      bar.appendChild(button);
    }

    button('«', said.first, function () { return 0; });
    button('‹', said.before, function () { return at - 1; });
    button('›', said.next, function () { return at + 1; });
    button('»', said.last, function () { return rows.length - 1; });
    bar.appendChild(words);
    hand.insertBefore(bar, hand.querySelector('.panel'));
    for (var i = 0; i < rows.length; i++) {
      (function (n) { rows[n].onclick = function () { show(n); }; })(i);
    }
  }

  for (var i = 0; i < hands.length; i++) { if (hands[i].querySelector('tr[data-drop]')) { player(hands[i]); } }
})();

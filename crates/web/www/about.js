// The dearest language of the browser that the page is there in.
if (navigator.languages.map(tag => tag.slice(0, 2).toLowerCase()).find(code => code === 'en' || code === 'es') === 'es') {
  document.documentElement.lang = 'es';
  document.title = 'Sixty-One: lleva el puntaje del dominó';
  document.getElementById('english').hidden = true;
  document.getElementById('spanish').hidden = false;
}

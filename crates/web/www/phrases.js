// What the page itself says. It is English where it is said; what it is in other languages stands here. The browser's language is
// spoken until the window, which may have another one in its settings, tells which it is.
const books = {
  en: {},
  es: {
    'Sixty-One is opening…': 'Sixty-One se está abriendo…',
    'Try again': 'Probar otra vez',
    'Not now': 'Ahora no',
    'Use it': 'Usarla',
    'Open again': 'Abrir otra vez',
    'A new version of Sixty-One is ready.': 'Hay una versión nueva de Sixty-One.',
    'The camera sees {what}.': 'La cámara ve {what}.',
    'Sixty-One is open in another tab or window of this browser, which has the sessions. Go on there, or close it and try again.': 'Sixty-One está abierto en otra pestaña o ventana de este navegador, que tiene las sesiones. Sigue ahí, o ciérrala y prueba otra vez.',
    'Sixty-One broke down: {why}. What was recorded is safe.': 'Sixty-One falló: {why}. Lo que se anotó está a salvo.',
    'Sixty-One cannot be opened: {why}.': 'Sixty-One no se puede abrir: {why}.',
    'its program could not be loaded': 'no se pudo cargar su programa',
    'This browser cannot draw the window (it has no OffscreenCanvas). A newer one can.': 'Este navegador no puede dibujar la ventana (no tiene OffscreenCanvas). Uno más nuevo sí.',
    'this page may not use the camera. Allow it at the lock or camera sign beside the address': 'esta página no tiene permiso para usar la cámara. Dáselo en el candado o en la cámara que está junto a la dirección',
    'there is no such camera': 'esa cámara no está',
    'another program uses the camera': 'otro programa está usando la cámara',
    'this page may not use the camera': 'esta página no puede usar la cámara',
    'the camera does not work ({why})': 'la cámara no funciona ({why})',
    'a browser lends its camera only to pages that came over https': 'un navegador solo presta su cámara a páginas que llegaron por https',
    'the camera was taken away': 'la cámara se desconectó',
    'the camera has been paused, by the system or another program': 'la cámara está en pausa, por el sistema o por otro programa',
    'no picture comes any more': 'ya no llegan imágenes',
  },
};

let spoken = navigator.languages.map(tag => tag.split('-')[0].toLowerCase()).find(code => code in books) ?? 'en';

export function phrase(english, given = {}) {
  return (books[spoken][english] ?? english).replace(/{(\w+)}/g, (_, name) => given[name]);
}

// Turns the page over to a language, with the words that stand on it.
export function speak(code = spoken) {
  spoken = code in books ? code : 'en';
  document.documentElement.lang = spoken;
  for (const element of document.querySelectorAll('[data-english]')) element.textContent = phrase(element.dataset.english);
}

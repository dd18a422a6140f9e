// Phrases of the page itself: English in the code, other languages here. The browser's language is used until the window,
// which may have another one in its settings, reports its own.
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
    'Sixty-One is open in another tab or window of this browser. Continue there, or close it and try again.': 'Sixty-One está abierto en otra pestaña o ventana de este navegador. Continúa ahí, o ciérrala y prueba otra vez.',
    'Sixty-One stopped: {why}. Everything recorded is safe.': 'Sixty-One se detuvo: {why}. Todo lo anotado está a salvo.',
    'Sixty-One stopped: {why}. Drops that were not saved: {unsaved}. Everything before them is safe.': 'Sixty-One se detuvo: {why}. Jugadas sin guardar: {unsaved}. Todo lo anterior está a salvo.',
    'Sixty-One stopped: {why}. This browser keeps nothing: the match is lost.': 'Sixty-One se detuvo: {why}. Este navegador no guarda nada: el encuentro se perdió.',
    'This needs a part of Sixty-One that has not loaded yet. It continues once there is a network.': 'Para esto falta una parte de Sixty-One que aún no se cargó. Sigue en cuanto haya red.',
    'Sixty-One did not open: {why}.': 'Sixty-One no se abrió: {why}.',
    'the program did not load': 'el programa no se cargó',
    'This browser has no OffscreenCanvas, which the window needs. Use a newer browser.': 'Este navegador no tiene OffscreenCanvas, que la ventana necesita. Usa uno más nuevo.',
    'no permission to use the camera. To allow it, click the lock or camera sign beside the address': 'sin permiso para usar la cámara. Para darlo, toca el candado o la cámara junto a la dirección',
    'no permission to use the camera. To allow it, open the permissions of Sixty-One in the settings of your device': 'sin permiso para usar la cámara. Para darlo, abre los permisos de Sixty-One en los ajustes de tu aparato',
    'the camera was not found': 'no se encontró la cámara',
    'another program is using the camera': 'otro programa está usando la cámara',
    'no permission to use the camera': 'sin permiso para usar la cámara',
    'the camera has failed ({why})': 'falló la cámara ({why})',
    'browsers allow the camera only on pages loaded over https': 'los navegadores solo permiten la cámara en páginas cargadas por https',
    'the camera was disconnected': 'la cámara se desconectó',
    'the camera was paused by the system or another program': 'el sistema u otro programa puso la cámara en pausa',
    'the pictures have stopped': 'dejaron de llegar imágenes',
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

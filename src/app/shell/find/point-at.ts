const LOOK_EVERY_MS = 100;
/** A new screen first gives the focus to its heading, so the button has to keep it for a while. */
const HELD_TIMES = 5;
const GIVE_UP_MS = 8000;

const nameOf = (control: Element) =>
  (control.getAttribute('aria-label') ?? control.textContent ?? '').trim();

const buttonNamed = (words: string) =>
  [...document.querySelectorAll<HTMLElement>('button')].find(
    (control) => control.closest('dialog') === null && nameOf(control).startsWith(words),
  );

/**
 * Gives the focus to the button whose name begins with `words()`, as soon as the page shows it, and
 * until the person does something. The words are asked for again, because a screen brings its own.
 */
export function pointAt(words: () => string): void {
  let held = 0;
  const look = setInterval(() => {
    const found = buttonNamed(words());
    if (!found) return;
    held = document.activeElement === found ? held + 1 : 0;
    if (held >= HELD_TIMES) stop();
    else if (held === 0) found.focus();
  }, LOOK_EVERY_MS);
  const stop = () => {
    clearInterval(look);
    clearTimeout(giveUp);
    window.removeEventListener('keydown', stop);
    window.removeEventListener('pointerdown', stop);
  };
  const giveUp = setTimeout(stop, GIVE_UP_MS);
  // Later, because the press that chose the line is still on its way to the window.
  setTimeout(() => {
    window.addEventListener('keydown', stop);
    window.addEventListener('pointerdown', stop);
  });
}

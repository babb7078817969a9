/** So long a page has to lead the focus on by itself, because it knows best what is next. */
const WAIT_MS = 500;

const CONTROLS = 'a[href], button, input, select, textarea, summary, [tabindex="0"]';
const HEADING = 'main h1';

/** A control that had the focus, with the way up from it to its page or its dialog. */
type Place = { control: HTMLElement; way: { box: Element; at: number }[] };

let last: Place | undefined;
/** The last one outside of dialogs: one of a dialog is gone with it. */
let onPage: Place | undefined;
let heading: Element | null = null;
/** True once the control was seen gone or off; until then nobody has lost anything. */
let isLost = false;
let timer: ReturnType<typeof setTimeout> | undefined;
/** True after a press of a pointer, until the next key. */
let isPointed = false;

const isGone = (control: Element) =>
  !control.isConnected || control.closest('dialog:not([open])') !== null;
const isOff = (control: Element) =>
  control.matches(':disabled') || control.closest('[inert]') !== null;

function forget(): void {
  clearTimeout(timer);
  timer = undefined;
  last = undefined;
  isLost = false;
}

function wayFrom(control: Element): Place['way'] {
  const way: Place['way'] = [];
  let part = control;
  while (part.parentElement && !part.parentElement.matches('main, dialog, body')) {
    const box = part.parentElement;
    way.push({ box, at: [...box.children].indexOf(part) });
    part = box;
  }
  return way;
}

function note({ target }: { target: EventTarget | null }): void {
  forget();
  if (isPointed || !(target instanceof HTMLElement)) return;
  last = { control: target, way: wayFrom(target) };
  if (target.closest('dialog')) return;
  onPage = last;
  heading = document.querySelector(HEADING);
}

const firstIn = (part: Element): HTMLElement | undefined =>
  [part, ...part.querySelectorAll(CONTROLS)].find(
    (one): one is HTMLElement =>
      one instanceof HTMLElement &&
      one.matches(CONTROLS) &&
      !one.matches('[aria-disabled=true]') &&
      !isOff(one) &&
      one.checkVisibility(),
  );

/** The control that took the place of another one, or else the one before it. */
function nextTo({ way }: Place): HTMLElement | undefined {
  for (const { box, at } of way) {
    if (!box.isConnected) continue;
    const parts = [...box.children];
    for (const part of [...parts.slice(at), ...parts.slice(0, at).toReversed()]) {
      const found = firstIn(part);
      if (found) return found;
    }
  }
  return undefined;
}

function lead(): void {
  timer = undefined;
  if (!last || document.activeElement !== document.body) return;
  const modal = [...document.querySelectorAll('dialog:modal')].at(-1);
  const place = isGone(last.control) && !modal ? onPage : last;
  if (!place) return;
  // A control that is off during a request will be on again.
  if (!isGone(place.control)) return isOff(place.control) ? undefined : place.control.focus();
  const isSamePage = modal !== undefined || heading?.isConnected === true;
  // The heading of another page can take the focus where it reads itself out.
  const next =
    (isSamePage ? nextTo(place) : undefined) ?? document.querySelector<HTMLElement>(HEADING);
  next?.focus({ preventScroll: isSamePage });
}

function look(): void {
  if (!last) return;
  const isOn = !isGone(last.control) && !isOff(last.control);
  isLost ||= !isOn;
  if (!isLost) return;
  // One that is on again has waited long enough.
  if (isOn) clearTimeout(timer);
  timer = isOn ? setTimeout(lead) : (timer ?? setTimeout(lead, WAIT_MS));
}

/**
 * Keeps the focus on the page for people who work with keys. A control that is off for a while has
 * it again afterwards; if a control goes, it passes to what took its place. Pages that lead it
 * somewhere themselves come first. After a press of a pointer nobody looks for the focus.
 */
export function keepFocus(): void {
  note({ target: document.activeElement });
  document.addEventListener('focusin', note);
  const onPointer = () => {
    isPointed = true;
    forget();
  };
  document.addEventListener('pointerdown', onPointer, { capture: true });
  const onKey = () => {
    if (isPointed) {
      isPointed = false;
      note({ target: document.activeElement });
    }
  };
  document.addEventListener('keydown', onKey, { capture: true });
  new MutationObserver(look).observe(document.body, {
    childList: true,
    subtree: true,
    attributeFilter: ['disabled', 'inert', 'open'],
  });
}

import { controlsBelow, type Place } from './free-place.ts';

/** The distance from the edges of the window, and from the header. */
const GAP = 12;
/** From the lower edge up: at it, above a phone's bar, above the bar of a page. */
const FROM_BELOW = [GAP, 80, 124];
/** A line of buttons and the space below it. */
const LINE = 52;
/** How often the page is looked at again, because an answer of the server may draw another one. */
const AGAIN_AFTER_MS = 600;

type Size = { width: number; height: number };

/** Below the header first, in the middle, at its end, at its start; then at the lower edge. */
function* places({ width, height }: Size): Generator<Place> {
  const { clientHeight } = document.documentElement;
  const header = document.querySelector('header[data-navbar]')?.getBoundingClientRect();
  const page = (document.querySelector('main') ?? document.body).getBoundingClientRect();
  const first = Math.max(header?.bottom ?? 0, page.top, 0) + GAP / 2;
  const ends = [page.right - width - GAP, page.left + GAP];
  if (document.documentElement.dir === 'rtl') ends.reverse();
  const lefts = [(page.left + page.right - width) / 2, ...ends];
  const tops = [first, first + LINE, ...FROM_BELOW.map((up) => clientHeight - height - up)];
  for (const top of tops) for (const left of lefts) yield { left, top };
}

/** True if nothing of a box at this place lies outside of the window. */
function isInside({ left, top }: Place, { width, height }: Size): boolean {
  const { clientWidth, clientHeight } = document.documentElement;
  return left >= 0 && top >= 0 && left + width <= clientWidth && top + height <= clientHeight;
}

/** Where the fewest controls are hidden: `current` as long as it hides none. */
function bestPlace(host: Element, size: Size, current: Place | undefined): Place {
  const hidden = (place: Place) =>
    isInside(place, size) ? controlsBelow({ ...place, ...size }, host) : Number.POSITIVE_INFINITY;
  if (current && hidden(current) === 0) return current;
  let best: Place = { left: GAP, top: GAP };
  let least = Number.POSITIVE_INFINITY;
  for (const place of places(size)) {
    const count = hidden(place);
    if (count < least) [best, least] = [place, count];
    if (least === 0) break;
  }
  return best;
}

/** Keeps the toasts in `host` off what can be pressed, wherever that is; returns how to stop. */
export function placeToasts(host: HTMLElement): () => void {
  let place: Place | undefined;
  let later: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    const box = host.querySelector<HTMLElement>('.Toastify__toast')?.parentElement;
    place = box
      ? bestPlace(host, { width: box.offsetWidth, height: box.offsetHeight }, place)
      : undefined;
    if (!place) return;
    host.style.setProperty('--toast-left', `${place.left}px`);
    host.style.setProperty('--toast-top', `${place.top}px`);
    lookLater();
  };
  // A press, or an answer that comes late, may have put a control below them.
  const lookLater = () => {
    clearTimeout(later);
    later = setTimeout(look, AGAIN_AFTER_MS);
  };
  const changed = new MutationObserver(look);
  changed.observe(host, { childList: true, subtree: true });
  const events = { resize: look, scrollend: look, click: lookLater, keyup: lookLater };
  for (const [event, act] of Object.entries(events)) window.addEventListener(event, act);
  return () => {
    changed.disconnect();
    clearTimeout(later);
    for (const [event, act] of Object.entries(events)) window.removeEventListener(event, act);
  };
}

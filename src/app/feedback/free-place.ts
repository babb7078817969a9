/** The side of the button in pixels, and its distance from the edges of the window. */
const SIZE = 44;
const GAP = 16;

/** The rows of a table open their record, so they count too; the side menu is full of places. */
const CONTROLS = [
  'a',
  'button',
  'input',
  'select',
  'textarea',
  'summary',
  'label',
  'tbody tr',
  'aside:not(main aside)',
  '[role="button"]',
  '[tabindex="0"]',
].join();

export type Place = { left: number; top: number };

/** Closer to each other than a line of text is high, so that no word lies between them. */
const POINTS = [1, 15, 29, SIZE - 1];

/** True if words of the element itself, not those of its children, reach into the square. */
function hasWords(one: Element, { left, top }: Place): boolean {
  const range = document.createRange();
  for (const node of one.childNodes) {
    if (node.nodeType !== Node.TEXT_NODE || node.textContent?.trim() === '') continue;
    range.selectNodeContents(node);
    for (const box of range.getClientRects())
      if (box.left < left + SIZE && box.right > left && box.top < top + SIZE && box.bottom > top)
        return true;
  }
  return false;
}

/** True if nothing that lies below the element is seen. */
const isOpaque = (one: Element) =>
  !/transparent|rgba|\//.test(getComputedStyle(one).backgroundColor);

/** True if neither a control nor words lie in the square at `place`, apart from `own`. */
function isFree(place: Place, own: Element | null): boolean {
  const seen = new Set<Element>();
  for (const x of POINTS) {
    for (const y of POINTS) {
      for (const one of document.elementsFromPoint(place.left + x, place.top + y)) {
        if (own?.contains(one)) continue;
        if (!seen.has(one) && (one.closest(CONTROLS) || hasWords(one, place))) return false;
        seen.add(one);
        // The rows that a list scrolls below the header are not in the way.
        if (isOpaque(one)) break;
      }
    }
  }
  return true;
}

/** Bottom end first, then up that edge, along the bottom, and at last the line of the header. */
function* places(): Generator<Place> {
  const { clientWidth: width, clientHeight: height } = document.documentElement;
  const isRtl = document.documentElement.dir === 'rtl';
  const at = (fromEnd: number, top: number) => ({
    left: isRtl ? fromEnd : width - SIZE - fromEnd,
    top,
  });
  const bottom = height - SIZE - GAP;
  for (let top = bottom; top > height / 2; top -= SIZE / 2) yield at(GAP, top);
  for (let end = GAP; end < width - SIZE; end += SIZE) yield at(end, bottom);
  for (let end = 0; end < width - SIZE; end += SIZE / 2) yield at(end, 6);
}

/**
 * A square of the window without a control or words in it, `current` as long as it is one;
 * undefined if there is none.
 */
export function freePlace(own: Element | null, current: Place | undefined): Place | undefined {
  if (current && current.top < window.innerHeight - SIZE && isFree(current, own)) return current;
  for (const place of places()) if (isFree(place, own)) return place;
  return undefined;
}

/** Closer to each other than a control is high. */
const STEP = 20;

/** What the control with the focus counts, which nothing may hide. */
const FOCUSED = 100;

/** From this size on a text is the figure of its page: to pay, the change, what is owed. */
const FIGURE_PX = 24;
/** Less than a control: a figure can be read again, a press goes wrong. */
const FIGURE = 0.5;

const isFigure = (one: Element) =>
  one.childElementCount === 0 &&
  one.textContent !== '' &&
  Number.parseFloat(getComputedStyle(one).fontSize) >= FIGURE_PX;

function* steps(from: number, to: number): Generator<number> {
  for (let at = from + 1; at < to - 1; at += STEP) yield at;
  yield to - 1;
}

/**
 * The number of controls below a box of the window, apart from `own`, and half a one if the figure
 * of the page is there.
 */
export function controlsBelow(
  box: Place & { width: number; height: number },
  own: Element,
): number {
  const found = new Set<Element>();
  let hasFigure = false;
  for (const x of steps(box.left, box.left + box.width)) {
    for (const y of steps(box.top, box.top + box.height)) {
      for (const one of document.elementsFromPoint(x, y)) {
        if (own.contains(one)) continue;
        const control = one.closest(CONTROLS);
        if (control) found.add(control);
        hasFigure ||= isFigure(one);
        if (control || isOpaque(one)) break;
      }
    }
  }
  const { activeElement } = document;
  const isFocused = activeElement !== null && found.has(activeElement);
  return found.size + (hasFigure ? FIGURE : 0) + (isFocused ? FOCUSED : 0);
}

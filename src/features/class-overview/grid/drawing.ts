import { HOURS_WIDTH, narrowestOf, type Layout } from './place-meetings.ts';

/**
 * The margin around the visible part, in pixels, that is drawn as well, so that it is there when it
 * is scrolled to.
 */
const AHEAD = 300;
/**
 * The most pieces that stay drawn, visible or not; each of them makes every frame a little slower.
 */
const MOST_DRAWN = 24;
/**
 * A scroll ends this long after its last step: less time than a person needs to press a card that
 * appeared.
 */
const MOVES_MS = 100;
/**
 * The most pieces that a frame draws: one, and more after so many quick frames in a row, until one
 * is slow.
 */
const MOST_PIECES = 3;
const QUICK_FRAMES = 4;
const [QUICK_MS, SLOW_MS] = [20, 30];
/**
 * Pixels per millisecond. Nothing is drawn while a scroll is faster, because it would be gone
 * before it is seen.
 */
const TOO_FAST = 4;

export type Shown = {
  /** Identifies the shown drawing. */
  name: string;
  columns: readonly { key: string; layout: Layout }[];
  /** True if it is too long to draw at once. */
  isLong: boolean;
};
/**
 * A piece with its key, the key of its strip, and its left and right edges in pixels of the
 * scrolled content.
 */
type Place = { key: string; strip: string; left: number; right: number };
type Seen = { from: number; to: number; limit: number };
export type Drawing = ReturnType<typeof startDrawing>;

export const stripKey = (column: string, strip: string) => `${column} ${strip}`;

const NOTHING: ReadonlySet<string> = new Set();

/**
 * The places of the pieces. They are computed, because asking the page would force a layout in the
 * middle of a frame. Content that is wider than its frame has the narrowest columns; all other
 * content fits and is visible.
 */
function placesOf(columns: Shown['columns']): Place[] {
  let begin = HOURS_WIDTH;
  return columns.flatMap(({ key: column, layout }) => {
    const left = begin;
    const width = narrowestOf(layout);
    begin += width;
    return layout.strips.flatMap((strip) =>
      strip.pieces.map(({ key, first, lanes }) => ({
        key,
        strip: stripKey(column, strip.key),
        left: left + (first / lanes) * width,
        right: left + ((first + 1) / lanes) * width,
      })),
    );
  });
}

/** The distance of a place from the visible part; 0 if it is visible. */
const awayFrom = ({ from, to }: Seen, { left, right }: Place) =>
  Math.max(0, from - right, left - to);

/**
 * The drawn pieces by strip. A strip gets a new set only when one of its own pieces changes, so
 * others need no render.
 */
function drawnPieces() {
  const drawn = new Map<string, ReadonlySet<string>>();
  const keysOf = (strip: string) => drawn.get(strip) ?? NOTHING;
  return {
    keysOf,
    has: ({ key, strip }: Place) => keysOf(strip).has(key),
    count: () => [...drawn.values()].reduce((sum, { size }) => sum + size, 0),
    add: (places: readonly Place[]) => {
      for (const { key, strip } of places) drawn.set(strip, new Set([...keysOf(strip), key]));
    },
    remove: (places: readonly Place[]) => {
      for (const { key, strip } of places)
        drawn.set(strip, new Set([...keysOf(strip)].filter((one) => one !== key)));
    },
    /** Forgets every piece that is not among these. */
    keep: (places: readonly Place[]) => {
      const keys = new Set(places.map(({ key }) => key));
      for (const [strip, old] of drawn)
        drawn.set(strip, new Set([...old].filter((key) => keys.has(key))));
    },
  };
}
type DrawnPieces = ReturnType<typeof drawnPieces>;

/** The nearest pieces that are not drawn yet, `most` at most. */
function missing(places: readonly Place[], seen: Seen, drawn: DrawnPieces, most: number): Place[] {
  const near = places.filter((place) => awayFrom(seen, place) <= seen.limit && !drawn.has(place));
  return near.length <= most
    ? near
    : near.toSorted((a, b) => awayFrom(seen, a) - awayFrom(seen, b)).slice(0, most);
}

/** The farthest drawn pieces, `most` at most; the piece with the focus is never among them. */
function farthest(places: readonly Place[], seen: Seen, drawn: DrawnPieces, most: number): Place[] {
  if (most <= 0) return [];
  const focused = document.activeElement?.closest<HTMLElement>('[data-piece]')?.dataset['piece'];
  const far = places.filter(
    (place) => awayFrom(seen, place) > seen.limit && place.key !== focused && drawn.has(place),
  );
  return far.toSorted((a, b) => awayFrom(seen, b) - awayFrom(seen, a)).slice(0, most);
}

/**
 * The visible part of a box, read from its own events, because asking the page would force a layout
 * in the middle of a frame.
 */
type Viewport = { from: number; width: number };

/**
 * Reports the visible part of `box` whenever it changes; returns the function that stops it. It
 * also reports that the box is moving, for the shield that keeps the pointer off the cards that
 * pass below it.
 */
function watchViewport(
  box: HTMLElement,
  onChange: (change: Partial<Viewport>) => void,
): () => void {
  let [timer, frame, movedAt] = [0, 0, 0];
  // The scroll ends only after a frame without a step, because slow frames may be farther apart
  // than this.
  const rest = () => {
    frame = requestAnimationFrame(() => {
      timer = 0;
      const left = movedAt + MOVES_MS - performance.now();
      if (left > 0) wait(left);
      else box.removeAttribute('data-moving');
    });
  };
  const wait = (ms: number) => {
    timer = window.setTimeout(rest, ms);
  };
  const onScroll = () => {
    movedAt = performance.now();
    // Each step does as little as possible: a new timer or the same attribute set again would take
    // longer than everything else.
    if (timer === 0) {
      box.setAttribute('data-moving', '');
      wait(MOVES_MS);
    }
    onChange({ from: box.scrollLeft });
  };
  box.addEventListener('scroll', onScroll, { passive: true });
  const resized = new ResizeObserver(([entry]) =>
    onChange({ width: entry?.contentRect.width ?? 0 }),
  );
  resized.observe(box);
  return () => {
    clearTimeout(timer);
    cancelAnimationFrame(frame);
    box.removeEventListener('scroll', onScroll);
    resized.disconnect();
  };
}

/**
 * The number of pieces per frame. Only the frame after a drawing frame shows how long the drawing
 * took.
 */
function frameBudget() {
  let [most, quick, drewAt] = [1, 0, 0];
  return {
    next: (at: number) => {
      const took = drewAt === 0 ? QUICK_MS : at - drewAt;
      drewAt = 0;
      if (took > SLOW_MS) [most, quick] = [1, 0];
      else if (took < QUICK_MS) quick += 1;
      if (quick >= QUICK_FRAMES) [most, quick] = [Math.min(MOST_PIECES, most + 1), 0];
      return most;
    },
    drew: (at: number) => {
      drewAt = at;
    },
  };
}

/**
 * True if this frame should draw nothing: cards that pass too fast are not seen, and the containers
 * of a new week already fill a frame.
 */
function skipFrame() {
  let last = { name: '', from: 0, at: Number.NEGATIVE_INFINITY };
  return (name: string, from: number, at: number) => {
    const isTooSoon = name !== last.name || Math.abs(from - last.from) > TOO_FAST * (at - last.at);
    last = { name, from, at };
    return isTooSoon;
  };
}

/** Adds at most `most` of the next pieces; returns true if there were any. */
function renew(places: readonly Place[], seen: Seen, drawn: DrawnPieces, most: number): boolean {
  const added = missing(places, seen, drawn, most);
  // The same number of far pieces is removed, because each drawn piece makes every frame slower.
  drawn.remove(
    farthest(
      places,
      seen,
      drawn,
      Math.min(added.length, drawn.count() + added.length - MOST_DRAWN),
    ),
  );
  drawn.add(added);
  return added.length > 0;
}

/**
 * Draws a wide grid in pieces: those on and near the screen, a few in each frame, so that no frame
 * takes long. A week with few meetings is drawn at once. Each strip hears of its own pieces only,
 * because going through all strips in each frame would take longer than drawing the cards.
 */
export function startDrawing() {
  const drawn = drawnPieces();
  const listeners = new Set<() => void>();
  const budget = frameBudget();
  const isTooSoon = skipFrame();
  let shown: Shown = { name: '', columns: [], isLong: false };
  let places: Place[] = [];
  let viewport: Viewport = { from: 0, width: 0 };
  let doneFor: string | undefined;
  let frame = 0;
  const look = () => {
    frame ||= requestAnimationFrame(step);
  };
  function step(at: number) {
    frame = 0;
    if (isTooSoon(shown.name, viewport.from, at)) return look();
    const most = budget.next(at);
    const seen = {
      from: viewport.from,
      to: viewport.from + viewport.width,
      limit: shown.isLong ? AHEAD : Number.POSITIVE_INFINITY,
    };
    const isDrawn = !renew(places, seen, drawn, most);
    if (isDrawn && doneFor === shown.name) return;
    // A finished drawing stays finished: cards that appear later must not rerender the whole grid.
    if (isDrawn) doneFor = shown.name;
    else {
      budget.drew(at);
      look();
    }
    for (const listener of listeners) listener();
  }
  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** The keys of the pieces of a strip that should be drawn by now. */
    drawnOf: drawn.keysOf,
    isBusyWith: (name: string) => doneFor !== name,
    show: (next: Shown) => {
      shown = next;
      places = placesOf(next.columns);
      drawn.keep(places);
      look();
    },
    /** Follows the visible part of `box`; returns the function that stops it. */
    follow: (box: HTMLElement) => {
      const stop = watchViewport(box, (change) => {
        viewport = { ...viewport, ...change };
        look();
      });
      return () => {
        stop();
        cancelAnimationFrame(frame);
        frame = 0;
      };
    },
  };
}

import { HOURS_WIDTH, narrowestOf, type Layout } from './place-meetings.ts';

/** So far beyond what is in sight, in pixels, is drawn as well: it is there when it is scrolled to. */
const AHEAD = 300;
/** So many pieces stay drawn, in sight or not; each of them makes every frame a little slower. */
const MOST_DRAWN = 24;
/** So long after the last step of a scroll it is over: shorter than it takes to press what has come in sight. */
const MOVES_MS = 100;
/** So many pieces are drawn a frame at most: one, and more after so many quick frames in a row, until one is slow. */
const MOST_PIECES = 3;
const QUICK_FRAMES = 4;
const [QUICK_MS, SLOW_MS] = [20, 30];
/** Pixels a millisecond; of what goes by faster nothing is drawn: it would be gone before it is seen. */
const TOO_FAST = 4;

export type Shown = {
  /** Says what is shown. */
  name: string;
  columns: readonly { key: string; layout: Layout }[];
  /** Too long to draw it all. */
  isLong: boolean;
};
/** A piece by its key and that of its strip, and from where to where it goes, in pixels of what is scrolled. */
type Place = { key: string; strip: string; left: number; right: number };
type Seen = { from: number; to: number; limit: number };
export type Drawing = ReturnType<typeof startDrawing>;

export const stripKey = (column: string, strip: string) => `${column} ${strip}`;

const NOTHING: ReadonlySet<string> = new Set();

/**
 * Where the pieces are. Computed, since to ask the page for it would make it lay itself out in the midst of a frame: what
 * is wider than its frame has columns as narrow as can be, and of anything else all is in sight.
 */
function placesOf(columns: Shown['columns']): Place[] {
  let begin = HOURS_WIDTH;
  return columns.flatMap(({ key: column, layout }) => {
    const left = begin;
    const width = narrowestOf(layout);
    begin += width;
    return layout.strips.flatMap((strip) =>
      strip.pieces.map(({ key, first, lanes }) => ({ key, strip: stripKey(column, strip.key), left: left + (first / lanes) * width, right: left + ((first + 1) / lanes) * width })),
    );
  });
}

/** How far a place is from what is in sight; 0 is in sight. */
const awayFrom = ({ from, to }: Seen, { left, right }: Place) => Math.max(0, from - right, left - to);

/** Which pieces are drawn, by their strips: each strip gets another set only when one of its own pieces comes or goes. */
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
      for (const { key, strip } of places) drawn.set(strip, new Set([...keysOf(strip)].filter((one) => one !== key)));
    },
    /** Forgets what is not among these. */
    keep: (places: readonly Place[]) => {
      const keys = new Set(places.map(({ key }) => key));
      for (const [strip, old] of drawn) drawn.set(strip, new Set([...old].filter((key) => keys.has(key))));
    },
  };
}
type DrawnPieces = ReturnType<typeof drawnPieces>;

/** The nearest that are not drawn yet, so many at most. */
function missing(places: readonly Place[], seen: Seen, drawn: DrawnPieces, most: number): Place[] {
  const near = places.filter((place) => awayFrom(seen, place) <= seen.limit && !drawn.has(place));
  return near.length <= most ? near : near.toSorted((a, b) => awayFrom(seen, a) - awayFrom(seen, b)).slice(0, most);
}

/** The farthest of those that are drawn and not near, so many at most, unless the focus is in it. */
function farthest(places: readonly Place[], seen: Seen, drawn: DrawnPieces, most: number): Place[] {
  if (most <= 0) return [];
  const focused = document.activeElement?.closest<HTMLElement>('[data-piece]')?.dataset['piece'];
  const far = places.filter((place) => awayFrom(seen, place) > seen.limit && place.key !== focused && drawn.has(place));
  return far.toSorted((a, b) => awayFrom(seen, b) - awayFrom(seen, a)).slice(0, most);
}

/** What is in sight of a box, as its own events tell: to ask for it would make the page lay itself out in the midst of a frame. */
type Sight = { from: number; width: number };

/**
 * Tells what is in sight of `box` whenever that changes; answers how to stop. While it moves it says so, for the shield
 * that keeps the pointer off what passes below it.
 */
function watchSight(box: HTMLElement, onChange: (change: Partial<Sight>) => void): () => void {
  let [timer, frame, movedAt] = [0, 0, 0];
  // Not before a frame has come without a step: where frames take long, they are farther from each other than this.
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
    // As little as can be in each step: a timer of its own, or the same attribute anew, would take longer than the rest.
    if (timer === 0) {
      box.setAttribute('data-moving', '');
      wait(MOVES_MS);
    }
    onChange({ from: box.scrollLeft });
  };
  box.addEventListener('scroll', onScroll, { passive: true });
  const resized = new ResizeObserver(([entry]) => onChange({ width: entry?.contentRect.width ?? 0 }));
  resized.observe(box);
  return () => {
    clearTimeout(timer);
    cancelAnimationFrame(frame);
    box.removeEventListener('scroll', onScroll);
    resized.disconnect();
  };
}

/** How many pieces a frame takes; only a frame after one that drew says how long that took. */
function pace() {
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
 * Tells in the frame `at` whether to draw nothing in it: what goes by too fast is not looked at, and what holds the pieces
 * of something new takes as long as a frame may by itself.
 */
function haste() {
  let last = { name: '', from: 0, at: Number.NEGATIVE_INFINITY };
  return (name: string, from: number, at: number) => {
    const isTooSoon = name !== last.name || Math.abs(from - last.from) > TOO_FAST * (at - last.at);
    last = { name, from, at };
    return isTooSoon;
  };
}

/** Adds the next pieces, so many at most; answers whether there were any. */
function renew(places: readonly Place[], seen: Seen, drawn: DrawnPieces, most: number): boolean {
  const added = missing(places, seen, drawn, most);
  // As many go as come: what is far behind would be drawn along in each frame.
  drawn.remove(farthest(places, seen, drawn, Math.min(added.length, drawn.count() + added.length - MOST_DRAWN)));
  drawn.add(added);
  return added.length > 0;
}

/**
 * Draws something wide by and by, in pieces: those in sight and near it, a few a frame, so that no frame takes long; of
 * few meetings all. Each strip hears of its own pieces alone: a page that went through all of them in each frame would
 * take longer for that than for the cards.
 */
export function startDrawing() {
  const drawn = drawnPieces();
  const listeners = new Set<() => void>();
  const speed = pace();
  const isTooSoon = haste();
  let shown: Shown = { name: '', columns: [], isLong: false };
  let places: Place[] = [];
  let sight: Sight = { from: 0, width: 0 };
  let doneFor: string | undefined;
  let frame = 0;
  const look = () => {
    frame ||= requestAnimationFrame(step);
  };
  function step(at: number) {
    frame = 0;
    if (isTooSoon(shown.name, sight.from, at)) return look();
    const most = speed.next(at);
    const seen = { from: sight.from, to: sight.from + sight.width, limit: shown.isLong ? AHEAD : Number.POSITIVE_INFINITY };
    const isDrawn = !renew(places, seen, drawn, most);
    if (isDrawn && doneFor === shown.name) return;
    // Once it stands it is no longer busy: what comes into sight later is no reason to go through the whole of it.
    if (isDrawn) doneFor = shown.name;
    else {
      speed.drew(at);
      look();
    }
    for (const listener of listeners) listener();
  }
  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** The keys of the pieces of a strip that are to be there by now. */
    drawnOf: drawn.keysOf,
    isBusyWith: (name: string) => doneFor !== name,
    show: (next: Shown) => {
      shown = next;
      places = placesOf(next.columns);
      drawn.keep(places);
      look();
    },
    /** Follows what is in sight of `box`; answers how to stop. */
    follow: (box: HTMLElement) => {
      const stop = watchSight(box, (change) => {
        sight = { ...sight, ...change };
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

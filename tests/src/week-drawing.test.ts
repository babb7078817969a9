import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startDrawing, stripKey } from '#src/features/class-overview/grid/drawing.ts';
import { HOURS_WIDTH, type Layout } from '#src/features/class-overview/grid/place-meetings.ts';

/** So wide is a lane where there are many, in pixels. */
const LANE = 112;
const LANES = 60;
const IN_SIGHT = 5 * LANE;
/** So far beyond what is in sight is drawn as well. */
const AHEAD = 300;
/** A frame that takes as long as the screen's, and one that takes longer. */
const [QUICK, SLOW] = [16, 50];

const pieces = Array.from({ length: LANES }, (_, first) => ({
  key: `lane ${first}`,
  first,
  lanes: LANES,
  meetings: [],
}));
const layout: Layout = {
  lanes: LANES,
  isDense: true,
  strips: [{ key: '0', first: 0, lanes: LANES, pieces }],
};
const week = { name: 'this week', columns: [{ key: 'Monday', layout }], isLong: true };

let frames: FrameRequestCallback[];
let now: number;
let resize: (width: number) => void;
let focused: string | undefined;

class Box extends EventTarget {
  scrollLeft = 0;
  readonly setAttribute = vi.fn();
  readonly removeAttribute = vi.fn();
}

class Watcher {
  constructor(onChange: (entries: unknown[]) => void) {
    resize = (width) => onChange([{ contentRect: { width } }]);
  }
  observe() {}
  disconnect() {}
}

/** A week that is shown in a box and watched from its left edge. */
function open(width = IN_SIGHT) {
  const box = new Box();
  const drawing = startDrawing();
  const stop = drawing.follow(box as unknown as HTMLElement);
  resize(width);
  drawing.show(week);
  const lanes = () =>
    [...drawing.drawnOf(stripKey('Monday', '0'))]
      .map((key) => Number(key.split(' ')[1]))
      .toSorted((a, b) => a - b);
  /** One frame after `ms`, scrolled by `pixels` meanwhile; answers how many pieces it drew. */
  const frame = (ms: number, pixels = 0) => {
    now += ms;
    if (pixels !== 0) {
      box.scrollLeft += pixels;
      box.dispatchEvent(new Event('scroll'));
    }
    const before = new Set(lanes());
    for (const run of frames.splice(0)) run(now);
    return lanes().filter((lane) => !before.has(lane)).length;
  };
  const finish = () => {
    while (frames.length > 0) frame(QUICK);
  };
  return { drawing, stop, lanes, frame, finish };
}

beforeEach(() => {
  [frames, now, focused] = [[], 1000, undefined];
  vi.stubGlobal('window', globalThis);
  vi.stubGlobal('requestAnimationFrame', (run: FrameRequestCallback) => frames.push(run));
  vi.stubGlobal('cancelAnimationFrame', () => (frames = []));
  vi.stubGlobal('document', {
    get activeElement() {
      return focused === undefined ? null : { closest: () => ({ dataset: { piece: focused } }) };
    },
  });
  vi.stubGlobal('ResizeObserver', Watcher);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const upTo = (lane: number) => Array.from({ length: lane + 1 }, (_, at) => at);

describe('a week too wide to draw it all', () => {
  it('draws the visible and the near pieces, nearest first, and is not busy any more', () => {
    const { drawing, lanes, frame, finish } = open();
    expect([frame(QUICK), frame(QUICK), frame(QUICK)]).toEqual([0, 1, 1]);
    expect(lanes().every((lane) => HOURS_WIDTH + lane * LANE < IN_SIGHT)).toBe(true);
    expect(drawing.isBusyWith(week.name)).toBe(true);
    finish();
    expect([lanes(), drawing.isBusyWith(week.name)]).toEqual([upTo(7), false]);
  });

  it('draws nothing while it is scrolled too fast, and everything once it is slower', () => {
    const { lanes, frame, finish } = open();
    finish();
    expect(Array.from({ length: 10 }, () => frame(QUICK, 5 * QUICK))).toEqual(
      Array.from({ length: 10 }, () => 0),
    );
    expect(frame(QUICK, 3 * QUICK)).toBeGreaterThan(0);
    finish();
    const from = 10 * 5 * QUICK + 3 * QUICK;
    const isNear = (lane: number) =>
      HOURS_WIDTH + (lane + 1) * LANE >= from - AHEAD &&
      HOURS_WIDTH + lane * LANE <= from + IN_SIGHT + AHEAD;
    const wanted = upTo(LANES - 1).filter(isNear);
    expect(lanes()).toEqual(expect.arrayContaining(wanted));
  });

  it('draws more a frame after quick ones, three at most, and one again after a slow one', () => {
    const { frame } = open(LANES * LANE);
    const quick = Array.from({ length: 15 }, () => frame(QUICK));
    expect(quick).toEqual([0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3]);
    expect([frame(QUICK), frame(SLOW), frame(QUICK)]).toEqual([3, 1, 1]);
  });

  it('lets go of the farthest behind, but not of what the focus is in', () => {
    const { lanes, frame } = open();
    focused = 'lane 0';
    for (let at = 0; at < 120; at += 1) frame(QUICK, 40);
    expect(lanes()).toContain(0);
    expect(lanes()).not.toContain(1);
    expect(lanes().length).toBeLessThanOrEqual(24);
  });

  it('keeps only the pieces that another week has too', () => {
    const { drawing, lanes, finish } = open();
    finish();
    drawing.show({
      ...week,
      name: 'next week',
      columns: [
        {
          key: 'Monday',
          layout: {
            ...layout,
            strips: layout.strips.map((strip) => ({ ...strip, pieces: pieces.slice(2) })),
          },
        },
      ],
    });
    expect(lanes()).toEqual([2, 3, 4, 5, 6, 7]);
  });

  it('asks for no frame once nobody follows it', () => {
    const { drawing, stop } = open();
    stop();
    expect(frames).toEqual([]);
    expect(drawing.drawnOf(stripKey('Monday', '0')).size).toBe(0);
  });
});

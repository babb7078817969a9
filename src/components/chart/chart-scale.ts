/** Round steps, each about twice the last. */
const STEPS = [1, 2, 2.5, 5, 10];

/** At most `count` round values that enclose `min` to `max`, lowest first. */
export function ticks(min: number, max: number, count = 4): number[] {
  const span = max - min || Math.abs(max) || 1;
  const size = 10 ** Math.floor(Math.log10(span / count));
  const step = (STEPS.find((candidate) => candidate * size * count >= span) ?? 10) * size;
  const first = Math.floor(min / step);
  const last = Math.ceil(max / step);
  return Array.from({ length: last - first + 1 }, (_tick, at) =>
    Number(((first + at) * step).toPrecision(12)),
  );
}

/** Maps a value between two ends onto a length. */
export const scale = (from: number, to: number, start: number, end: number) => (value: number) =>
  to === from ? (start + end) / 2 : start + ((value - from) / (to - from)) * (end - start);

import { useLayoutEffect, useState, type RefObject } from 'react';

/** The room for the button that opens the rest, in pixels. */
const MORE_PX = 96;

/**
 * The places of the items that fit side by side into `room`, in their order; `kept` is always among
 * them. If some do not fit, room is left for the button that opens them.
 */
export function fitting(widths: readonly number[], room: number, kept: number): number[] {
  const all = widths.map((_width, at) => at);
  if (widths.reduce((sum, width) => sum + width, 0) <= room) return all;
  let left = room - MORE_PX - (widths[kept] ?? 0);
  const full = widths.findIndex((width, at) => at !== kept && (left -= width) < 0);
  return all.filter((at) => at === kept || at < full);
}

/**
 * Finds out which items have room in a row, so that the others stand under one button instead of
 * out of sight. The items are the first `count` children of the row; they keep their width while
 * they are not shown.
 */
export function useFit(
  row: RefObject<HTMLElement | null>,
  count: number,
  kept: number,
): { isShown: (at: number) => boolean; hasRest: boolean } {
  const [places, setPlaces] = useState<string>();
  useLayoutEffect(() => {
    const { current: box } = row;
    if (!box) return undefined;
    const items = [...box.children].slice(0, count);
    const measure = () => {
      const gap = Number.parseFloat(getComputedStyle(box).columnGap) || 0;
      const widths = items.map((item) => item.getBoundingClientRect().width + gap);
      setPlaces(fitting(widths, box.clientWidth + gap, kept).join());
    };
    const watch = new ResizeObserver(measure);
    for (const one of [box, ...items]) watch.observe(one);
    measure();
    return () => watch.disconnect();
  }, [row, count, kept]);
  const shown = places?.split(',').map(Number);
  return {
    isShown: (at) => shown?.includes(at) ?? true,
    hasRest: shown !== undefined && shown.length < count,
  };
}

import type { KeyboardEvent } from 'react';
import type { TimetableMeeting } from '#contract/classes/class-overview.ts';

/** The meetings of each day, or of each room, in the order of time. */
export type Ways = readonly (readonly TimetableMeeting[])[];

/** The meeting closest in time in the nearest column on this side that has meetings. */
function beside(
  ways: Ways,
  column: number,
  { start }: TimetableMeeting,
  step: number,
): TimetableMeeting | undefined {
  let at = column + step;
  while (at >= 0 && at < ways.length && ways[at]?.length === 0) at += step;
  return ways[at]?.findLast((one) => one.start <= start) ?? ways[at]?.[0];
}

/**
 * The next meeting for a key: up and down within its day, left and right to the closest in time
 * beside it.
 */
function meetingAt(key: string, id: string, ways: Ways): TimetableMeeting | undefined {
  const column = ways.findIndex((one) => one.some(({ _id }) => _id === id));
  const own = ways[column] ?? [];
  const at = own.findIndex(({ _id }) => _id === id);
  const [from] = own.slice(at, at + 1);
  if (!from) return undefined;
  const forwards = document.documentElement.dir === 'rtl' ? -1 : 1;
  const found: Partial<Record<string, () => TimetableMeeting | undefined>> = {
    ArrowDown: () => own[at + 1],
    ArrowUp: () => own[at - 1],
    Home: () => own[0],
    End: () => own.at(-1),
    ArrowRight: () => beside(ways, column, from, forwards),
    ArrowLeft: () => beside(ways, column, from, -forwards),
  };
  return found[key]?.();
}

const KEYS = new Set(['ArrowDown', 'ArrowUp', 'Home', 'End', 'ArrowRight', 'ArrowLeft']);

/** The card of a meeting, if it is drawn. */
const cardOf = (root: Element | null, id: string) =>
  root?.querySelector<HTMLElement>(`[data-meeting="${id}"]`);

/** Moves the focus from one meeting to the next one for a key. */
export function moveThroughMeetings(event: KeyboardEvent<HTMLElement>, ways: Ways): void {
  const id =
    event.target instanceof Element
      ? event.target.closest<HTMLElement>('[data-meeting]')?.dataset['meeting']
      : undefined;
  if (id === undefined || !KEYS.has(event.key) || event.altKey || event.ctrlKey || event.metaKey)
    return;
  event.preventDefault();
  const next = meetingAt(event.key, id, ways);
  if (next) cardOf(event.currentTarget, next._id)?.focus();
}

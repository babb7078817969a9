import { overlap, type Meeting } from '#contract/classes/timetable.ts';

type Busy = Meeting & { label: string };

/** The times at which people and rooms are taken, by id and day. */
export type BusyTimes = {
  find: (id: string, sessions: readonly Meeting[]) => Busy | undefined;
  add: (id: string, sessions: readonly Meeting[], label: string) => void;
};

export function busyTimes(): BusyTimes {
  const byDay = new Map<string, Busy[]>();
  const keyOf = (id: string, { date }: Meeting) => `${id} ${date}`;
  return {
    find: (id, sessions) => {
      for (const session of sessions) {
        const clash = byDay.get(keyOf(id, session))?.find((busy) => overlap(busy, session));
        if (clash) return clash;
      }
      return undefined;
    },
    add: (id, sessions, label) => {
      for (const session of sessions) {
        const key = keyOf(id, session);
        byDay.set(key, [...(byDay.get(key) ?? []), { ...session, label }]);
      }
    },
  };
}

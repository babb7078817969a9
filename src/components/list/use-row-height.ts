import { useState } from 'react';
import { forgivingStorage } from '#src/lib/browser/forgiving-storage.ts';
import { COMPACT_ROWS_KEY } from '#src/lib/browser/storage-keys.ts';
import { useStore } from '#src/lib/store.ts';

export const rowHeights = ['comfortable', 'compact'] as const;
export type RowHeight = (typeof rowHeights)[number];

/** The people on this device who want compact rows, by account id. */
function compactPeople(): readonly string[] {
  try {
    const kept: unknown = JSON.parse(forgivingStorage.getItem(COMPACT_ROWS_KEY) ?? '[]');
    return Array.isArray(kept) ? (kept as string[]) : [];
  } catch {
    return [];
  }
}

/** The height of the rows of all lists, stored on the device for each person. */
export function useRowHeight(): [RowHeight, (height: RowHeight) => void] {
  const person = useStore(({ user }) => user.userData?._id ?? '');
  const [height, setHeight] = useState<RowHeight>(() =>
    compactPeople().includes(person) ? 'compact' : 'comfortable',
  );
  return [
    height,
    (next) => {
      setHeight(next);
      const others = compactPeople().filter((other) => other !== person);
      const people = next === 'compact' ? [...others, person] : others;
      forgivingStorage.setItem(COMPACT_ROWS_KEY, JSON.stringify(people));
    },
  ];
}

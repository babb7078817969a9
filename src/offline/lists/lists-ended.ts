import { create } from 'zustand';
import { forgivingStorage } from '#src/lib/browser/forgiving-storage.ts';
import { LISTS_ENDED_KEY } from '#src/lib/browser/storage-keys.ts';
import { onSessionEnd } from '#src/lib/session/session.ts';

/** A long weekend: copies of Friday evening serve until Monday evening without the server. */
export const LISTS_LAST_DAYS = 3;

const reasons = ['away', 'guesses'] as const;
/** Why the device deleted its copies: too long without the server, or wrong passwords. */
export type WhyEnded = (typeof reasons)[number];

type ListsEnded = { why: WhyEnded | undefined; at: string | undefined };

function read(): ListsEnded {
  const [why, at] = forgivingStorage.getItem(LISTS_ENDED_KEY)?.split(' ') ?? [];
  return { why: reasons.find((reason) => reason === why), at };
}

/** Said in every tab, and after a reload, until somebody has read it. */
export const useListsEnded = create<ListsEnded>()(read);

/** Takes over what another tab says or has read. */
export const followListsEnded = () => useListsEnded.setState(read());

export function sayListsEnded(why: WhyEnded): void {
  const at = String(Date.now());
  forgivingStorage.setItem(LISTS_ENDED_KEY, `${why} ${at}`);
  useListsEnded.setState({ why, at });
}

export function listsEndedWasRead(): void {
  forgivingStorage.removeItem(LISTS_ENDED_KEY);
  useListsEnded.setState({ why: undefined, at: undefined });
}

onSessionEnd(listsEndedWasRead);

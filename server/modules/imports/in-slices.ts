const SLICE = 500;

/** A long list some entries at a time, so that no statement gets too long and others get their turn between two. */
export function* inSlices<Entry>(entries: readonly Entry[]): Generator<Entry[]> {
  for (let at = 0; at < entries.length; at += SLICE) yield entries.slice(at, at + SLICE);
}

const SLICE = 500;

/** Splits a long list, so that no statement gets too long and other requests can run in between. */
export function* inSlices<Entry>(entries: readonly Entry[]): Generator<Entry[]> {
  for (let at = 0; at < entries.length; at += SLICE) yield entries.slice(at, at + SLICE);
}

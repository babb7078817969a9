import { paths } from '#src/lib/paths.ts';
import { onSessionEnd } from '#src/lib/session/session.ts';

type Place = { pathname: string; search: string };

/** The page from which each record was opened; for this tab and this person only. */
const origins = new Map<string, Place>();
let last: Place | undefined;

onSessionEnd(() => {
  origins.clear();
  last = undefined;
});

/**
 * The record at an address, whichever part of it is shown; undefined for a page without a record.
 */
function recordAt({ pathname, search }: Place): string | undefined {
  const id = new URLSearchParams(search).get('id');
  return id === null ? undefined : `${pathname}?id=${id}`;
}

const isSamePage = (left: Place, right: Place) =>
  left.pathname === right.pathname && recordAt(left) === recordAt(right);

/** Remembers the page that led to a record. The browser's own Back and Forward do not count. */
export function noteVisit({ pathname, search }: Place, isByHistory: boolean): void {
  const [from, to] = [last, { pathname, search }];
  last = to;
  const record = recordAt(to);
  if (
    !from ||
    record === undefined ||
    isByHistory ||
    isSamePage(from, to) ||
    from.pathname === paths.signIn
  )
    return;
  const fromRecord = recordAt(from);
  const before = fromRecord === undefined ? undefined : origins.get(fromRecord);
  // A link back to the page that the record was opened from is a return; otherwise the two pages
  // would lead to each other for ever.
  if (before && isSamePage(before, to)) return;
  origins.set(record, from);
}

/** The address from which this record was opened, if known. */
export function cameFrom(place: Place): string | undefined {
  const from = origins.get(recordAt(place) ?? '');
  return from && from.pathname + from.search;
}

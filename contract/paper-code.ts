// The codes that our own papers carry in their QR, for screens that read them: no schema here, so
// that a screen does not fetch the library of schemas for it.

export const paperKinds = ['invoice', 'receipt', 'statement'] as const;
export type PaperKind = (typeof paperKinds)[number];

/**
 * GET `/papers/{kind}/{id}`, and POST `/print` below it; `id` is that of the receipt, else of the
 * order.
 */
export const papers = { path: '/papers', read: 'orders:read', write: 'orders:write' } as const;

/** How much of the hash of a receipt stands on its paper. */
export const CHECK_LETTERS = 8;

/**
 * The text of a paper's QR. Only signs that a scanner types on every keyboard, and that make the
 * code small.
 */
export const paperCode = (number: string, check?: string): string =>
  check === undefined ? number : `${number}.${check.toUpperCase()}`;

/**
 * What a code on a paper points at; a receipt's number that was typed may come without its check
 * code.
 */
export type PaperCode =
  | { kind: 'order'; number: string }
  | { kind: 'receipt'; number: string; check: string | undefined };

// The codes of students and teachers look the same: no branch has theirs.
const CODE =
  /^(?!ST-|TC-)([A-Z]{2,4}-(R?)\d\d-\d{6,})(?:[\s.·:/-]+([0-9A-F]{4})\s?([0-9A-F]{4}))?$/;

/**
 * Reads what was scanned or typed: the number of an order or of a receipt, with the receipt's check
 * code; else nothing.
 */
export function parsePaperCode(text: string): PaperCode | undefined {
  const [, number, mark, first, second] = CODE.exec(text.trim().toUpperCase()) ?? [];
  if (number === undefined) return undefined;
  if (mark === '') return { kind: 'order', number };
  return {
    kind: 'receipt',
    number,
    check: first === undefined ? undefined : `${first}${second}`.toLowerCase(),
  };
}

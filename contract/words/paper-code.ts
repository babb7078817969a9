import { foldSigns } from './normalise.ts';

// The codes in the QR of our own papers, for screens that read them. There is no schema here, so
// that a screen does not load the library of schemas for it.

export const paperKinds = ['invoice', 'receipt', 'statement'] as const;
export type PaperKind = (typeof paperKinds)[number];

/**
 * GET `/papers/{kind}/{id}`, and POST `/print` below it; `id` is that of the receipt, else of the
 * order.
 */
export const papers = { path: '/papers', read: 'orders:read', write: 'orders:write' } as const;

/** The number of letters of a receipt's hash that its paper shows. */
export const CHECK_LETTERS = 8;

/**
 * The text of a paper's QR. It has only signs that a scanner types on every keyboard, and that keep
 * the code small.
 */
export const paperCode = (number: string, check?: string): string =>
  check === undefined ? number : `${number}.${check.toUpperCase()}`;

/** The record behind the code of a paper; a typed receipt number may lack its check code. */
export type PaperCode =
  | { kind: 'order'; number: string }
  | { kind: 'receipt'; number: string; check: string | undefined };

// The codes of students and teachers look the same, so no branch has their prefixes.
const CODE =
  /^(?!ST-|TC-)([A-Z]{2,4}-(R?)\d\d-\d{6,})(?:[\s.·:/-]+([0-9A-F]{4})\s?([0-9A-F]{4}))?$/;

/**
 * Reads a scanned or typed code: the number of an order or of a receipt, with the receipt's check
 * code; else undefined.
 */
export function parsePaperCode(text: string): PaperCode | undefined {
  const [, number, mark, first, second] = CODE.exec(foldSigns(text).toUpperCase()) ?? [];
  if (number === undefined) return undefined;
  if (mark === '') return { kind: 'order', number };
  return {
    kind: 'receipt',
    number,
    check: first === undefined ? undefined : `${first}${second}`.toLowerCase(),
  };
}

import i18next from 'i18next';
import { loadWords } from '#src/lib/text/i18n.ts';
import { readers, type Reader } from './reader-list.ts';
import { isSaving, tellScan, topModal } from './tell-scan.ts';

/** The readers that may have this code, first the choosy ones; none is behind a dialog. */
function readersOf(code: string): Reader[] {
  const modal = topModal();
  const inFront = readers.filter(({ dialog }) => dialog() === modal).toReversed();
  return [
    ...inFront.filter(({ fits }) => fits?.(code)),
    ...inFront.filter(({ fits }) => fits === undefined),
  ];
}

/** True if a reader waits for codes of this kind, and not just for any code. */
export const isAwaited = (code: string): boolean =>
  readersOf(code).some(({ fits }) => fits !== undefined);

async function tellWhyNot(code: string, why: 'busy' | 'unended' | 'unwanted'): Promise<void> {
  await loadWords('scanner');
  tellScan(i18next.t(`scanner:${why}`, { code }));
}

/** Says that keys came like those of a scanner, but without the key that ends a code. */
export const tellUnended = (code: string): Promise<void> => tellWhyNot(code, 'unended');

async function give(code: string): Promise<void> {
  if (isSaving()) return tellWhyNot(code, 'busy');
  for (const reader of readersOf(code)) {
    if (reader.isBusy()) return tellWhyNot(code, 'busy');
    if ((await reader.read(code)) !== false) return undefined;
  }
  return tellWhyNot(code, 'unwanted');
}

/** A lookup without an answer keeps later codes waiting no longer than this. */
const LONGEST_MS = 8000;

const waiting: string[] = [];
let isGiving = false;

/** Gives a code to the reader that wants it, after all codes before it, or says why none does. */
export async function giveCode(code: string): Promise<void> {
  waiting.push(code);
  if (isGiving) return;
  isGiving = true;
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const late = new Promise((resolve) => setTimeout(resolve, LONGEST_MS));
    await Promise.race([give(next).catch(() => undefined), late]);
  }
  isGiving = false;
}

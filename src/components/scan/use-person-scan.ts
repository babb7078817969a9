import type { RefObject } from 'react';
import { parsePersonCode } from '#contract/words/person-code.ts';
import { useScan } from './use-scan.ts';

const isPersonCode = (code: string) => parsePersonCode(code) !== undefined;

/**
 * Receives scanned cards of students and teachers where people are looked for; other codes go to
 * other readers. `dialog` is that of the component that calls this.
 */
export function usePersonScan(
  onCard: (code: string) => unknown,
  dialog?: RefObject<HTMLDialogElement | null>,
): void {
  useScan((code) => onCard(parsePersonCode(code) ?? code), { fits: isPersonCode, dialog });
}

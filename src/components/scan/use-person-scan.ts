import { parsePersonCode } from '#contract/person-code.ts';
import { useScan } from './use-scan.ts';

const isPersonCode = (code: string) => parsePersonCode(code) !== undefined;

/**
 * Receives scanned cards of students and teachers where people are looked for; other codes go to
 * other readers.
 */
export function usePersonScan(onCard: (code: string) => void): void {
  useScan((code) => onCard(parsePersonCode(code) ?? code), isPersonCode);
}

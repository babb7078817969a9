import { parsePersonCode } from '#contract/person-code.ts';
import { useScan } from './use-scan.ts';

const isPersonCode = (code: string) => parsePersonCode(code) !== undefined;

/**
 * Hears of every card of a student or teacher that is scanned where people are looked for; other
 * codes go to others.
 */
export function usePersonScan(onCard: (code: string) => void): void {
  useScan((code) => onCard(parsePersonCode(code) ?? code), isPersonCode);
}

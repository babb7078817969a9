import { foldSigns } from './normalise.ts';

/** The code on the card of a student or teacher, as the server assigns it. */
const CODE = /^(?:ST|TC)-\d\d-\d{6,}$/;

/**
 * The scanned code of a person, undefined for any other code. A scanner types small letters while
 * Caps Lock is on.
 */
export function parsePersonCode(text: string): string | undefined {
  const code = foldSigns(text).toUpperCase();
  return CODE.test(code) ? code : undefined;
}

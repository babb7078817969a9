/** What stands on the card of a student or teacher: their code, as the server gives it out. */
const CODE = /^(?:ST|TC)-\d\d-\d{6,}$/;

/**
 * The code of a person that was scanned; a scanner that found Caps Lock on types small letters.
 * Nothing for any other code.
 */
export function parsePersonCode(text: string): string | undefined {
  const code = text.trim().toUpperCase();
  return CODE.test(code) ? code : undefined;
}

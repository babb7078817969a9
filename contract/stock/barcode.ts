/**
 * The check digit of an EAN-13 whose first 12 digits are given: weights 1 and 3 in turn, to the
 * next ten.
 */
export function eanCheckDigit(twelveDigits: string): number {
  const sum = Array.from(twelveDigits, Number).reduce(
    (total, digit, at) => total + digit * (at % 2 === 0 ? 1 : 3),
    0,
  );
  return (10 - (sum % 10)) % 10;
}

/** True if 13 digits are an EAN-13, which an ISBN-13 also is. */
export const isEan13 = (code: string): boolean =>
  /^\d{13}$/.test(code) && eanCheckDigit(code.slice(0, 12)) === Number(code[12]);

/**
 * True for the barcode of a product: 13 digits must be an EAN-13, anything else is a code of the
 * manufacturer.
 */
export const isBarcode = (code: string): boolean =>
  /^\d{13}$/.test(code) ? isEan13(code) : /^[\x21-\x7e]{3,32}$/.test(code);

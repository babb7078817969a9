/** A spreadsheet reads text that begins like this as a formula; some read wide signs as these. */
const STARTS_FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

/** Excel reads a file as UTF-8 only if it begins with this. */
export const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Prefixes text that a spreadsheet would run as a formula with an apostrophe, which marks it as
 * text.
 */
export const escapeFormula = (text: string) => (STARTS_FORMULA.test(text) ? `'${text}` : text);

/** Undoes `escapeFormula`. */
export const withoutApostrophe = (text: string) =>
  text.startsWith("'") && STARTS_FORMULA.test(text.slice(1)) ? text.slice(1) : text;

/** A number stays one: with an apostrophe before its minus, no sum of a column would count it. */
const cellText = (cell: string | number) =>
  typeof cell === 'number' ? String(cell) : escapeFormula(cell).replaceAll('"', '""');

/** One line of a CSV file: every cell is quoted, and no text is run as a formula. */
export const csvLine = (cells: readonly (string | number)[]) =>
  `${cells.map((cell) => `"${cellText(cell)}"`).join(',')}\r\n`;

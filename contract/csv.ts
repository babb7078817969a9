/** A spreadsheet reads text that begins like this as a formula. */
const STARTS_FORMULA = /^[=+\-@\t\r]/;

/** Excel reads a file as UTF-8 only if it begins with this. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** Text that no spreadsheet runs: the apostrophe says "this is text". */
export const harmless = (text: string) => (STARTS_FORMULA.test(text) ? `'${text}` : text);

/** The original text of a `harmless` one. */
export const withoutApostrophe = (text: string) =>
  /^'[=+\-@\t\r]/.test(text) ? text.slice(1) : text;

/** One line of a CSV file: every cell in quotes, none of which a spreadsheet runs. */
export const csvLine = (cells: readonly string[]) =>
  `${cells.map((cell) => `"${harmless(cell).replaceAll('"', '""')}"`).join(',')}\r\n`;

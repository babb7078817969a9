import type { FormatterModule } from 'i18next';

const nothing = () => undefined;

/**
 * Writes a count with the separators of every sum, in both languages: `Import 4,000 rows`. Other
 * numbers of a text may be years or places in a row, and stay as they are.
 */
export const countFormat: FormatterModule = {
  type: 'formatter',
  init: nothing,
  add: nothing,
  addCached: nothing,
  format: (value: unknown, _format, _language, options) =>
    options?.['interpolationkey'] === 'count' && typeof value === 'number'
      ? value.toLocaleString('en')
      : (value as string),
};

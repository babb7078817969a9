import i18next from 'i18next';
import { expect, it } from 'vitest';
import { countFormat } from '#src/lib/text/count-format.ts';

it('separates the thousands of a count, and leaves other numbers alone', async () => {
  const texts = i18next.createInstance();
  await texts.use(countFormat).init({
    lng: 'lo',
    resources: { lo: { translation: { rows: '{{count}} ແຖວ ຂອງ {{year}}, {{name}}' } } },
    interpolation: { escapeValue: false, alwaysFormat: true },
  });
  // The words of the product are typed, and this text is not one of them.
  const read = texts.t as (key: string, values: object) => string;
  expect(read('rows', { count: 4000, year: 2026, name: 'A1' })).toBe('4,000 ແຖວ ຂອງ 2026, A1');
});

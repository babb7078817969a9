import i18next from 'i18next';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { expect, it } from 'vitest';
import type { MoneyAmount, VisitMoney } from '#contract/desk/visit-answers.ts';
import lo from '#lao-locales/payment.json' with { type: 'json' };
import en from '#locales/payment.json' with { type: 'json' };
import { useReceivedWords } from '#src/entities/payment/received-money.tsx';

type Came = { received: VisitMoney['received']; change?: MoneyAmount[] };

function Words({ received, change = [] }: Came) {
  const money = { received, creditLAK: 0, toCreditLAK: 0, paid: [] };
  return useReceivedWords()(money, change).join(', ');
}

/** The words in a language; a space that keeps its line is read as any other. */
function said(lng: 'en' | 'lo', came: Came): string {
  const texts = i18next.createInstance();
  void texts.init({
    lng,
    initAsync: false,
    interpolation: { escapeValue: false },
    resources: { en: { payment: en }, lo: { payment: lo } },
  });
  const words = createElement(Words, came);
  return renderToStaticMarkup(
    createElement(I18nextProvider, { i18n: texts } as never, words),
  ).replaceAll('\u00A0', ' ');
}

const baht = (amount: number, amountLAK: number, method: 'cash' | 'qr' = 'cash') => ({
  ...({ method, currency: 'THB', amount, amountLAK } as const),
});

it('money of another currency is said in its own, with what it is worth', () => {
  const paid = { received: [baht(117_800, 780_248)] };
  expect(said('en', paid)).toBe('1,178.00 THB = 780,248 LAK paid in cash');
  expect(said('lo', paid)).toBe('ຊຳລະເງິນສົດ 1,178.00 THB = 780,248 LAK');

  const kip = { method: 'cash', currency: 'LAK', amount: 50_000, amountLAK: 50_000 } as const;
  const both = { received: [kip, baht(117_800, 780_248), baht(100_000, 662_350, 'qr')] };
  expect(said('en', both)).toBe(
    '50,000 LAK + 1,178.00 THB = 830,248 LAK paid in cash, 1,000.00 THB = 662,350 LAK to be verified',
  );
  expect(said('lo', both)).toBe(
    'ຊຳລະເງິນສົດ 50,000 LAK + 1,178.00 THB = 830,248 LAK, ລໍຖ້າກວດສອບ 1,000.00 THB = 662,350 LAK',
  );
});

it('the change is taken off in the currency in which it was given', () => {
  const received = [baht(120_000, 780_320)];
  const inKip = { received, change: [{ currency: 'LAK', amount: 14_500 } as const] };
  expect(said('en', inKip)).toBe('1,200.00 THB − 14,500 LAK = 780,320 LAK paid in cash');
  const inBaht = { received, change: [{ currency: 'THB', amount: 2_200 } as const] };
  expect(said('lo', inBaht)).toBe('ຊຳລະເງິນສົດ 1,178.00 THB = 780,320 LAK');
});

it('kip are said once', () => {
  const received = [
    { method: 'cash', currency: 'LAK', amount: 500_000, amountLAK: 430_000 } as const,
  ];
  const change = [{ currency: 'LAK', amount: 70_000 } as const];
  expect(said('en', { received, change })).toBe('430,000 LAK paid in cash');
  expect(said('lo', { received, change })).toBe('ຊຳລະເງິນສົດ 430,000 ກີບ');
});

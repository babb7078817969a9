import { describe, expect, it } from 'vitest';
import { visitInput } from '#contract/desk/visits.ts';

const ids = Array.from({ length: 8 }, (_one, at) => `0193a000-0000-7000-8000-00000000000${at}`);
const [branchId, parentKey, studentKey, classId, placeKey, tenderKey, shiftId, productId] = ids;
const place = { key: placeKey, studentKey, classId };
const visit = {
  branchId,
  payer: { kind: 'parent', parentKey },
  places: [place],
  expectedTotal: 1_250_000,
};
const walkIn = {
  branchId,
  payer: { kind: 'walkIn', name: 'ສົມພອນ' },
  products: [{ key: placeKey, productId, quantity: 1 }],
  expectedTotal: 85_000,
};

const wrongFields = (input: unknown) =>
  (visitInput.safeParse(input).error?.issues ?? []).map(
    ({ path, message }) => `${path.join('.')} ${message}`,
  );

describe('what a visit says', () => {
  it('is short for one child and one class', () => {
    expect(visitInput.parse(visit)).toMatchObject({
      places: [
        {
          type: 'regular',
          basis: 'term',
          units: 1,
          joinsWaitingList: false,
          discount: { kind: 'best' },
          registrationWaived: '',
          override: null,
        },
      ],
      debts: [],
      creditLAK: 0,
      tenders: [],
      changeIn: 'LAK',
      hold: false,
    });
  });

  it.each([
    ['nothing', { ...visit, places: [] }, ['places required']],
    [
      'two things under one key',
      { ...visit, products: [{ key: placeKey, productId, quantity: 1 }] },
      ['places invalid'],
    ],
    [
      'cash without a drawer',
      { ...visit, tenders: [{ key: tenderKey, method: 'cash', tendered: 500_000 }] },
      ['shiftId required'],
    ],
    [
      'a slip without account and reference',
      { ...visit, tenders: [{ key: tenderKey, method: 'qr', tendered: 1 }] },
      ['tenders.0.bankAccountId required', 'tenders.0.reference required'],
    ],
    [
      'nothing tendered',
      { ...visit, shiftId, tenders: [{ key: tenderKey, method: 'cash', tendered: 0 }] },
      ['tenders.0.tendered positive'],
    ],
    [
      'half a kip',
      { ...visit, shiftId, tenders: [{ key: tenderKey, method: 'cash', tendered: 0.5 }] },
      ['tenders.0.tendered invalid'],
    ],
    [
      'a place of a walk-in',
      { ...walkIn, places: [{ ...place, key: tenderKey }] },
      ['places invalid'],
    ],
    ['credit of a walk-in', { ...walkIn, creditLAK: 1 }, ['creditLAK invalid']],
    ['a hold of a walk-in', { ...walkIn, hold: true }, ['hold invalid']],
    [
      'a discount by hand without a reason',
      { ...visit, places: [{ ...place, discount: { kind: 'byHand', percent: 10, reason: ' ' } }] },
      ['places.0.discount.reason required'],
    ],
  ])('refuses %s', (_what, input, wrong) => {
    expect(wrongFields(input)).toEqual(wrong);
  });

  it('takes a book that a walk-in buys', () => {
    expect(wrongFields(walkIn)).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { priceVisit } from '#contract/desk/price-visit.ts';
import type { DeskClass, DeskFamily, FamilyStudent } from '#contract/desk/desk.ts';
import {
  addTender,
  changeTender,
  chooseTarget,
  targetLAK,
  targets,
  usedRatesAsOf,
  type Wallet,
} from '#src/entities/payment/tenders.ts';
import { takeMethod } from '#src/features/desk/pay/take-method.ts';
import {
  addProduct,
  removeLine,
  sellProduct,
  toggleClass,
} from '#src/features/desk/visit-basket.ts';
import { emptyVisit, isEmptyVisit, type VisitDraft } from '#src/features/desk/visit-draft.ts';
import { isUnfinished, pricedInput, pricesOf } from '#src/features/desk/visit-pricing.ts';
import { draftChildren, takeFamily, takeWalkIn } from '#src/features/desk/visit-people.ts';

const name = {
  firstName: 'Anousone',
  lastName: 'V',
  firstNameEn: '',
  lastNameEn: '',
  nickname: '',
};
const student: FamilyStudent = {
  _id: 's1',
  ...name,
  studentCode: 'ST-1',
  dateOfBirth: '2013-01-01',
  branchId: 'b',
  priceCategory: '',
  relation: 'mother',
  places: [],
  nextCourseId: 'c',
  ownedProductIds: ['owned'],
  firstTermOn: '2025-01-01',
  siblings: [],
};
const family: DeskFamily = {
  payer: { _id: 'p1', ...name, kind: 'parent', phone: '', relation: 'mother' },
  guardians: [],
  students: [student],
  siblings: [],
  owed: [],
  creditLAK: 0,
  askedBackLAK: 0,
};
const price = { amount: 1_000_000, currency: 'LAK' as const };
const offered: DeskClass = {
  classId: 'k1',
  classCode: 'ENG-1',
  courseId: 'c',
  termId: 't',
  termStart: '2026-12-01',
  bases: ['term'],
  basis: 'term',
  startDate: '2026-12-01',
  endDate: '2027-02-28',
  slots: [],
  roomName: '',
  teacher: null,
  capacity: 16,
  seatsTaken: 4,
  held: 0,
  waiting: 0,
  findings: [],
  price: {
    courseId: 'c',
    feeId: 'f',
    price,
    isProRata: true,
    sessions: 20,
    ofSessions: 20,
    minDeposit: { amount: 300_000, currency: 'LAK' },
    registration: null,
  },
};
const books = [
  { productId: 'book', quantity: 1, needed: 'usual' as const },
  { productId: 'owned', quantity: 1, needed: 'usual' as const },
];
const keys = () => {
  let last = 0;
  return () => `key${(last += 1)}`;
};
const rules = {
  discounts: [],
  cashStep: 1000,
  minimumRule: 'whole' as const,
  discountLimitPercent: 10,
};

function inClass(waits = false): VisitDraft {
  const draft = takeFamily(emptyVisit, family, 's1');
  const [child] = draftChildren(draft);
  if (!child) throw new Error('The family has a child');
  return toggleClass(draft, child, offered, { books, newKey: keys(), waits });
}

function walletOf(draft: VisitDraft): Wallet {
  const prices = pricesOf(draft, new Map(), '2026-11-24');
  const input = pricedInput(draft);
  return {
    priced: priceVisit(input, prices, {}, rules),
    withoutMoney: priceVisit({ ...input, tenders: [] }, prices, {}, rules),
    rates: {},
    step: 1000,
  };
}

describe('the draft of a visit', () => {
  it('takes the payer and the chosen child of a family', () => {
    expect(takeFamily(emptyVisit, family, 's1')).toMatchObject({
      payer: { kind: 'parent', parentKey: 'p1' },
      childKey: 's1',
    });
  });

  it('has the family for its payer when it began with a scanned book', () => {
    const sold = sellProduct(emptyVisit, 'book', 'a');
    expect(sold.payer).toEqual({ kind: 'walkIn', name: '', phone: '' });
    expect(takeFamily(sold, family, 's1')).toMatchObject({
      payer: { kind: 'parent', parentKey: 'p1' },
      products: [{ productId: 'book' }],
      childKey: 's1',
    });
    const named: VisitDraft = { ...sold, payer: { kind: 'walkIn', name: 'Noy', phone: '' } };
    expect(takeFamily(named, family, 's1').payer).toEqual(named.payer);
  });

  it('adds the books of a class that the child does not own, and takes them off with it', () => {
    const draft = inClass();
    expect(draft.products.map(({ productId }) => productId)).toEqual(['book']);
    expect(removeLine(draft, draft.places[0]?.key ?? '')).toMatchObject({
      places: [],
      products: [],
    });
  });

  it('keeps the class when only its book is taken off', () => {
    const draft = inClass();
    expect(removeLine(draft, draft.products[0]?.key ?? '').places).toHaveLength(1);
  });

  it('brings no books for who waits', () => {
    expect(inClass(true).products).toEqual([]);
  });

  it('adds a second family as one more child and keeps who pays', () => {
    const other: DeskFamily = {
      ...family,
      payer: null,
      students: [
        { ...student, _id: 's2' },
        { ...student, _id: 's3' },
      ],
    };
    const joined = takeFamily(inClass(), other, 's2');
    expect(draftChildren(joined).map(({ key }) => key)).toEqual(['s1', 's2']);
    expect(joined.payer).toEqual({ kind: 'parent', parentKey: 'p1' });
  });

  it('leaves the debts and the credit with the family when a walk-in buys', () => {
    const rich = { ...inClass(), family: { ...family, creditLAK: 50_000 }, usesCredit: true };
    const owing = {
      ...rich,
      debts: [{ orderId: 'o1', expectedBalance: 9000 }],
      target: 'half' as const,
    };
    const sold = takeWalkIn(owing, 'Noy');
    expect(sold).toMatchObject({ debts: [], usesCredit: false, target: 'exact', childKey: null });
    expect(walletOf(sold).priced.problems.map(({ problem }) => problem)).not.toContain(
      'creditTooMuch',
    );
  });

  it('counts one more of a product that is scanned twice', () => {
    const twice = addProduct(addProduct(inClass(), 'pen', 'a'), 'pen', 'b');
    expect(twice.products.find(({ productId }) => productId === 'pen')?.quantity).toBe(2);
  });
});

describe('the money of a visit', () => {
  const place = removeLine(inClass(), inClass().products[0]?.key ?? '');

  it('fills what remains of the target with each row', () => {
    const half = chooseTarget(place, 'half', walletOf(place));
    expect(targetLAK(walletOf(half), 'half')).toBe(500_000);
    const one = addTender(half, { key: 't1', method: 'cash', bankAccountId: null }, walletOf(half));
    expect(one.tenders[0]?.tendered).toBe(500_000);
    const two = addTender(one, { key: 't2', method: 'cash', bankAccountId: null }, walletOf(one));
    expect(two.tenders[1]?.tendered).toBeNull();
  });

  it('asks no deposit above all that is due, whatever the step of cash', () => {
    const small = {
      ...place,
      adjustments: [
        { key: 'a1', studentKey: null, ofLineKey: null, amountLAK: -976_150, reason: 'Waived' },
      ],
    };
    expect(targets.map((target) => targetLAK(walletOf(small), target))).toEqual([
      23_850, 12_000, 23_850,
    ]);
  });

  it('asks for the days of the rest only while there is a rest', () => {
    const typed: VisitDraft = {
      ...place,
      plan: { kind: 'typed', parts: [{ dueOn: null, amountLAK: null }] },
    };
    const row = { key: 't1', method: 'cash', bankAccountId: null } as const;
    const half = chooseTarget(typed, 'half', walletOf(typed));
    const part = addTender(half, row, walletOf(half));
    expect(isUnfinished(part, walletOf(part).priced)).toBe(true);
    const whole = addTender(typed, row, walletOf(typed));
    expect(isUnfinished(whole, walletOf(whole).priced)).toBe(false);
    const noDay: VisitDraft = { ...place, dueDate: '3' };
    expect(isUnfinished(noDay, walletOf(noDay).priced)).toBe(true);
    const paid = addTender(noDay, row, walletOf(noDay));
    expect(isUnfinished(paid, walletOf(paid).priced)).toBe(false);
  });

  it('lets the only row follow the chips', () => {
    const paid = addTender(
      place,
      { key: 't1', method: 'cash', bankAccountId: null },
      walletOf(place),
    );
    expect(paid.tenders[0]?.tendered).toBe(1_000_000);
    expect(chooseTarget(paid, 'deposit', walletOf(paid)).tenders[0]?.tendered).toBe(300_000);
  });

  it('comes back to the cash that was counted when another row has left', () => {
    const counted = addTender(
      place,
      { key: 't1', method: 'cash', bankAccountId: null },
      walletOf(place),
    );
    const part = changeTender(counted, 't1', { tendered: 600_000 });
    const press = (openKey?: string) =>
      takeMethod(part, 'cash', { wallet: walletOf(part), accounts: [], openKey });
    expect(press()).toEqual({ draft: part, key: 't1' });
    // From its own open row a second press adds a row, for the same cash in another currency.
    expect(press('t1').draft.tenders.map(({ tendered }) => tendered)).toEqual([600_000, 400_000]);
  });

  it('names the moment of the rate that is used, and none for kip', () => {
    const at = { THB: '2026-12-01T01:00:00Z', USD: '2026-11-30T01:30:00Z' };
    const inKip = addTender(
      place,
      { key: 't1', method: 'cash', bankAccountId: null },
      walletOf(place),
    );
    expect(usedRatesAsOf(at, walletOf(inKip))).toBeUndefined();
    const { priced, ...wallet } = walletOf(inKip);
    const rows = priced.rows.map((row) => ({ ...row, currency: 'THB' as const }));
    expect(usedRatesAsOf(at, { ...wallet, priced: { ...priced, rows } })).toBe(at.THB);
  });
});

it('a family that was only looked at is no unsaved visit, a typed buyer is one', () => {
  expect(isEmptyVisit(takeFamily(emptyVisit, family, undefined))).toBe(true);
  const payer = { kind: 'walkIn', name: '', phone: '' } as const;
  expect(isEmptyVisit({ ...emptyVisit, payer })).toBe(true);
  expect(isEmptyVisit({ ...emptyVisit, payer: { ...payer, name: 'Somsy' } })).toBe(false);
  expect(isEmptyVisit(sellProduct(emptyVisit, 'book', 'k'))).toBe(false);
});

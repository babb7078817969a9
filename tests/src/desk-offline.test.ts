import { describe, expect, it } from 'vitest';
import type { DeskClass, DeskLookupRow } from '#contract/desk/desk.ts';
import { classFor, familyIn } from '#src/features/desk/offline/offline-family.ts';
import { notOffline } from '#src/features/desk/offline/not-offline.ts';
import type { DraftTender } from '#src/entities/payment/tenders.ts';
import { pricesOf } from '#src/features/desk/visit-pricing.ts';
import { emptyVisit, type SeatLine } from '#src/features/desk/visit-draft.ts';

const place = {
  enrolmentId: 'e',
  classId: 'k0',
  classCode: 'K-0',
  courseId: 'c',
  termId: 't1',
  status: 'active' as const,
  holdUntil: null,
  startDate: '2026-09-01',
  endDate: null,
  hasOrder: true,
};
const TODAY = '2026-12-01';
const parent = {
  _id: 'p1',
  firstName: 'Bounmy',
  lastName: 'V',
  phone: '+8562055512345',
  relation: 'mother',
};
const row = (_id: string, more: Partial<DeskLookupRow> = {}): DeskLookupRow => ({
  _id,
  firstName: _id,
  lastName: 'V',
  firstNameEn: '',
  lastNameEn: '',
  nickname: '',
  studentCode: _id,
  dateOfBirth: '2014-01-01',
  priceCategory: '',
  phone: '',
  guardians: '',
  courseCode: '',
  payer: parent,
  owedLAK: 90_000,
  places: [],
  nextCourseId: null,
  firstTermOn: null,
  ...more,
});
const price = {
  courseId: 'c',
  feeId: 'f',
  price: { amount: 1_000_000, currency: 'LAK' as const },
  isProRata: false,
  sessions: 20,
  ofSessions: 20,
  minDeposit: null,
  registration: { feeId: 'r', price: { amount: 50_000, currency: 'LAK' as const } },
};
const offered: DeskClass = {
  classId: 'k1',
  classCode: 'K-1',
  courseId: 'c',
  termId: 't1',
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
  price,
  prices: [
    {
      priceCategory: 'staff',
      bases: ['term'],
      basis: 'term',
      price: { ...price, price: { amount: 400_000, currency: 'LAK' } },
    },
  ],
};

const inClass = (more: Partial<SeatLine>): SeatLine => ({
  key: 'a',
  studentKey: 's1',
  classId: 'k1',
  enrolmentId: null,
  type: 'regular',
  joinsWaitingList: false,
  startDate: null,
  basis: 'term',
  units: 1,
  coversFrom: null,
  discount: { kind: 'best' },
  registrationWaived: '',
  override: null,
  acceptWarnings: false,
  offered,
  ...more,
});

describe('a family from the copies on the device', () => {
  it('is everybody with the same payer, with the terms in which each is active, and no credit', () => {
    const rows = [
      row('s1'),
      row('s2', { places: [place] }),
      row('s3', { payer: { ...parent, _id: 'p2' } }),
    ];
    const family = familyIn(rows, { studentId: 's1' }, 'b');
    expect(family?.students.map(({ _id }) => _id)).toEqual(['s1', 's2']);
    expect(family).toMatchObject({
      payer: { kind: 'parent', _id: 'p1' },
      owed: [],
      creditLAK: 0,
      owedLAK: 90_000,
      siblings: [{ _id: 's2', termId: 't1' }],
    });
  });

  it('consists of one student when the student pays without a guardian', () => {
    expect(
      familyIn(
        [row('s1', { payer: null, phone: '+8562055500000' }), row('s2', { payer: null })],
        { studentId: 's1' },
        'b',
      ),
    ).toMatchObject({
      payer: { kind: 'student', _id: 's1' },
      students: [{ _id: 's1' }],
      siblings: [],
    });
  });
});

describe('a class from the copies', () => {
  const studentWith = (more: Partial<DeskLookupRow>) =>
    familyIn([row('s1', more)], { studentId: 's1' }, 'b')?.students[0];

  it('costs the price of the day, also after a midnight that passed without a network', () => {
    const next = { ...price, price: { amount: 1_100_000, currency: 'LAK' as const } };
    const staff = { ...price, price: { amount: 450_000, currency: 'LAK' as const } };
    const one = { bases: ['term' as const], basis: 'term' as const };
    const copied = {
      ...offered,
      later: [
        {
          from: '2027-01-01',
          ...one,
          price: next,
          prices: [{ priceCategory: 'staff', ...one, price: staff }],
        },
      ],
    };
    const amountOn = (day: string, more: Partial<DeskLookupRow> = {}) =>
      classFor(copied, studentWith(more), day).price?.price.amount;
    expect(amountOn('2026-12-31')).toBe(1_000_000);
    expect(amountOn('2027-01-01')).toBe(1_100_000);
    expect(amountOn('2026-12-31', { priceCategory: 'staff' })).toBe(400_000);
    expect(amountOn('2027-01-01', { priceCategory: 'staff' })).toBe(450_000);
    // A line that was chosen before midnight costs the price of the day on which it is paid.
    const line = inClass({ offered: classFor(copied, studentWith({}), '2026-12-31') });
    const ofLine = (day: string) =>
      pricesOf({ ...emptyVisit, places: [line] }, new Map(), day).places['a']?.price.amount;
    expect([ofLine('2026-12-31'), ofLine('2027-01-01')]).toEqual([1_000_000, 1_100_000]);
  });

  it('costs what the category of the student pays', () => {
    expect(classFor(offered, studentWith({}), TODAY).price?.price.amount).toBe(1_000_000);
    expect(
      classFor(offered, studentWith({ priceCategory: 'staff' }), TODAY).price?.price.amount,
    ).toBe(400_000);
  });

  it('asks no registration again of a course that was charged, and bars the class that the student is in', () => {
    expect(classFor(offered, studentWith({}), TODAY).price?.registration).not.toBeNull();
    expect(
      classFor(offered, studentWith({ places: [place] }), TODAY).price?.registration,
    ).toBeNull();
    expect(
      classFor(offered, studentWith({ places: [{ ...place, classId: 'k1' }] }), TODAY).findings,
    ).toMatchObject([{ check: 'alreadyInClass', weight: 'block' }]);
  });
});

describe('what is not taken offline', () => {
  const tender: DraftTender = {
    key: 't',
    method: 'cash',
    currency: 'LAK',
    tendered: 100_000,
    bankAccountId: null,
    reference: '',
    slipFileId: null,
  };
  const byHand = (percent: number) => ({
    kind: 'byHand' as const,
    percent,
    reason: 'Loyal',
    approvalToken: null,
  });

  const clerk = { role: 'staff' };

  it('is a slip, credit, a discount above the limit, a full class and the waiting list', () => {
    expect(
      notOffline(
        { ...emptyVisit, places: [inClass({ discount: byHand(10) })], tenders: [tender] },
        clerk,
        10,
      ),
    ).toEqual([]);
    const full = inClass({ offered: { ...offered, seatsTaken: 16 } });
    expect(
      notOffline(
        {
          ...emptyVisit,
          usesCredit: true,
          places: [full, inClass({ discount: byHand(11) })],
          tenders: [{ ...tender, method: 'qr' }],
        },
        clerk,
        10,
      ),
    ).toEqual(['slip', 'credit', 'discount', 'fullClass']);
    expect(
      notOffline(
        {
          ...emptyVisit,
          places: [inClass({ joinsWaitingList: true, offered: { ...offered, seatsTaken: 16 } })],
        },
        clerk,
        10,
      ),
    ).toEqual(['waitingList']);
  });

  it('is a discount above the limit of the person’s set, and any without the right', () => {
    const byHandOf = (percent: number) => ({
      ...emptyVisit,
      places: [inClass({ discount: byHand(percent) })],
    });
    const withSet = (discountLimitPercent: number | null, removes: string[] = []) => ({
      role: 'staff',
      permissionSet: { name: 'Set', adds: [], removes, discountLimitPercent },
    });
    expect(notOffline(byHandOf(20), withSet(20), 10)).toEqual([]);
    expect(notOffline(byHandOf(6), withSet(5), 10)).toEqual(['discount']);
    expect(notOffline(byHandOf(1), withSet(null, ['orders:discount']), 10)).toEqual(['discount']);
  });

  it('is not the seat that somebody already has', () => {
    expect(
      notOffline(
        {
          ...emptyVisit,
          places: [inClass({ enrolmentId: 'e', offered: { ...offered, seatsTaken: 16 } })],
        },
        clerk,
        10,
      ),
    ).toEqual([]);
  });
});

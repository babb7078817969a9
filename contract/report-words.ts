import { priceCurrencies } from './currencies.ts';

// The words of reports, for screens that check no typed values.

export const reports = { name: 'reports', path: '/reports', read: 'reports:read' } as const;
export const reportNames = ['enrolment', 'attendance', 'pay', 'money'] as const;
export type ReportName = (typeof reportNames)[number];

/**
 * The figures of each report, in the order in which they are shown; numbers are those of the list
 * of figures.
 */
export const figuresOf = {
  /**
   * 1 and 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, and who went on from level to level over terms.
   */
  enrolment: [
    'active',
    'newStudents',
    'funnel',
    'holds',
    'seats',
    'underMinimum',
    'waiting',
    'retention',
    'reEnrolment',
    'drops',
    'transfers',
    'trials',
    'cohorts',
    'levels',
  ],
  /** 23, who is slipping, 24, and the first of 25. */
  attendance: ['marks', 'slipping', 'hours', 'notTaken'],
  /** 24 with what is paid for it. */
  pay: ['pay'],
  /** 15, 14, 21, 17, 27, what the stock is worth, 19, 20, 16, 18, 22 and 28. */
  money: [
    'received',
    'billed',
    'discounts',
    'earned',
    'products',
    'stock',
    'owed',
    'collection',
    'toVerify',
    'unearned',
    'credit',
    'between',
  ],
} as const satisfies Record<ReportName, readonly string[]>;

/** The figures whose rows make the terms of the bridges. */
export const termFigures = {
  owedLAK: 'owedTerm',
  slipsLAK: 'slipsTerm',
  creditLAK: 'creditTerm',
  onHoldsLAK: 'onHoldsTerm',
  openingLinesLAK: 'openingLinesTerm',
  openingPaymentsLAK: 'openingPaymentsTerm',
  betweenLAK: 'betweenTerm',
  billedTuitionLAK: 'billedTuitionTerm',
  notYetEarnedLAK: 'notYetEarnedTerm',
} as const;
/**
 * Figures of money that stand in no table of their own; their rows are opened from other sums. The
 * last is 15 by currency.
 */
export const rowFigures = [...Object.values(termFigures), 'tenders'] as const;

export type FigureKey = (typeof figuresOf)[ReportName][number] | (typeof rowFigures)[number];
export const figureKeys = [...Object.values(figuresOf).flat(), ...rowFigures] as FigureKey[];

/** What a table can be grouped by. A figure that does not know one shows its own first one. */
export const groupings = [
  'branch',
  'course',
  'class',
  'teacher',
  'student',
  'source',
  'term',
  'daypart',
  'weekday',
  'day',
  'week',
  'month',
  'reason',
  'method',
  'drawer',
  'cashier',
  'kind',
  'product',
  'move',
  'tender',
  'discount',
  'pair',
] as const;
export type Grouping = (typeof groupings)[number];
/** Who or what a row of a sum is: money that came is the payer's. */
export const rowHeads = ['student', 'payer', 'class', 'branch'] as const;
export type RowHead = (typeof rowHeads)[number];
export const comparisons = ['none', 'previous', 'lastYear'] as const;
export type Comparison = (typeof comparisons)[number];

/**
 * How the sums of a column come about: rows counted once each, added up, or the greatest of them.
 * Money is in kip, or in minor units of the currency that is named.
 */
export const valueKinds = ['count', 'sum', 'max', 'money', 'minutes', ...priceCurrencies] as const;
export type ValueKind = (typeof valueKinds)[number];

export const MAX_REPORT_DAYS = 366;
/** At most so many rows of a sum, and groups of a table, are shown; a file has all of them. */
export const MAX_ROWS_SHOWN = 500;

const PERCENT_FROM = 10;
/** The share in percent with one decimal; null for fewer than ten, which stay numbers. */
export const shareOf = (part: number, whole: number): number | null =>
  whole < PERCENT_FROM ? null : Math.round((1000 * part) / whole) / 10;

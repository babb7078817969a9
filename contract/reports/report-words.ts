import { priceCurrencies } from '#contract/money/currencies.ts';

// The constants of reports without zod, to keep it out of screens that check no input.

export const reports = { name: 'reports', path: '/reports', read: 'reports:read' } as const;
export const reportNames = ['enrolment', 'attendance', 'pay', 'money'] as const;
export type ReportName = (typeof reportNames)[number];

/**
 * The figures of each report, in the order in which they are shown; docs/figures.md defines them.
 */
export const reportFigures = {
  /** docs/figures.md, "Enrolments" and "Levels over terms". */
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
  /** docs/figures.md, "Attendance and results". */
  attendance: ['marks', 'slipping', 'hours', 'notTaken'],
  /** docs/figures.md, "Figure 24: hours of teaching". */
  pay: ['pay'],
  /** docs/figures.md, "Money" and "Products and branches". */
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

/** The figures whose rows are the terms of the bridges. */
export const termFigures = {
  owedLAK: 'owedTerm',
  slipsLAK: 'slipsTerm',
  creditLAK: 'creditTerm',
  onHoldsLAK: 'onHoldsTerm',
  openingLinesLAK: 'openingLinesTerm',
  openingPaymentsLAK: 'openingPaymentsTerm',
  betweenLAK: 'betweenTerm',
  billedTuitionLAK: 'billedTuitionTerm',
  openingTuitionLAK: 'openingTuitionTerm',
  notYetEarnedLAK: 'notYetEarnedTerm',
} as const;
/**
 * Money figures without a table of their own; other sums open their rows. The last is
 * docs/figures.md, "Figure 15: received" by currency.
 */
export const rowFigures = [...Object.values(termFigures), 'tenders'] as const;

export type FigureKey = (typeof reportFigures)[ReportName][number] | (typeof rowFigures)[number];
export const figureKeys = [...Object.values(reportFigures).flat(), ...rowFigures] as FigureKey[];

/** The groupings of a table. A figure without the requested one shows its own first one. */
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
/** The subject of a row: for received money it is the payer. */
export const rowHeads = ['student', 'payer', 'class', 'branch'] as const;
export type RowHead = (typeof rowHeads)[number];
export const comparisons = ['none', 'previous', 'lastYear'] as const;
export type Comparison = (typeof comparisons)[number];

/**
 * How a column is summed: rows counted once each, added up, or their maximum. Money is in kip, or
 * in minor units of the named currency.
 */
export const valueKinds = ['count', 'sum', 'max', 'money', 'minutes', ...priceCurrencies] as const;
export type ValueKind = (typeof valueKinds)[number];

export const MAX_REPORT_DAYS = 366;
/** The most rows of a sum, or groups of a table, that are shown; a file has all of them. */
export const MAX_ROWS_SHOWN = 500;

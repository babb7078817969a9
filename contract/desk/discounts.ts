import { proRata } from '#contract/money/money.ts';
import { fold } from '#contract/words/normalise.ts';
import type { DiscountChoice } from './visits.ts';

/**
 * The students that a rule is for; a `chosen` rule never applies automatically, the clerk picks it.
 */
export const discountKinds = [
  'secondChild',
  'thirdChild',
  'returning',
  'early',
  'staffChild',
  'chosen',
] as const;
export type DiscountKind = (typeof discountKinds)[number];
export const discountedLines = ['tuition', 'products'] as const;

/**
 * A rule takes off a percentage of each line, or a sum in kip once for each child; one of the two
 * is null.
 */
export type DiscountRule = {
  _id: string;
  kind: DiscountKind;
  on: (typeof discountedLines)[number];
  percent: number | null;
  amountLAK: number | null;
  /** True if it is given on top of the best rule; otherwise only the best one counts. */
  addsUp: boolean;
  /** The last day on which it is given. */
  until: string | null;
};

export type DiscountedLine = {
  key: string;
  kind: 'tuition' | 'product';
  studentKey: string | null;
  amountLAK: number;
  choice: DiscountChoice;
};

/** The facts about a student of the visit that rules need. */
export type RuledStudent = {
  dateOfBirth: string | null;
  priceCategory: string;
  /** True if the student completed a class or was active in an earlier term. */
  isReturning: boolean;
  /**
   * The keys of older siblings who are active in the term; those with tuition in this visit are
   * counted once.
   */
  olderSiblings: readonly string[];
};

/** The facts about a student that do not depend on the terms that a visit enrols for. */
export type RuledFacts = Pick<RuledStudent, 'dateOfBirth' | 'priceCategory'> & {
  /** The start of the first term in which the student completed a class or is active. */
  firstTermOn: string | null;
  /** Children of the same payer and the terms in which they are active, the student among them. */
  siblings: readonly { _id: string; dateOfBirth: string; termId: string }[];
};
/** The term of a class that the visit enrols for. */
export type VisitTerm = { termId: string; termStart: string };

/** A copy on a device may hold the year of one alone; in one year nobody is the older then. */
const isOlder = (born: string, other: string) => born < other && !other.startsWith(born);

/**
 * The facts that rules need about a student, for a visit with these terms; computed the same on
 * screen and server.
 */
export function ruledIn(
  _id: string,
  { dateOfBirth, priceCategory, firstTermOn, siblings }: RuledFacts,
  terms: readonly VisitTerm[],
): RuledStudent {
  const [first] = terms.map(({ termStart }) => termStart).toSorted();
  const older = siblings.filter(
    (one) =>
      one._id !== _id &&
      dateOfBirth !== null &&
      isOlder(one.dateOfBirth, dateOfBirth) &&
      terms.some(({ termId }) => termId === one.termId),
  );
  return {
    dateOfBirth,
    priceCategory,
    isReturning: firstTermOn !== null && (first === undefined || firstTermOn < first),
    olderSiblings: [...new Set(older.map((one) => one._id))],
  };
}

/** `amountLAK` is below zero, as on the line that is written. */
export type LineDiscount = {
  ruleId: string | null;
  percent: number | null;
  amountLAK: number;
  reason: string;
  approvalToken: string | null;
};

/** The reason why a rule does not fit a line. */
export type Misfit = 'otherLines' | 'over' | 'otherChild';

type Standing = { rank: number; student: RuledStudent | undefined };
export type DiscountContext = { students: Readonly<Record<string, RuledStudent>>; today: string };

const onOf = { tuition: 'tuition', product: 'products' } as const;
const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);
/** A student without a birthday counts as the youngest. */
const bornAt = (student: RuledStudent | undefined) => student?.dateOfBirth ?? '9999-12-31';

/** The students with tuition, the most expensive first; with equal tuition the older one first. */
function mostExpensiveFirst(
  lines: readonly DiscountedLine[],
  students: DiscountContext['students'],
): string[] {
  const tuition = lines.filter(({ kind }) => kind === 'tuition');
  const sums = [...new Set(tuition.map(({ studentKey }) => studentKey ?? ''))].map((key) => ({
    key,
    sum: sumOf(
      tuition.filter(({ studentKey }) => studentKey === key).map(({ amountLAK }) => amountLAK),
    ),
    born: bornAt(students[key]),
  }));
  return sums
    .toSorted((a, b) => b.sum - a.sum || a.born.localeCompare(b.born))
    .map(({ key }) => key);
}

const fitsChild: Record<DiscountKind, (standing: Standing) => boolean> = {
  secondChild: ({ rank }) => rank >= 1,
  thirdChild: ({ rank }) => rank >= 2,
  returning: ({ student }) => student?.isReturning ?? false,
  staffChild: ({ student }) => student !== undefined && fold(student.priceCategory) === 'staff',
  early: () => true,
  chosen: () => true,
};

const isChosen = (rule: DiscountRule, { choice }: DiscountedLine) =>
  choice.kind === 'rule' && choice.ruleId === rule._id;

/**
 * True if a rule with a sum in kip is given on this line. It is given once for each child: on the
 * most expensive line that the clerk chose it for, else on the child's most expensive line.
 */
function takesSumOf(
  rule: DiscountRule,
  line: DiscountedLine,
  lines: readonly DiscountedLine[],
): boolean {
  const ofChild = lines.filter(
    (other) => other.studentKey === line.studentKey && rule.on === onOf[other.kind],
  );
  const chosen = ofChild.filter((other) => isChosen(rule, other));
  const [mostExpensive] = (chosen.length > 0 ? chosen : ofChild).toSorted(
    (a, b) => b.amountLAK - a.amountLAK,
  );
  return mostExpensive === line;
}

function discountsByHand({ choice, amountLAK }: DiscountedLine): LineDiscount[] {
  if (choice.kind !== 'byHand') return [];
  const { percent, reason, approvalToken } = choice;
  const offLAK = proRata(amountLAK, percent, 100, 1);
  return [{ ruleId: null, percent, reason, approvalToken, amountLAK: -offLAK }];
}

/** Computes the discounts of one visit. */
export function discountsFor(
  lines: readonly DiscountedLine[],
  rules: readonly DiscountRule[],
  { students, today }: DiscountContext,
) {
  const ranked = mostExpensiveFirst(lines, students);
  const standingOf = ({ studentKey }: DiscountedLine): Standing => {
    const student = studentKey === null ? undefined : students[studentKey];
    const at = ranked.indexOf(studentKey ?? '');
    const elsewhere = student?.olderSiblings.filter((key) => !ranked.includes(key)) ?? [];
    return { student, rank: at < 0 ? -1 : at + elsewhere.length };
  };

  const misfit = (rule: DiscountRule, line: DiscountedLine): Misfit | undefined => {
    if (rule.on !== onOf[line.kind]) return 'otherLines';
    if (rule.until !== null && rule.until < today) return 'over';
    return fitsChild[rule.kind](standingOf(line)) ? undefined : 'otherChild';
  };

  /** The amount that a rule takes off a line, above zero. */
  const worth = (rule: DiscountRule, line: DiscountedLine) => {
    if (rule.percent !== null) return proRata(line.amountLAK, rule.percent, 100, 1);
    return takesSumOf(rule, line, lines) ? Math.min(line.amountLAK, rule.amountLAK ?? 0) : 0;
  };

  const rulesOf = (line: DiscountedLine): DiscountRule[] => {
    if (line.choice.kind === 'none' || line.choice.kind === 'byHand') return [];
    const fitting = rules.filter((rule) => misfit(rule, line) === undefined);
    const automatic = fitting.filter(({ kind }) => kind !== 'chosen');
    const best = automatic
      .filter(({ addsUp }) => !addsUp)
      .toSorted((a, b) => worth(b, line) - worth(a, line))
      .slice(0, 1);
    const first =
      line.choice.kind === 'rule' ? fitting.filter((rule) => isChosen(rule, line)) : best;
    return [...new Set([...first, ...automatic.filter(({ addsUp }) => addsUp)])];
  };

  /** The discounts of a line; together they are never more than the line. */
  const discountsOf = (line: DiscountedLine): LineDiscount[] => {
    let left = line.amountLAK;
    const byRule = rulesOf(line).map((rule) => {
      const off = Math.min(left, worth(rule, line));
      left -= off;
      return {
        ruleId: rule._id,
        percent: rule.percent,
        reason: '',
        approvalToken: null,
        amountLAK: -off,
      };
    });
    return [...byRule, ...discountsByHand(line)].filter(({ amountLAK }) => amountLAK < 0);
  };

  return { misfit, worth, discountsOf };
}

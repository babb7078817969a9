import { caseOf } from '#contract/courses/fee-rules.ts';
import type { FieldError } from '#contract/field-errors.ts';
import { headingKey } from '#server/lib/sheets/heading-key.ts';
import { feesCalled, versionsOn, writtenFee, type FeeCodes, type NamedFee } from './fee-cells.ts';
import type { KnownThing } from './known-names.ts';
import type { KnownRecords } from './known-records.ts';
import type { MovingRowCheck } from './row-check.ts';

/** A price of a row that will become one. */
export type FeeOfRow = NamedFee & { _id: string };

const codesOf = ({ names }: KnownRecords): FeeCodes => ({
  branch: (id) => names.get('branch', id ?? '')?.label ?? '',
  term: (id) => names.get('term', id ?? '')?.label ?? '',
});

/** The series of a price: all its versions are one price to a class. */
function seriesOf({ fees, rowFees }: KnownRecords, feeId: string | null): string | null {
  const there = fees.find(({ _id }) => _id === feeId);
  if (there) return there.seriesId;
  const added = rowFees.find(({ _id }) => _id === feeId);
  const before = added && fees.find((fee) => fee.active && caseOf(fee) === caseOf(added));
  return before?.seriesId ?? feeId;
}

/** A price in the words of its cell; empty for none. */
function wordsOf(known: KnownRecords, feeId: string | null): string {
  const fee = [...known.fees, ...known.rowFees].find(({ _id }) => _id === feeId);
  return fee ? writtenFee(fee, codesOf(known), known.language) : '';
}

type ClassOf = { course: KnownThing | undefined; branch: KnownThing | undefined };

/**
 * The id of the price that a class has of its own: one of its course, in its branch or in all of
 * them. Without a text the class has the price of the course.
 */
export function ownFee(
  row: MovingRowCheck,
  known: KnownRecords,
  { course, branch }: ClassOf,
): string | null {
  const text = row.text('fee');
  if (text === '' || !course || !branch) return null;
  const [named = ''] = text.split('·').map(headingKey);
  const waits = known.brokenFees.get(course.id)?.find((name) => headingKey(name) === named);
  const isHere = ({ courseId, branchId }: NamedFee) =>
    courseId === course.id && (branchId === null || branchId === branch.id);
  const fees = [...known.fees.filter(({ active }) => active), ...known.rowFees].filter(isHere);
  const offered = versionsOn(fees, known.today);
  const found = feesCalled(offered, text, codesOf(known));
  const [one, other] = found;
  if (one && !other) return one._id;
  if (!one && waits !== undefined) {
    row.waitFor('fee', waits);
    return null;
  }
  const error = one ? `severalFit:${found.length}` : `nothingNamed:${text}`;
  const choices = (one ? found : offered).map(({ _id }) => wordsOf(known, _id));
  row.fail('fee', error as FieldError, choices);
  return null;
}

/** The change of a class that gets another price than it has; none for a later version of it. */
export function ownFeeChange(
  known: KnownRecords,
  before: string | null,
  after: string | null,
): Record<string, [string, string]> | null {
  if (after === null || seriesOf(known, before) === seriesOf(known, after)) return null;
  return { fee: [wordsOf(known, before), wordsOf(known, after)] };
}

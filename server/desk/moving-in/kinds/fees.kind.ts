import { eq, inArray } from 'drizzle-orm';
import { courseFeeInput, type CourseFeeInput } from '#contract/courses/course-fees.ts';
import { caseOf } from '#contract/courses/fee-rules.ts';
import { shownAmount } from '#contract/money/shown-amount.ts';
import {
  addFeeVersions,
  removeFeeVersions,
  type EndsBefore,
} from '#server/catalogue/course-fees/added-fees.ts';
import type { Tx } from '#server/db/client.ts';
import { courseFeeTable } from '#server/db/tables/catalogue/course-fees.table.ts';
import { movingRowTable } from '#server/db/tables/desk/moving-in.table.ts';
import { readableDay } from '#server/lib/sheets/cells.ts';
import { yesNoWords, type CellChoices } from '#server/lib/sheets/choice-words.ts';
import { parseChoice } from '#server/lib/sheets/parse-values.ts';
import type { KnownFee, KnownRecords } from '#server/desk/moving-in/known-records.ts';
import { repeatedRow } from '#server/desk/moving-in/repeated-row.ts';
import type { MovingRowCheck } from '#server/desk/moving-in/row-check.ts';
import { currencyOf, sumIn } from '#server/desk/moving-in/cell-money.ts';
import { bases } from '#server/desk/moving-in/fee-cells.ts';
import { parsed, type MovingKind } from './moving-kind.ts';

export const prorationWords: CellChoices<CourseFeeInput['prorate']> = {
  sessions: {
    en: 'Sessions',
    lo: 'ຄັ້ງຮຽນ',
    also: ['yes', 'y', yesNoWords.yes.lo, 'ຕາມຄັ້ງຮຽນທີ່ເຫຼືອ', '✓', 'x'],
  },
  none: { en: 'None', lo: 'ບໍ່', also: ['no', 'n', yesNoWords.no.lo, 'full', 'ເຕັມ'] },
};

/** The words of a row, which also name the price where it has no name. */
function choicesOf(row: MovingRowCheck) {
  const per = parseChoice(row.needed('per'), bases, 'en');
  if ('error' in per) row.fail('per', per.error);
  const prorate = parseChoice(row.text('prorate'), prorationWords, 'en');
  if ('error' in prorate) row.fail('prorate', prorate.error);
  return {
    basis: 'value' in per ? (per.value ?? '') : '',
    prorate: 'value' in prorate ? (prorate.value ?? 'none') : 'none',
  };
}

function inputOf(row: MovingRowCheck, today: string): CourseFeeInput | undefined {
  const course = row.named('course', 'course');
  const branch = row.maybeNamed('branch', 'branch');
  const term = row.maybeNamed('term', 'term');
  const { basis, prorate } = choicesOf(row);
  row.needed('amount');
  const currency = currencyOf(row, 'currency', ['amount']) ?? 'LAK';
  const amount = sumIn(row, 'amount', currency);
  const minDeposit = sumIn(row, 'minDeposit', currency);
  if (!course || row.isBroken) return undefined;
  return parsed(
    row,
    courseFeeInput,
    {
      courseId: course.id,
      branchId: branch?.id ?? null,
      termId: term?.id ?? null,
      name: row.text('feeName') || course.label,
      amount,
      currency,
      basis,
      prorate,
      minDeposit,
      priceCategory: row.text('priceCategory'),
      validFrom: row.text('validFrom') || today,
      validTo: row.text('validTo') || null,
    },
    { name: 'feeName', basis: 'per' },
  );
}

/** The price of the same case and first day; for a row without a day it is the one of today. */
function sameIn(fees: readonly KnownFee[], input: CourseFeeInput, hasDay: boolean) {
  const ofCase = fees.filter((fee) => caseOf(fee) === caseOf(input));
  return ofCase.find(({ validFrom, validTo }) =>
    hasDay
      ? validFrom === input.validFrom
      : validFrom <= input.validFrom && (validTo === null || validTo >= input.validFrom),
  );
}

const compared = ['amount', 'currency', 'prorate', 'minDeposit'] as const;

/** What a row changes of the price that is there, by the column in which it stands. */
function changesOf(before: KnownFee, input: CourseFeeInput): Record<string, [string, string]> {
  if (compared.every((field) => before[field] === input[field])) return {};
  const shown = ({ amount, currency }: Pick<CourseFeeInput, 'amount' | 'currency'>) =>
    `${shownAmount(amount, currency)} ${currency}`;
  return { amount: [shown(before), shown(input)] };
}

/** A class that names the price of a row with a problem waits for that row. */
function addBroken(row: MovingRowCheck, { names, brokenFees }: KnownRecords): void {
  const course = names.find('course', row.text('course'));
  if (!('thing' in course)) return;
  const name = row.text('feeName') || course.thing.label;
  brokenFees.set(course.id, [...(brokenFees.get(course.id) ?? []), name]);
}

function check(row: MovingRowCheck, known: KnownRecords) {
  const input = inputOf(row, known.today);
  const name = `${row.text('course')} ${row.text('feeName')}`.trim();
  if (!input) {
    addBroken(row, known);
    return row.result(name, { input: null });
  }
  const key = `fees ${caseOf(input)} ${input.validFrom}`;
  const { amount, currency, prorate, minDeposit } = input;
  const said = { amount, currency, prorate, minDeposit, validTo: input.validTo };
  const repeated = repeatedRow(row, known, { name, field: 'amount', key, said });
  if (repeated) return repeated;
  const inUse = known.fees.filter(({ active }) => active);
  const before = sameIn(inUse, input, row.text('validFrom') !== '');
  const changes = before && changesOf(before, input);
  // A price that is there is never changed: another sum is its next version, as on screen.
  if (before && Object.keys(changes ?? {}).length === 0) {
    if (input.validTo !== null && input.validTo !== before.validTo)
      row.hint('validTo', `staysHere:${before.validTo ? readableDay(before.validTo) : '-'}`);
    return row.result(name, { recordId: before._id, input });
  }
  known.rowFees.push({ ...input, _id: row.id });
  return row.result(name, { input, changes: changes ?? null });
}

/** The prices that the move of a row has brought already. */
async function earlierOfMove(tx: Tx, rowId: string): Promise<string[]> {
  const { _id, moveId } = movingRowTable;
  const own = tx.select({ moveId }).from(movingRowTable).where(eq(_id, rowId));
  const rows = await tx
    .select({ _id })
    .from(movingRowTable)
    .innerJoin(courseFeeTable, eq(courseFeeTable._id, _id))
    .where(inArray(moveId, own));
  return rows.map((row) => row._id);
}

/** The last day of the price before a new version, as its row keeps it for the way back. */
const END_BEFORE = 'endBefore';

async function endsOf(tx: Tx, ids: readonly string[]): Promise<EndsBefore> {
  const { _id, input } = movingRowTable;
  const rows = await tx
    .select({ _id, input })
    .from(movingRowTable)
    .where(inArray(_id, [...ids]));
  return new Map(
    rows.flatMap((row) =>
      row.input && END_BEFORE in row.input
        ? [[row._id, row.input[END_BEFORE] as string | null] as const]
        : [],
    ),
  );
}

export const feeKind: MovingKind = {
  check,
  async write({ tx, ...writer }, rows) {
    const [first] = rows;
    if (!first) return undefined;
    const ends = await addFeeVersions(
      { tx, ...writer },
      rows.map(({ _id, input }) => ({ ...(input as CourseFeeInput), _id })),
      await earlierOfMove(tx, first._id),
    );
    for (const { _id, input } of rows)
      if (ends.has(_id))
        await tx
          .update(movingRowTable)
          .set({ input: { ...input, [END_BEFORE]: ends.get(_id) } })
          .where(eq(movingRowTable._id, _id));
    return undefined;
  },
  remove: async (tx, ids) => removeFeeVersions(tx, ids, await endsOf(tx, ids)),
};

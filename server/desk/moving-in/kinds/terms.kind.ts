import { isDeepStrictEqual } from 'node:util';
import { academicTermInput, type AcademicTerm } from '#contract/courses/academic-terms.ts';
import {
  holidayDays,
  holidayRanges,
  type HolidayDay,
  type HolidayRange,
} from '#contract/courses/holiday-ranges.ts';
import type { FieldError } from '#contract/field-errors.ts';
import { readColumnDay } from '#contract/words/column-day.ts';
import { clean } from '#contract/words/normalise.ts';
import { plainDigits } from '#contract/words/typed-number.ts';
import {
  addTerms,
  changeMovedTerm,
  removeTerms,
} from '#server/academic/academic-terms/added-terms.ts';
import { byFields } from '#server/desk/moving-in/changed-fields.ts';
import {
  afterFields,
  changedFields,
  saidText,
  shownField,
  type KnownRecord,
  type RowFields,
} from '#server/desk/moving-in/known-fields.ts';
import type { KnownRecords } from '#server/desk/moving-in/known-records.ts';
import { rowTwice, type MovingRowCheck } from '#server/desk/moving-in/row-check.ts';
import { parsed, type MovingKind } from './moving-kind.ts';

const DAY = String.raw`\d{1,4}[./-]\d{1,2}[./-]\d{1,4}`;
/** A range in which the year stands once: `13/04-16/04/2027`. */
const SHORT = /^(\d{1,2})([./])(\d{1,2})(\s*-\s*\d{1,2}\2\d{1,2}\2)(\d{4})/u;
const DAYS = new RegExp(`^(${DAY})(?:\\s*[-–]\\s*(${DAY}))?(?:\\s+|$)(.*)$`, 'u');

/** Days with their names in one cell: `02/12/2026 name; 24/12/2026-02/01/2027 name`. */
function holidaysIn(row: MovingRowCheck, today: string): HolidayRange[] {
  const parts = row.text('holidays').split(/[;\n]+/);
  return parts
    .filter((part) => part.trim() !== '')
    .flatMap((part): HolidayRange[] => {
      const [, first = '', last = '', name = ''] =
        DAYS.exec(plainDigits(part).trim().replace('–', '-').replace(SHORT, '$1$2$3$2$5$4$5')) ??
        [];
      const read = [first, last]
        .filter(Boolean)
        .map((text) => readColumnDay(text, { column: 'plan', today }));
      const [from, until = null] = read.map((day) => ('value' in day ? day.value : null));
      if (!from || read.some((day) => 'error' in day) || (until !== null && until < from)) {
        row.fail('holidays', `dayUnclear:${part.trim()}`);
        return [];
      }
      return [{ date: from, until, name: clean(name || part) }];
    });
}

/** The state that a term has on a day; a coming one is a draft until somebody opens it. */
function statusOn(today: string, startDate: string, endDate: string): AcademicTerm['status'] {
  if (endDate < today) return 'closed';
  return startDate <= today ? 'running' : 'draft';
}

const shownHolidays = (days: unknown) =>
  holidayRanges(days as HolidayDay[])
    .map(({ date, until, name }) => {
      const span = [date, until]
        .filter((day) => day !== null)
        .map((day) => shownField('endDate', day));
      return `${span.join('-')} ${name}`;
    })
    .join('; ');

type ReadTerm = { branchIds: readonly string[]; holidays: readonly HolidayRange[] };

/**
 * What a row changes of a term that is there. Its days, branches and holidays change as long as it
 * has no class; afterwards they decide over lessons, and the page of the term asks about those.
 */
function termFields(
  row: MovingRowCheck,
  known: KnownRecords,
  record: KnownRecord,
  { branchIds, holidays }: ReadTerm,
): RowFields {
  const before = record as AcademicTerm;
  const codes = (ids: unknown) =>
    (ids as string[]).map((id) => known.names.get('branch', id)?.label ?? '').join(', ');
  // The order in which a cell names branches means nothing.
  const isSame = isDeepStrictEqual(new Set(branchIds), new Set(before.branchIds));
  const named = { column: 'termName', field: 'name', value: saidText(row, 'termName') };
  const year = { column: 'academicYear', field: 'academicYear' };
  const days = (['startDate', 'endDate'] as const).map((field) => ({
    column: field,
    field,
    value: saidText(row, field),
  }));
  const others = [
    {
      column: 'branches',
      field: 'branchIds',
      shown: codes,
      value: branchIds.length === 0 || isSame ? undefined : branchIds,
    },
    {
      column: 'holidays',
      field: 'holidays',
      shown: shownHolidays,
      value: row.text('holidays') === '' ? undefined : holidayDays(holidays),
    },
  ];
  const free = [named, { ...year, value: saidText(row, 'academicYear') }];
  const { name, academicYear, startDate, endDate } = academicTermInput.shape;
  const schema = { name, academicYear, startDate, endDate };
  const hasClass = [...known.classes.values()].some(({ termId }) => termId === before._id);
  if (hasClass) {
    const kept = changedFields(row, record, schema, [...days, ...others]);
    for (const [column, [here]] of Object.entries(kept.changes))
      row.hint(column, `staysHere:${here || '-'}` as FieldError);
    return changedFields(row, record, schema, free);
  }
  const found = changedFields(row, record, schema, [...free, ...days, ...others]);
  const after = afterFields(record, found.fields) as AcademicTerm;
  const ofRow = found.changes['holidays'] ? holidays : [];
  parsed(row, academicTermInput, { ...after, holidays: ofRow }, { name: 'termName' });
  if (after.holidays.some(({ date }) => date < after.startDate || date > after.endDate))
    row.fail('holidays', 'holidayOutside');
  return found;
}

export const termKind: MovingKind = {
  check(row, known) {
    const code = row.needed('code').toUpperCase();
    const name = row.needed('termName');
    const twice = known.seen.get(`terms ${code}`);
    if (twice !== undefined) return rowTwice(name, 'code', twice);
    known.seen.set(`terms ${code}`, row.number);
    const found = known.names.find('term', code);
    const isThere = 'thing' in found && found.thing.label === code;
    const branchIds = row.allNamed('branch', 'branches').map(({ id }) => id);
    const holidays = holidaysIn(row, known.today);
    const startDate = row.text('startDate');
    const endDate = row.text('endDate');
    const term = isThere
      ? undefined
      : parsed(
          row,
          academicTermInput,
          {
            code,
            name,
            academicYear: row.text('academicYear'),
            startDate,
            endDate,
            branchIds,
            holidays,
          },
          { name: 'termName' },
        );
    const recordId = isThere ? found.id : row.id;
    const record = isThere ? known.things.records.get(recordId) : undefined;
    if (isThere && record) {
      const { fields, changes } = termFields(row, known, record, { branchIds, holidays });
      if (changes['termName']) known.names.add('term', found.thing, [], [name]);
      const after = afterFields(record, fields) as AcademicTerm;
      if (changes['startDate'] || changes['endDate'])
        known.terms.set(recordId, { startDate: after.startDate, endDate: after.endDate });
      const input = { fields, holidays: after.holidays };
      return row.result(`${code} ${name}`, { recordId, changes, input });
    }
    if (!isThere) {
      const thing = { id: recordId, label: code, isBroken: row.isBroken };
      known.names.add('term', thing, [code], [name]);
      known.terms.set(recordId, { startDate, endDate });
    }
    return row.result(`${code} ${name}`, {
      recordId,
      input: term
        ? {
            ...term,
            holidays: holidayDays(term.holidays),
            status: statusOn(known.today, term.startDate, term.endDate),
          }
        : null,
    });
  },
  write: async (writer, rows) => {
    await addTerms(
      writer,
      rows.map(({ _id, input }) => ({ ...(input as Omit<AcademicTerm, '_id'>), _id })),
    );
    return undefined;
  },
  remove: removeTerms,
  ...byFields('terms', changeMovedTerm),
};

import { sql } from 'drizzle-orm';
import type { FieldError } from '#contract/field-errors.ts';
import { courseInput, type CourseInput } from '#contract/courses/courses.ts';
import { fold } from '#contract/words/normalise.ts';
import {
  categoriesNamed,
  removeCategories,
} from '#server/catalogue/course-categories/added-categories.ts';
import {
  addCourses,
  changeMovedCourse,
  linkCourses,
  removeCourses,
} from '#server/catalogue/courses/added-courses.ts';
import { leadsTo } from '#server/catalogue/courses/next-courses.ts';
import { agesText, readAgeRange } from '#server/desk/moving-in/age-range.ts';
import { categoryIn, sayLaoName } from '#server/desk/moving-in/category-names.ts';
import { byFields, fieldsIn } from '#server/desk/moving-in/changed-fields.ts';
import { changedFields, saidText, type KnownRecord } from '#server/desk/moving-in/known-fields.ts';
import type { KnownRecords } from '#server/desk/moving-in/known-records.ts';
import {
  rowTwice,
  type CheckedMovingRow,
  type MovingRowCheck,
} from '#server/desk/moving-in/row-check.ts';
import type { Tx } from '#server/db/client.ts';
import { courseTable } from '#server/db/tables/catalogue/courses.table.ts';
import { movingRowTable } from '#server/db/tables/desk/moving-in.table.ts';
import {
  addCourseBooks,
  changeCourseBooks,
  changeCourseBooksBack,
  readCourseBooks,
  removeCourseBooks,
  withoutBooks,
} from './course-books.ts';
import { parsed, type MovingInput, type MovingKind } from './moving-kind.ts';

/** An id in the place of the category, which is only known when the course is written. */
const CATEGORY_LATER = '00000000-0000-4000-8000-000000000000';

type MovedCourse = Omit<CourseInput, 'categoryId'> & { category: string; categoryLo?: string };

/**
 * Courses that were written before these rows, and whose next course is among them; one that was
 * there keeps the one of before until then.
 */
async function coursesBefore(tx: Tx, rows: readonly MovingInput[]) {
  const ids = sql.param(rows.map(({ _id }) => _id));
  const { rows: found } = await tx.execute<{ _id: string; nextCourseId: string }>(sql`
    select course.id as "_id", row.input ->> 'nextCourseId' as "nextCourseId"
    from ${movingRowTable} row
    join ${courseTable} course on course.id = row.record_id and case
      when row.id = row.record_id then course.next_course_id is null
      else row.state = 'in' and course.next_course_id::text
        is not distinct from row.input ->> 'nextCourseBefore' end
    where row.input ->> 'nextCourseId' = any(${ids}::text[])`);
  return found;
}

type ReadCourse = { ages: ReturnType<typeof readAgeRange>; capacity: number | null };

/** What a row changes of a course that is there, but its next one and its books. */
function courseFields(row: MovingRowCheck, record: KnownRecord, { ages, capacity }: ReadCourse) {
  const { minAge = null, maxAge = null } = ages ?? {};
  const hasAges = ages && row.text('ages') !== '';
  if (minAge !== null && maxAge !== null && minAge > maxAge) row.fail('ages', 'agesTurned');
  const found = changedFields(row, record, courseInput.shape, [
    { column: 'courseName', field: 'nameEn', value: saidText(row, 'courseName') },
    { column: 'courseNameLo', field: 'nameLo', value: saidText(row, 'courseNameLo') },
    { column: 'level', field: 'level', value: saidText(row, 'level') },
    { column: 'sessions', field: 'totalSessions', value: row.whole('sessions') ?? undefined },
    { column: 'capacity', field: 'defaultCapacity', value: capacity ?? undefined },
    { column: 'ages', field: 'minAge', value: hasAges ? minAge : undefined },
    { column: 'ages', field: 'maxAge', value: hasAges ? maxAge : undefined },
  ]);
  if (found.changes['ages'])
    found.changes['ages'] = [agesText(record as never), agesText({ minAge, maxAge })];
  return found;
}

/** A course keeps its category, which its own page changes. */
function sayCategory(row: MovingRowCheck, { things }: KnownRecords, record: KnownRecord): void {
  const category = things.courseCategories.get(String(record['categoryId']));
  const text = fold(row.text('courseCategory'));
  const { code = '', nameEn = '', nameLo = '' } = category ?? {};
  if (!category) return;
  if (text === '' || [code, nameEn, nameLo].some((one) => fold(one) === text))
    return sayLaoName(row, 'courseCategoryLo', nameLo || nameEn);
  row.hint('courseCategory', `staysHere:${nameEn}` as FieldError);
}

const fields = byFields('courses', changeMovedCourse);

export const courseKind: MovingKind = {
  check(row, known) {
    const code = row.needed('code').toUpperCase();
    const name = row.text('courseName') || row.needed('courseNameLo');
    const twice = known.seen.get(`courses ${code}`);
    if (twice !== undefined) return rowTwice(name, 'code', twice);
    known.seen.set(`courses ${code}`, row.number);
    const found = known.names.find('course', code);
    const isThere = 'thing' in found && found.thing.label === code;
    const capacity = row.whole('capacity');
    const ages = readAgeRange(row.text('ages'));
    if (!ages) row.fail('ages', 'agesUnclear');
    const names = isThere ? undefined : categoryIn(row, known, 'courses');
    const course = isThere
      ? undefined
      : parsed(
          row,
          courseInput,
          {
            code,
            nameEn: name,
            nameLo: row.text('courseNameLo'),
            level: row.text('level'),
            categoryId: CATEGORY_LATER,
            totalSessions: row.whole('sessions'),
            defaultCapacity: capacity,
            ...ages,
          },
          {
            totalHours: 'sessions',
            totalSessions: 'sessions',
            nameEn: 'courseName',
            minAge: 'ages',
            maxAge: 'ages',
            defaultCapacity: 'capacity',
          },
        );
    const recordId = isThere ? found.id : row.id;
    const books = readCourseBooks(row, known, recordId);
    const record = isThere ? known.things.records.get(recordId) : undefined;
    if (isThere && record) {
      const changed = courseFields(row, record, { ages, capacity });
      const { changes } = changed;
      sayCategory(row, known, record);
      if (changes['courseName'] || changes['courseNameLo'])
        known.names.add('course', found.thing, [], [name, row.text('courseNameLo')]);
      if (capacity !== null) known.courseSizes.set(recordId, capacity);
      return row.result(`${code} ${name}`, {
        recordId,
        changes: { ...changes, ...books?.changes },
        input: { ...books?.input, fields: changed.fields },
      });
    }
    if (!isThere) {
      const thing = { id: recordId, label: code, isBroken: row.isBroken };
      known.names.add('course', thing, [code], [name, row.text('courseNameLo')]);
      known.courseSizes.set(recordId, capacity);
    }
    const { categoryId: _later, ...others } = course ?? {};
    const added = course ? { ...others, ...names, ...books?.input } : null;
    return row.result(`${code} ${name}`, {
      recordId,
      input: isThere ? (books?.input ?? null) : added,
      ...(isThere && books && { changes: books.changes }),
    });
  },
  finish(row, checked, taught, { known }) {
    const text = taught('nextCourse');
    if (text === '' || checked.input === null) return checked;
    const next = row.namedBy('course', 'nextCourse', text);
    if (!next) return row.result(checked.name, checked);
    const { nextCourses, records } = known.things;
    const courseId = checked.recordId ?? row.id;
    if (leadsTo(nextCourses, next.id, courseId)) row.fail('nextCourse', 'courseCircle');
    const before = nextCourses.get(courseId) ?? null;
    if (!row.isBroken) nextCourses.set(courseId, next.id);
    const isThere = records.has(courseId);
    if (isThere && before === next.id) return row.result(checked.name, checked);
    const input = { ...checked.input, nextCourseId: next.id };
    if (!isThere) return row.result(checked.name, { ...checked, input });
    const change = { column: 'nextCourse', field: 'nextCourseId', before, after: next.id };
    const label = known.names.get('course', before ?? '')?.label ?? '';
    const changes: CheckedMovingRow['changes'] = {
      ...checked.changes,
      nextCourse: [label, next.label],
    };
    return row.result(checked.name, {
      ...checked,
      changes,
      input: {
        ...input,
        nextCourseBefore: before,
        fields: [...fieldsIn(checked.input), change],
      },
    });
  },
  async write(writer, rows) {
    const inputs = rows.map(({ _id, input }) => ({ _id, ...(input as MovedCourse) }));
    const { ids, added } = await categoriesNamed(
      writer,
      inputs.map(({ category, categoryLo }) => ({ name: category, nameLo: categoryLo })),
    );
    await addCourses(
      writer,
      inputs.map(({ category, categoryLo: _lao, products: _none, ...row }) => ({
        ...withoutBooks(row),
        categoryId: ids.get(fold(category)) ?? '',
      })),
    );
    await linkCourses(writer.tx, await coursesBefore(writer.tx, rows));
    await addCourseBooks(writer, rows);
    const [first] = inputs;
    return first && new Map([[first._id, added]]);
  },
  async change(writer, recordId, input, row) {
    const version = await changeCourseBooks(writer, recordId, input);
    return (await fields.change(writer, recordId, input, row)) ?? { version };
  },
  async changeBack(writer, recordId, input, row) {
    await fields.changeBack(writer, recordId, input, row);
    // The change of the fields has counted as the last one.
    const { changedVersion: last } = row;
    const ofBooks = last !== null && fieldsIn(input).length > 0 ? last - 1 : last;
    await changeCourseBooksBack(writer.tx, recordId, input, ofBooks);
  },
  async remove(tx, ids) {
    await removeCourseBooks(tx, ids);
    await removeCourses(tx, ids);
  },
  removeBeside: removeCategories,
};

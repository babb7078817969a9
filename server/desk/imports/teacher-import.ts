import { and, arrayContains, eq, inArray, ne, or } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import type { FieldError } from '#contract/field-errors.ts';
import { nameKey } from '#contract/people/people.ts';
import { teacherInput, teachers, type TeacherInput } from '#contract/people/teachers.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { insertMany } from '#server/db/insert-many.ts';
import { ApiError } from '#server/lib/api-error.ts';
import { recordAudits } from '#server/lib/audit.ts';
import { takePeopleImportLock } from '#server/lib/locks.ts';
import { searchText } from '#server/db/search-text.ts';
import {
  employmentWords,
  genderWords,
  teacherStatusWords,
  choiceWord,
} from '#server/lib/sheets/choice-words.ts';
import { teacherRateTable } from '#server/db/tables/people/teacher-rates.table.ts';
import { teacherTable } from '#server/db/tables/people/teachers.table.ts';
import { inSlices } from './in-slices.ts';
import type { Added, Context, Importer, Problems, RowValues, Writing } from './import-kind.ts';
import type { AddedIds } from '#server/db/tables/desk/imports.table.ts';
import { likePeople, type KnownPerson } from './like-people.ts';
import { readRowFields } from './read-fields.ts';
import { fullNameField } from './full-names.ts';

const choices = {
  gender: genderWords,
  status: teacherStatusWords,
  employmentType: employmentWords,
} as const;

/** The teacher of a row, or what is wrong in which column. */
export function readTeacherRow(
  values: RowValues,
  context: Context,
): { input: TeacherInput } | { problems: Problems } {
  // A teacher has no field for a nickname, so one that stands beside the name goes into the note.
  const { nickname, note, ...others } = values;
  const notes = note === null ? null : [note, nickname].filter(Boolean).join(' · ');
  const { record, problems } = readRowFields({ ...others, note: notes }, choices, context);
  const read = teacherInput.safeParse({ ...record, branchIds: [context.branchId] });
  const all: Record<string, FieldError> = { ...problems };
  if (!read.success)
    for (const { path, message } of read.error.issues)
      all[path.join('.')] ??= message as FieldError;
  return read.success && Object.keys(all).length === 0 ? { input: read.data } : { problems: all };
}

async function known(
  db: Db | Tx,
  branchId: string,
  phones: string[],
  nameKeys: string[],
): Promise<KnownPerson[]> {
  const same = or(inArray(teacherTable.phone, phones), inArray(teacherTable.nameKey, nameKeys));
  const rows = await db
    .select()
    .from(teacherTable)
    .where(
      and(
        arrayContains(teacherTable.branchIds, [branchId]),
        eq(teacherTable.archived, false),
        same,
      ),
    );
  return rows.map(({ phone, nameKey: key, dateOfBirth, teacherCode, firstName, lastName }) => ({
    ...{ phone, nameKey: key, dateOfBirth, code: teacherCode, name: `${firstName} ${lastName}` },
  }));
}

async function add({ tx, codes, actor, tell }: Writing, inputs: TeacherInput[]): Promise<Added> {
  const rows = inputs.map((input, at) => ({
    _id: uuidv7(),
    teacherCode: codes[at] ?? '',
    ...input,
  }));
  let done = 0;
  for (const some of inSlices(rows)) {
    const derived = (row: TeacherInput) => ({
      nameKey: nameKey(row.firstName, row.lastName),
      search: searchText(row, teachers.search),
    });
    await insertMany(
      tx,
      teacherTable,
      some.map((row) => ({ ...row, ...derived(row) })),
    );
    await recordAudits(
      tx,
      actor,
      some.map((after) => ({
        action: 'create',
        entity: teachers.name,
        entityId: after._id,
        after,
      })),
    );
    done += some.length;
    tell({ done, total: rows.length });
  }
  return {
    added: { students: [], parents: [], teachers: rows.map(({ _id }) => _id) },
    parentsLinked: 0,
    cameSince: async () => false,
  };
}

async function remove(tx: Tx, { teachers: ids }: AddedIds): Promise<number> {
  for (const some of inSlices(ids)) {
    const mine = inArray(teacherTable._id, some);
    const rows = await tx
      .select({ version: teacherTable.version })
      .from(teacherTable)
      .where(mine)
      .for('update');
    const touched = and(mine, or(ne(teacherTable.version, 1), eq(teacherTable.archived, true)));
    const paid = inArray(teacherRateTable.teacherId, some);
    if (
      rows.length < some.length ||
      (await tx.$count(teacherTable, touched)) > 0 ||
      (await tx.$count(teacherRateTable, paid)) > 0
    )
      throw new ApiError('importInUse');
    await tx.delete(teacherTable).where(mine);
  }
  return ids.length;
}

/** Teachers, all of one branch. */
export const teacherImporter: Importer<TeacherInput> = {
  kind: teachers.name,
  fields: [
    ...(['firstName', 'lastName', 'phone', 'gender'] as const).map((name) => ({
      name,
      required: true,
    })),
    fullNameField,
    ...(
      [
        ...(['dateOfBirth', 'email', 'firstNameEn', 'lastNameEn', 'nationality'] as const),
        ...(['employmentType', 'qualifications', 'startDate', 'status', 'note'] as const),
      ] as const
    ).map((name) => ({ name, required: false })),
  ],
  example: (language) => ({
    ...{
      firstName: 'ຄຳພອນ',
      lastName: 'ສີສຸກ',
      phone: '020 5552 3456',
      gender: choiceWord(genderWords, 'female', language),
    },
    ...{
      dateOfBirth: { day: '1990-05-20' },
      employmentType: choiceWord(employmentWords, 'part', language),
      startDate: { day: '2026-09-01' },
    },
  }),
  reader: async (_db, context) => (values) => readTeacherRow(values, context),
  like: likePeople(known),
  codes: 'TC',
  gate: { close: takePeopleImportLock, when: 'last' },
  add,
  remove,
};

import { newGuardian } from '#tests/helpers/people.ts';
import { png } from '#tests/helpers/pictures.ts';
import { csv } from '#tests/helpers/sheet-files.ts';
import { HEAD, listSteps, type ListFile } from '#tests/helpers/list-steps.ts';
import type { ImportKind } from '#contract/imports/imports.ts';
import { done } from '#tests/helpers/class-data.ts';
import type { Arranged, Recipes, Stage } from '#tests/helpers/fuzz/stage.ts';

const octets = { 'content-type': 'application/octet-stream' };
const heads: Record<ImportKind, string> = {
  students: HEAD,
  teachers: 'First name,Last name,Phone,Gender',
  products: 'SKU,Name (English),Name (Lao),Category,Price,Unit',
};

/** A file of one row that is new. */
function fileOf(kind: ImportKind, number: number): Buffer {
  const name = `Fuzz${'abcdefghijklmnopqrstuvwxyz'[number % 26]}${number}`;
  const phone = `020 55${String(600_000 + number)}`;
  const rows = {
    students: `${name},Vong,female,2001-03-09,${phone},,,,`,
    teachers: `${name},Vong,${phone},female`,
    products: `FZ-${number},${name},${name},BOOK,50000,copy`,
  };
  return csv(heads[kind], rows[kind]);
}

const stepsOf = (stage: Stage) => listSteps(() => stage.owner);
const queryOf = (kind: ImportKind, { vte }: Stage) =>
  kind === 'products' ? '' : `&branchId=${vte}`;
const read = (stage: Stage, kind: ImportKind): Promise<ListFile> =>
  stepsOf(stage).read(fileOf(kind, stage.number()), { kind, query: queryOf(kind, stage) });

/** The steps of an import of each kind, by its uploader. */
function importRecipes(kind: ImportKind): Recipes {
  const own = async (stage: Stage) => ({
    path: { id: (await read(stage, kind))._id },
    client: stage.owner,
  });
  return {
    [`POST /${kind}/imports`]: (stage): Arranged => ({
      body: fileOf(kind, stage.number()),
      headers: octets,
      query: { fileName: 'list.csv', ...(kind === 'products' ? {} : { branchId: stage.vte }) },
    }),
    [`GET /${kind}/imports/:id`]: own,
    [`GET /${kind}/imports/:id/rows`]: async (stage) => {
      const { _id, sheet } = await read(stage, kind);
      return { path: { id: _id }, query: { sheetId: sheet._id }, client: stage.owner };
    },
    [`PUT /${kind}/imports/:id/sheets/:sheetId`]: async (stage) => {
      const { _id, sheet } = await read(stage, kind);
      const { matching, answers, defaults } = sheet;
      const body = { kind, matching, answers, defaults };
      return { path: { id: _id, sheetId: sheet._id }, body, client: stage.owner, isWhole: true };
    },
    [`PUT /${kind}/imports/:id/rows/:rowId`]: async (stage) => {
      const file = await read(stage, kind);
      const [row] = (await stepsOf(stage).check(file, { kind })).all;
      const path = { id: file._id, rowId: String(row?._id) };
      return { path, body: { leftOut: true }, client: stage.owner, isWhole: true };
    },
    [`POST /${kind}/imports/:id/run`]: async (stage) => {
      await stage.noFileRuns();
      return own(stage);
    },
    [`POST /${kind}/imports/:id/check`]: own,
    [`POST /${kind}/imports/:id/stop`]: own,
    [`POST /${kind}/imports/:id/undo`]: async (stage) => {
      await stage.noFileRuns();
      const file = await read(stage, kind);
      await stepsOf(stage).run(file, { kind });
      return { path: { id: file._id }, client: stage.owner };
    },
  };
}

const two = async (stage: Stage, kind: 'student' | 'parent') => {
  const [keep, drop] = [await stage[kind](), await stage[kind]()];
  return { keepId: keep._id, dropId: drop._id };
};
const erasure = (stage: Stage, id: string, client = stage.admin) =>
  client.post(`/personal-data/student/${id}/erasure`, { reason: 'The family asked' });

export const peopleRecipes: Recipes = {
  ...importRecipes('students'),
  ...importRecipes('teachers'),
  ...importRecipes('products'),
  'POST /students': () => ({ body: { guardians: [newGuardian()], confirmedDuplicate: true } }),
  'PUT /students/:id': async (stage) => ({ path: { id: (await stage.student())._id } }),
  'POST /students/:id/archive': async (stage) => ({
    path: { id: (await stage.student())._id },
    body: { archived: true, reason: 'left' },
  }),
  'POST /students/status': async (stage) => ({
    body: { ids: [(await stage.student())._id], status: 'left', reason: 'moved away' },
  }),
  'POST /students/status/undo': async (stage) => {
    const { _id } = await stage.student();
    await stage.admin.post('/students/status', { ids: [_id], status: 'left', reason: 'moved' });
    const version = Number(await stage.one(`select version from students where id = '${_id}'`));
    const row = { _id, version, status: 'prospect', statusReason: '' };
    return { body: { students: [row] } };
  },
  'GET /students/merge': async (stage) => ({ query: await two(stage, 'student') }),
  'POST /students/merge': async (stage) => ({ body: await two(stage, 'student') }),
  'GET /students/cards': async (stage) => ({ query: { ids: (await stage.student())._id } }),
  'PUT /parents/:id': async (stage) => ({ path: { id: (await stage.parent())._id } }),
  'POST /parents': (stage) => ({
    body: { phone: `+85620${55_700_000 + stage.number()}`, confirmedDuplicate: true },
  }),
  'POST /parents/:id/archive': async (stage) => ({
    path: { id: (await stage.parent())._id },
    body: { archived: true, reason: 'moved' },
  }),
  'GET /parents/merge': async (stage) => ({ query: await two(stage, 'parent') }),
  'POST /parents/merge': async (stage) => ({ body: await two(stage, 'parent') }),
  'GET /report-cards': async (stage) => ({
    query: { studentId: await stage.one('select student_id from enrolments limit 1') },
  }),
  'GET /personal-data/:kind/:id': async (stage) => ({
    path: { kind: 'student', id: (await stage.student())._id },
  }),
  'GET /personal-data/:kind/:id/export': async (stage) => ({
    path: { kind: 'student', id: (await stage.student())._id },
  }),
  'POST /personal-data/:kind/:id/erasure': async (stage) => ({
    path: { kind: 'student', id: (await stage.student())._id },
  }),
  'POST /personal-data/:kind/:id/erasure/confirm': async (stage) => {
    const { _id } = await stage.student();
    done(await erasure(stage, _id));
    return { path: { kind: 'student', id: _id } };
  },
  'POST /personal-data/:kind/:id/erasure/withdraw': async (stage) => {
    const { _id } = await stage.student();
    done(await erasure(stage, _id));
    return { path: { kind: 'student', id: _id } };
  },
  'POST /teachers/:id/archive': async (stage) => {
    const teacher = await newTeacher(stage);
    return { path: { id: teacher }, body: { archived: true, reason: 'left' } };
  },
  'PUT /teachers/:id': async (stage) => ({ path: { id: await newTeacher(stage) } }),
  'POST /teachers/:id/rates': async (stage) => ({ path: { id: await newTeacher(stage) } }),
  'POST /files': () => ({ body: png, headers: { 'content-type': 'image/png' } }),
  'GET /files/:id': async (stage) => ({ path: { id: await stage.one('select id from files') } }),
  'GET /school-info/logo': async (stage) => {
    await stage.one(
      `update school_info set logo_file_id = (select id from files limit 1) returning version`,
    );
    return { client: stage.server.anybody };
  },
  'POST /announcement-files': () => ({
    body: png,
    headers: { 'content-type': 'image/png' },
    query: { name: 'plan.png' },
  }),
  'GET /announcement-files/:id': async (stage) => {
    const answer = await stage.owner.send('POST', '/announcement-files?name=plan.png', {
      payload: png,
      headers: { 'content-type': 'image/png' },
    });
    return { path: { id: done<{ _id: string }>(answer)._id }, client: stage.owner };
  },
  'PUT /announcements/:id': async (stage) => ({
    path: { id: (await stage.added('/announcements', notice))._id },
  }),
};

const notice = { titleEn: 'A day off', bodyEn: 'The centre is closed on Friday.' };

const newTeacher = async (stage: Stage) =>
  (
    await stage.added('/teachers', {
      firstName: `Bounmy ${stage.number()}`,
      lastName: 'Keomany',
      gender: 'male',
      phone: `+85620${55_800_000 + stage.number()}`,
      branchIds: [stage.vte],
    })
  )._id;

import type { Answered } from '#contract/classes/continuing-replies.ts';
import type { FeeChange } from '#contract/classes/fee-change.ts';
import type { ContinuingPreview } from '#contract/classes/continuing.ts';
import {
  isCopyable,
  type CopiedClasses,
  type CopyPreview,
} from '#contract/classes/class-copies.ts';
import { eq, sql } from 'drizzle-orm';
import { classTable } from '#server/db/tables/academic/classes.table.ts';
import { addDays, dayInLaos } from '#contract/dates.ts';
import { done } from '#tests/helpers/class-data.ts';
import { insertClass } from '#tests/helpers/class-rows.ts';
import { addSession, addTaughtClass } from '#tests/helpers/taught-class.ts';
import { insertCourse, insertFee } from '#tests/helpers/visits.ts';
import type { Recipes, Stage } from '#tests/helpers/fuzz/stage.ts';

const today = dayInLaos();
const term = (stage: Stage, code: string) =>
  stage.one(`select id from academic_terms where code = '${code}'`);
const vteTeacher = ({ one, vte }: Stage) =>
  one(`select id from teachers where status = 'active' and not archived
    and '${vte}' = any(branch_ids) limit 1`);

/** A class of the next term in its first state. */
const newClass = async (stage: Stage, fields: object = {}) =>
  insertClass(stage.db, { capacity: 10, ...fields });

/** A meeting of a class of the next term. */
const meeting = async (stage: Stage, nth = 0) => {
  const { _id } = await newClass(stage);
  const id = await stage.one(`select id from class_sessions where class_id = '${_id}'
    order by date offset ${nth} limit 1`);
  return { id, classId: _id };
};
/** People of a class who passed, so that they may have a certificate. */
async function passed(stage: Stage) {
  const { enrolments } = await taught(stage);
  const enrolmentIds = enrolments.slice(0, 1);
  await stage.one(`insert into class_results (enrolment_id, result)
    values ('${enrolmentIds[0]}', 'pass') returning result`);
  return { enrolmentIds };
}
async function certified(stage: Stage) {
  const body = await passed(stage);
  done(await stage.clerk.post('/certificates', body));
  return stage.row(`select id, number from certificates
    where enrolment_id = '${body.enrolmentIds[0]}'`) as Promise<{ id: string; number: string }>;
}
const dayOf = ({ one }: Stage, id: string) =>
  one(`select date::text from class_sessions where id = '${id}'`);

/** A place without a charge in a class of the next term. */
async function placed(stage: Stage) {
  const [studentId, { _id: classId, startDate }] = [await stage.prospect(), await newClass(stage)];
  const { rows } = done<{ rows: { _id: string }[] }>(
    await stage.admin.post('/enrolments', {
      rows: [{ studentId, classId }],
      noChargeReason: 'Test',
      acceptWarnings: true,
    }),
  );
  const id = rows[0]?._id ?? '';
  const version = Number(await stage.one(`select version from enrolments where id = '${id}'`));
  const leaves = { change: 'withdraw', version, reason: 'by mistake', lastDay: startDate };
  return { row: { _id: id, version }, leaves };
}

/** A class of the running term; every class has a time of the week, so this one has one too. */
async function taughtClass(stage: Stage) {
  const one = await addTaughtClass(stage.db);
  const slots = [{ weekday: 7, start: '05:00', end: '05:40' }];
  await stage.db.update(classTable).set({ slots }).where(eq(classTable._id, one._id));
  return one;
}

/** A session with a register that can be taken now, and an assessment of the same class. */
async function taught(stage: Stage) {
  const { _id, studentIds, enrolments } = await taughtClass(stage);
  return { classId: _id, studentIds, enrolments };
}
async function assessed(stage: Stage, status = 'open') {
  const one = await taught(stage);
  const quiz = await stage.added(
    `/classes/${one.classId}/assessments`,
    { name: 'Quiz', type: 'quiz', maxScore: 20, weight: 0, status },
    stage.clerk,
  );
  return { ...one, assessmentId: quiz._id };
}

let goesOn = 0;
/** The families who go on from the first term, to a class that has room for them. */
async function goingOn(stage: Stage) {
  const [from, to] = [await term(stage, 'T1'), await term(stage, 'T2')];
  const asked = { fromTermId: from, branchId: stage.vte };
  // At night and each time at another hour, because a student may go on twice.
  goesOn += 1;
  const start = `0${2 + (Math.floor(goesOn / 7) % 4)}`;
  const school = await newClass(stage, {
    capacity: 40,
    startDate: addDays(today, 20),
    endDate: addDays(today, 80),
    slots: [{ weekday: (goesOn % 7) + 1, start: `${start}:00`, end: `${start}:50` }],
  });
  const { rows } = done<ContinuingPreview>(
    await stage.clerk.post(`/academic-terms/${to}/continuing/preview`, asked),
  );
  const held = await stage.db.execute<{ id: string }>(
    sql`select continues_id as id from enrolments where continues_id is not null`,
  );
  const known = new Set(held.rows.map(({ id }) => id));
  const free = rows.filter(({ enrolmentId }) => !known.has(enrolmentId)).slice(0, 1);
  const chosen = free.map(({ enrolmentId }) => ({
    enrolmentId,
    toClassId: school._id,
    waits: false,
  }));
  const body = { ...asked, until: addDays(today, 5), rows: chosen };
  return { to, asked, body, classId: school._id };
}
async function heldSeat(stage: Stage) {
  const { to, asked, body, classId } = await goingOn(stage);
  done(await stage.clerk.post(`/academic-terms/${to}/continuing`, body));
  const { id, version } = (await stage.row(
    `select id, version from enrolments where class_id = '${classId}'`,
  )) as { id: string; version: number };
  return { to, asked, enrolmentId: id, version };
}
const payer = ({ one }: Stage, enrolmentId: string) =>
  one(`select coalesce((select parent_id from guardians g where g.student_id = e.student_id
    order by is_payer desc, position limit 1), student_id) from enrolments e
    where id = '${enrolmentId}'`);

/** A later term, and classes of the running term that can be copied into it. */
async function copying(stage: Stage) {
  const n = stage.number();
  const startDate = addDays(today, 365 + 20 * n);
  const next = await stage.added('/academic-terms', {
    name: `Next ${n}`,
    code: `Z${n}`,
    academicYear: '2031',
    startDate,
    endDate: addDays(startDate, 180),
  });
  const body = { fromTermId: await term(stage, 'T1'), branchId: stage.vte };
  return { id: next._id, body };
}
async function copyRows(stage: Stage) {
  const { id, body } = await copying(stage);
  const { rows } = done<CopyPreview>(
    await stage.owner.post(`/academic-terms/${id}/copies/preview`, body),
  );
  const chosen = rows
    .filter(isCopyable)
    .slice(0, 1)
    .map(({ classId }) => ({ classId }));
  return { id, body: { fromTermId: body.fromTermId, rows: chosen } };
}
async function copied(stage: Stage) {
  const { id, body } = await copyRows(stage);
  const answer = done<CopiedClasses>(await stage.owner.post(`/academic-terms/${id}/copies`, body));
  return { path: { id }, body: { copyId: answer.copyId } };
}

const slots = (stage: Stage) => {
  const n = stage.number();
  const hour = String(6 + (n % 14)).padStart(2, '0');
  return [{ weekday: (n % 7) + 1, start: `${hour}:00`, end: `${hour}:50` }];
};

export const classRecipes: Recipes = {
  'GET /certificates': async (stage) => ({ query: { classId: (await taught(stage)).classId } }),
  'POST /certificates': async (stage) => ({ body: await passed(stage) }),
  'GET /certificates/check': async (stage) => ({
    query: { number: (await certified(stage)).number },
  }),
  'POST /certificates/:id/revoke': async (stage) => ({
    path: { id: (await certified(stage)).id },
  }),
  'GET /class-sessions/:id/attendance': async (stage) => ({
    path: { id: (await meeting(stage)).id },
  }),
  'PUT /class-sessions/:id/attendance': async (stage) => {
    const one = await taughtClass(stage);
    const { _id } = await addSession(stage.db, one, -1);
    const marks = one.studentIds.map((studentId) => ({ studentId, status: 'present' }));
    return { path: { id: _id }, body: { marks, version: 1 }, isWhole: true };
  },
  'POST /classes/:id/assessments': async (stage) => ({
    path: { id: (await taught(stage)).classId },
  }),
  'PUT /assessments/:id': async (stage) => ({
    path: { id: (await assessed(stage)).assessmentId },
  }),
  'POST /assessments/:id/unlock': async (stage) => ({
    path: { id: (await assessed(stage, 'locked')).assessmentId },
  }),
  'PUT /classes/:id/scores': async (stage) => {
    const { classId, assessmentId, enrolments } = await assessed(stage);
    const none = { score: null, mark: null };
    const cell = { assessmentId, enrolmentId: enrolments[0], score: 5, mark: null, was: none };
    return { path: { id: classId }, body: { cells: [cell] }, isWhole: true };
  },
  'PUT /classes/:id/results': async (stage) => {
    const { classId, enrolments } = await taught(stage);
    const result = { enrolmentId: enrolments[0], version: null, result: 'pass' };
    return { path: { id: classId }, body: { results: [result] }, isWhole: true };
  },
  'GET /enrolments': async (stage) => ({ query: { classId: (await taught(stage)).classId } }),
  'POST /enrolments': async (stage) => {
    const [studentId, { _id: classId }] = [await stage.prospect(), await newClass(stage)];
    return { body: { rows: [{ studentId, classId }], noChargeReason: 'Test' } };
  },
  'POST /enrolments/check': async (stage) => {
    const [studentId, { _id: classId }] = [await stage.prospect(), await newClass(stage)];
    return { body: { rows: [{ studentId, classId }] } };
  },
  'POST /enrolments/undo': async (stage) => {
    const { row } = await placed(stage);
    return { body: { rows: [{ _id: row._id, version: row.version }] }, client: stage.admin };
  },
  'POST /enrolments/:id/restore': async (stage) => {
    const { row, leaves } = await placed(stage);
    const gone = done<{ version: number }>(
      await stage.admin.post(`/enrolments/${row._id}/change`, leaves),
    );
    return { path: { id: row._id }, body: { version: gone.version } };
  },
  'POST /enrolments/:id/change': async (stage) => {
    const { row, leaves } = await placed(stage);
    return { path: { id: row._id }, body: leaves };
  },
  'GET /enrolments/:id/leaving': async (stage) => {
    const { enrolmentId, days } = await stage.desk.sold();
    return { path: { id: enrolmentId }, query: { lastDay: days[2] } };
  },
  'GET /enrolments/:id/page': async (stage) => ({
    path: { id: (await stage.desk.sold()).enrolmentId },
  }),
  'GET /enrolments/:id/fee-change': async (stage) => ({
    path: { id: (await stage.desk.sold()).enrolmentId },
  }),
  'POST /enrolments/:id/fee-change': async (stage) => {
    const code = await insertCourse(stage.db);
    const courseId = await stage.one(`select id from courses where code = '${code}'`);
    const feeId = await insertFee(stage.db, courseId, {
      amount: 800_000,
      priceCategory: 'staff',
      name: 'Staff child',
    });
    const { enrolmentId } = await stage.desk.sold({}, { course: code });
    const found = done<FeeChange>(
      await stage.admin.get(`/enrolments/${enrolmentId}/fee-change?feeId=${feeId}`),
    );
    return {
      path: { id: enrolmentId },
      body: { feeId, expectedDifference: found.change?.differenceLAK },
      client: stage.admin,
    };
  },
  'POST /academic-terms/:id/continuing/preview': async (stage) => {
    const { to, asked } = await goingOn(stage);
    return { path: { id: to }, body: asked };
  },
  'GET /academic-terms/:id/continuing': async (stage) => ({
    path: { id: (await heldSeat(stage)).to },
  }),
  'POST /academic-terms/:id/continuing': async (stage) => {
    const { to, body } = await goingOn(stage);
    return { path: { id: to }, body };
  },
  'POST /academic-terms/:id/continuing/answers': async (stage) => {
    const { to, enrolmentId, version } = await heldSeat(stage);
    return { path: { id: to }, body: { enrolmentId, version, answer: 'yes' } };
  },
  'POST /academic-terms/:id/continuing/answers/undo': async (stage) => {
    const { to, enrolmentId, version } = await heldSeat(stage);
    const said = { enrolmentId, version, answer: 'no', reason: 'Moves away' };
    const freed = done<Answered>(
      await stage.clerk.post(`/academic-terms/${to}/continuing/answers`, said),
    );
    return { path: { id: to }, body: { enrolmentId, version: freed.version } };
  },
  'POST /academic-terms/:id/continuing/prolong/preview': async (stage) => ({
    path: { id: (await heldSeat(stage)).to },
    body: { until: addDays(today, 9) },
  }),
  'POST /academic-terms/:id/continuing/prolong': async (stage) => ({
    path: { id: (await heldSeat(stage)).to },
    body: { until: addDays(today, 9) },
  }),
  'POST /academic-terms/:id/continuing/letters/preview': async (stage) => {
    const { to, enrolmentId } = await heldSeat(stage);
    const payerIds = [await payer(stage, enrolmentId)];
    return { path: { id: to }, body: { branchId: stage.vte, payerIds } };
  },
  'POST /academic-terms/:id/continuing/letters': async (stage) => {
    const { to, enrolmentId } = await heldSeat(stage);
    const payerIds = [await payer(stage, enrolmentId)];
    return { path: { id: to }, body: { branchId: stage.vte, payerIds, way: 'printed' } };
  },
  'POST /academic-terms/:id/continuing/undo/preview': async (stage) => {
    const { to, asked } = await heldSeat(stage);
    return { path: { id: to }, body: asked };
  },
  'POST /academic-terms/:id/continuing/undo': async (stage) => {
    const { to, asked } = await heldSeat(stage);
    return { path: { id: to }, body: asked };
  },
  'POST /classes': async (stage) => {
    const { start, end } = (await stage.row(
      `select start_date::text as start, end_date::text as end from academic_terms
        where code = 'T2'`,
    )) as { start: string; end: string };
    const own = { termId: await term(stage, 'T2'), startDate: start, endDate: end };
    return { body: { ...own, slots: slots(stage) } };
  },
  'PUT /classes/:id': async (stage) => ({ path: { id: (await newClass(stage))._id } }),
  'POST /classes/:id/status': async (stage) => ({
    path: { id: (await newClass(stage, { status: 'draft' }))._id },
    body: { status: 'open' },
  }),
  'POST /classes/:id/cancel': async (stage) => ({
    path: { id: (await newClass(stage))._id },
    body: { students: [] },
  }),
  'GET /classes/plan': async (stage) => ({
    query: { termId: await term(stage, 'T2'), from: today, to: addDays(today, 60) },
  }),
  'POST /classes/teachers': async (stage) => {
    const { _id: classId } = await newClass(stage);
    const teacherId = await vteTeacher(stage);
    return { body: { assignments: [{ classId, teacherId, version: 1 }], overrideReason: 'x' } };
  },
  'POST /classes/teachers/check': async (stage) => {
    const { _id: classId } = await newClass(stage);
    return { body: { assignments: [{ classId, teacherId: await vteTeacher(stage) }] } };
  },
  'GET /class-sessions': async (stage) => ({
    query: { classId: (await newClass(stage))._id },
  }),
  'POST /class-sessions/:id/cancel': async (stage) => ({
    path: { id: (await meeting(stage)).id },
  }),
  'POST /class-sessions/:id/move': async (stage) => {
    const { id } = await meeting(stage);
    const body = { date: await dayOf(stage, id), start: '04:00', end: '04:30' };
    return { path: { id }, body: { ...body, overrideReason: 'x' } };
  },
  'POST /class-sessions/:id/substitute': async (stage) => ({
    path: { id: (await meeting(stage)).id },
    body: { teacherId: await vteTeacher(stage), overrideReason: 'x' },
  }),
  'POST /class-sessions/:id/restore': async (stage) => {
    const { id } = await meeting(stage);
    done(await stage.admin.post(`/class-sessions/${id}/cancel`, { version: 1, reason: 'x' }));
    return { path: { id }, body: { version: 2, overrideReason: 'x' } };
  },
  'POST /academic-terms': (stage) => {
    const startDate = addDays(today, 800 + 5 * stage.number());
    const own = { code: `Y${stage.number()}`, startDate, endDate: addDays(startDate, 60) };
    return { body: own };
  },
  'PUT /academic-terms/:id': async (stage) => ({
    path: { id: (await copying(stage)).id },
  }),
  'POST /academic-terms/:id/status': async (stage) => ({
    path: { id: (await copying(stage)).id },
    body: { status: 'open' },
  }),
  'POST /academic-terms/:id/copies/preview': async (stage) => {
    const { id, body } = await copying(stage);
    return { path: { id }, body };
  },
  'POST /academic-terms/:id/copies': async (stage) => {
    const { id, body } = await copyRows(stage);
    return { path: { id }, body };
  },
  'POST /academic-terms/:id/copies/undo': copied,
  'POST /academic-terms/:id/copies/open/preview': copied,
  'POST /academic-terms/:id/copies/open': copied,
  'POST /courses': (stage) => ({ body: { code: `CR-${stage.number()}` } }),
  'PUT /courses/:id': async (stage) => ({
    path: { id: await stage.one(`select id from courses where code = 'ENG-A1'`) },
  }),
  'POST /course-categories': (stage) => ({ body: { code: `CC-${stage.number()}` } }),
  'POST /course-fees': async (stage) => {
    const code = await insertCourse(stage.db);
    const courseId = await stage.one(`select id from courses where code = '${code}'`);
    return { body: { courseId, priceCategory: `F${stage.number()}` } };
  },
  'PUT /course-fees/:id': async (stage) => {
    const code = await insertCourse(stage.db);
    return {
      path: {
        id: await stage.one(`select f.id from course_fees f join courses c on c.id = f.course_id
          where c.code = '${code}'`),
      },
    };
  },
  'GET /transfers/targets': async (stage) => ({
    query: { enrolmentId: (await stage.desk.sold()).enrolmentId },
  }),
  'GET /transfers/preview': async (stage) => {
    const one = await stage.desk.sold();
    const toClassId = (await stage.desk.target(one))._id;
    return { query: { enrolmentId: one.enrolmentId, toClassId, effectiveDate: one.days[0] } };
  },
  'POST /transfers': async (stage) => {
    const one = await stage.desk.sold();
    const toClassId = (await stage.desk.target(one))._id;
    const effectiveDate = String(one.days[0]);
    const body = await stage.desk.input(one, { toClassId, effectiveDate });
    return { body, isWhole: true, client: stage.clerk };
  },
  'GET /transfers/:id': async (stage) => ({ path: { id: (await asked(stage))._id } }),
  'POST /transfers/:id/decide': async (stage) => {
    const { _id, version, differenceLAK } = await asked(stage);
    const body = { version, decision: 'approve', expectedDifference: differenceLAK };
    return { path: { id: _id }, body, client: stage.admin };
  },
  'POST /transfers/:id/cancel': async (stage) => {
    const { _id, version } = await asked(stage);
    return { path: { id: _id }, body: { version }, client: stage.clerk };
  },
};

/** A change of class that waits for an admin. */
async function asked({ desk }: Stage) {
  const one = await desk.sold();
  const toClassId = (await desk.target(one))._id;
  return desk.ask(one, { toClassId, effectiveDate: String(one.days[0]) });
}

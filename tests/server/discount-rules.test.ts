import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { DiscountRuleRow } from '#contract/desk/discount-rules.ts';
import { ruledIn } from '#contract/desk/discounts.ts';
import type { DeskClasses, DeskFamily } from '#contract/desk/desk.ts';
import type { VisitAnswer, VisitCheck } from '#contract/desk/visit-answers.ts';
import { orderLineTable } from '#server/db/tables/ledger/orders.table.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';
import { done } from '#tests/helpers/class-data.ts';
import { insertClass, insertProspects } from '#tests/helpers/class-rows.ts';
import {
  branchId,
  startTestServer,
  type Client,
  type TestServer,
} from '#tests/helpers/test-server.ts';
import {
  cash,
  insertCourse,
  openDrawer,
  place,
  priced,
  sendVisit,
  TUITION,
} from '#tests/helpers/visits.ts';

let server: TestServer;
let admin: Client;
let clerk: Client;
let vte: string;
let classId: string;
beforeAll(async () => {
  server = await startTestServer();
  [admin, clerk] = [await server.as('admin'), await server.as('staff')];
  vte = await branchId(server.db, 'VTE');
  classId = (await insertClass(server.db, { course: await insertCourse(server.db), capacity: 50 }))
    ._id;
});
afterAll(() => server.close());

type Kind = DiscountRuleRow['kind'];
const ruleOf = (kind: Kind, more: object = {}) => ({
  nameEn: `Rule ${kind}`,
  nameLo: 'ສ່ວນຫຼຸດ',
  kind,
  on: 'tuition',
  percent: 10,
  until: kind === 'early' ? '2099-12-31' : null,
  ...more,
});
const addRule = async (kind: Kind, more: object = {}) =>
  done<DiscountRuleRow>(await admin.post('/discount-rules', ruleOf(kind, more)));
const end = ({ _id, createdAt: _createdAt, updatedAt: _updatedAt, ...rule }: DiscountRuleRow) =>
  admin.put(`/discount-rules/${_id}`, { ...rule, active: false });
const newChild = (dateOfBirth: string, parentKey: string) => ({
  key: randomUUID(),
  firstName: `Child ${randomUUID().slice(0, 6)}`,
  lastName: 'Rule',
  gender: 'female',
  dateOfBirth,
  phone: '',
  guardians: [{ parentKey, relation: 'mother', isPayer: true }],
});
/** The net price of each place in one visit, in the order of the places. */
async function netsOf(visit: { places: { key: string }[] }): Promise<number[]> {
  const { lines } = done<VisitCheck>(
    await clerk.post('/visits/check', { expectedTotal: 0, branchId: vte, ...visit }),
  );
  return visit.places.map(({ key }) => lines.find((line) => line.key === key)?.netLAK ?? 0);
}
/** A new family with so many children, the oldest first. */
function familyOf(count: number) {
  const parent = {
    key: randomUUID(),
    firstName: 'Mother',
    lastName: randomUUID().slice(0, 8),
    phone: `+85620${String(Math.random()).slice(2, 10)}`,
  };
  const children = Array.from({ length: count }, (_, at) => newChild(`201${at}-01-01`, parent.key));
  return {
    payer: { kind: 'parent', parentKey: parent.key },
    newParents: [parent],
    newStudents: children,
    places: children.map(({ key }) => place(key, classId)),
  };
}
const alone = (studentId: string, more: object = {}) => ({
  payer: { kind: 'student', studentKey: studentId },
  places: [place(studentId, classId, more)],
});
const adult = async () => String((await insertProspects(server.db, 1))[0]?._id);
/** A student of the demo centre who finished a class in an earlier term. */
async function finisher(): Promise<string> {
  const { rows } = await server.db.execute<{ id: string }>(sql`
    select done.student_id as id from enrolments done join academic_terms term on term.id = done.term_id join students student on student.id = done.student_id
    where done.status in ('completed', 'active') and student.home_branch_id = ${vte} and not student.archived
      and term.start_date < (select wanted.start_date from classes class join academic_terms wanted on wanted.id = class.term_id where class.id = ${classId})
    limit 1`);
  if (!rows[0]) throw new Error('Nobody finished a class');
  return rows[0].id;
}

const TENTH = TUITION * 0.9;

it.each<[Kind, () => Promise<{ places: { key: string }[] }>, number[]]>([
  ['secondChild', () => Promise.resolve(familyOf(2)), [TUITION, TENTH]],
  ['thirdChild', () => Promise.resolve(familyOf(3)), [TUITION, TUITION, TENTH]],
  ['returning', async () => alone(await finisher()), [TENTH]],
  ['early', async () => alone(await adult()), [TENTH]],
  [
    'staffChild',
    async () => {
      const studentId = await adult();
      await server.db
        .update(studentTable)
        .set({ priceCategory: 'staff' })
        .where(eq(studentTable._id, studentId));
      return alone(studentId);
    },
    [TENTH],
  ],
])('a visit takes the rule %s', async (kind, visit, nets) => {
  const rule = await addRule(kind);
  expect(await netsOf(await visit())).toEqual(nets);
  await end(rule);
});

it('a rule that the clerk chooses is on the line that the visit writes, and no longer once it has ended', async () => {
  const rule = await addRule('chosen', { percent: null, amountLAK: 50_000 });
  const shift = await openDrawer(clerk);
  const visit = await priced(clerk, {
    branchId: vte,
    ...alone(await adult(), { discount: { kind: 'rule', ruleId: rule._id } }),
    tenders: [cash(TUITION - 50_000)],
    shiftId: shift._id,
  });
  const { order } = done<VisitAnswer>(await sendVisit(clerk, visit));
  const lines = await server.db
    .select()
    .from(orderLineTable)
    .where(eq(orderLineTable.orderId, String(order?._id)));
  expect(lines.find(({ kind }) => kind === 'discount')).toMatchObject({
    ruleId: rule._id,
    nameEn: 'Rule chosen',
    amountLAK: -50_000,
  });
  await end(rule);
  expect(await netsOf(alone(await adult()))).toEqual([TUITION]);
});

it('a new child of a family here has the same discount on the screen and on the server', async () => {
  const rule = await addRule('secondChild');
  const shift = await openDrawer(clerk);
  const first = familyOf(1);
  const send = async (visit: object) =>
    done<VisitAnswer>(
      await sendVisit(clerk, await priced(clerk, { branchId: vte, ...visit, shiftId: shift._id })),
    );
  const { made } = await send({ ...first, tenders: [cash(TUITION)] });
  const parentId = made.find(({ key }) => key === first.newParents[0]?.key)?._id ?? '';
  const family = done<DeskFamily>(
    await clerk.get(`/desk/families?branchId=${vte}&parentId=${parentId}`),
  );
  const { classes } = done<DeskClasses>(
    await clerk.get(`/desk/classes?branchId=${vte}&classId=${classId}`),
  );
  const child = newChild('2018-05-05', parentId);
  expect(
    ruledIn(
      child.key,
      {
        dateOfBirth: child.dateOfBirth,
        priceCategory: '',
        firstTermOn: null,
        siblings: family.siblings,
      },
      classes,
    ).olderSiblings,
  ).toEqual(family.students.map(({ _id }) => _id));
  const { order } = await send({
    payer: { kind: 'parent', parentKey: parentId },
    newStudents: [child],
    places: [place(child.key, classId)],
    tenders: [cash(TENTH)],
  });
  expect(order?.totalLAK).toBe(TENTH);
  await end(rule);
});

it('a rule has one value, and an early one its last day', async () => {
  expect(
    (await admin.post('/discount-rules', ruleOf('early', { until: null, amountLAK: 5000 }))).json(),
  ).toMatchObject({
    fields: { percent: expect.any(String) as string, until: expect.any(String) as string },
  });
});

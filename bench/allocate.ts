import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { and, asc, eq, inArray } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import { dayInLaos } from '#contract/dates.ts';
import { academicTermTable } from '#server/db/tables/academic/academic-terms.table.ts';
import { classTable } from '#server/db/tables/academic/classes.table.ts';
import { courseTable } from '#server/db/tables/catalogue/courses.table.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';
import { startPeopleServer } from './people-server.ts';

// 50 desks allocate at the same time: each puts one student after the other into the next class,
// until there are more students than seats. The same server also runs a bare insert in a
// transaction, to compare with. Fails if a class has more students than seats, or if a wanted seat
// stays empty. Runs on the embedded engine, or on PostgreSQL at TEST_DATABASE_URL or DATABASE_URL,
// in a database of its own. `--desks=n`, `--saves=n` for each desk.
const { values: args } = parseArgs({
  options: { desks: { type: 'string', default: '50' }, saves: { type: 'string', default: '10' } },
});
const [desks, saves] = [Number(args.desks), Number(args.saves)];
const CLASSES = 20;
/** Fewer seats than students, so that the last desks find their class full. */
const SEATS_SHARE = 0.9;

// The seed spreads students over all branches, and the bench uses only one, so it needs more of
// them.
const server = await startPeopleServer(desks * saves * 4);
const { database, send } = server;
const { db, engine } = database;
const capacity = Math.floor((desks * saves * SEATS_SHARE) / CLASSES);

/**
 * Adds classes of one branch and term that clash with nothing, and returns them with students who
 * have no class.
 */
async function prepare() {
  const [term] = await db.select().from(academicTermTable).where(eq(academicTermTable.code, 'T2'));
  const [course] = await db.select().from(courseTable).where(eq(courseTable.code, 'ENG-A1'));
  const [first] = await db
    .select({ branchId: studentTable.homeBranchId })
    .from(studentTable)
    .orderBy(asc(studentTable._id))
    .limit(1);
  if (!term || !course || !first) throw new Error('No demo centre');
  const classes = Array.from({ length: CLASSES }, (_, n) => ({
    _id: uuidv7(),
    classCode: `BENCH-${n}`,
    courseId: course._id,
    termId: term._id,
    branchId: first.branchId,
    startDate: term.startDate,
    endDate: term.endDate,
    slots: [],
    roomId: null,
    teacherId: null,
    assistantIds: [],
    capacity,
    minStudents: 0,
    deliveryMode: 'onSite' as const,
    note: '',
    status: 'open' as const,
    search: '',
  }));
  await db.insert(classTable).values(classes);
  const seated = db.select({ id: enrolmentTable.studentId }).from(enrolmentTable);
  const taught = new Set((await seated).map(({ id }) => id));
  const students = (
    await db
      .select({ _id: studentTable._id })
      .from(studentTable)
      .where(and(eq(studentTable.archived, false), eq(studentTable.homeBranchId, first.branchId)))
  ).filter(({ _id }) => !taught.has(_id));
  if (students.length < desks * saves) throw new Error(`${students.length} students are too few`);
  return { classes, students, term };
}

const { classes, students, term } = await prepare();
const at = <Item>(items: readonly Item[], n: number): Item => items[n % items.length] as Item;

type Run = { took: number[]; statuses: Map<number, number>; ms: number };

/** Runs all desks at the same time, each with one save after the other. */
async function allDesks(ask: (n: number) => Promise<Response>): Promise<Run> {
  const run: Run = { took: [], statuses: new Map(), ms: 0 };
  const start = performance.now();
  const work = async (desk: number) => {
    for (let save = 0; save < saves; save += 1) {
      const begin = performance.now();
      const answer = await ask(save * desks + desk);
      await answer.arrayBuffer();
      run.took.push(performance.now() - begin);
      run.statuses.set(answer.status, (run.statuses.get(answer.status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: desks }, (_, desk) => work(desk)));
  return { ...run, ms: performance.now() - start };
}

const bare = () => allDesks((n) => send('/bench/insert', { word: `${n}-${randomUUID()}` }));
const enrol = () =>
  allDesks((n) => {
    const rows = [{ studentId: at(students, n)._id, classId: at(classes, n)._id }];
    return send('/enrolments', {
      rows,
      noChargeReason: 'bench',
      overrideReason: '',
      acceptWarnings: true,
    });
  });

const percentile = (values: number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0;

function print(what: string, { took, statuses, ms }: Run, base?: Run): number {
  const rate = took.length / (ms / 1000);
  const [p50, p95] = [percentile(took, 0.5), percentile(took, 0.95)];
  const times = base
    ? `; p50 ${(p50 / percentile(base.took, 0.5)).toFixed(1)}, p95 ${(p95 / percentile(base.took, 0.95)).toFixed(1)} times the bare insert`
    : '';
  const answered = [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ');
  console.log(
    `${what.padEnd(12)} ${rate.toFixed(0).padStart(5)} a second, p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms (${answered})${times}`,
  );
  return rate;
}

console.log(
  `${desks} desks, ${saves} saves each, ${CLASSES} classes of ${capacity} seats, ${engine}, term of ${term.startDate} on ${dayInLaos()}`,
);
await bare();
const before = await bare();
const allocated = await enrol();
const after = await bare();
const both = {
  took: [...before.took, ...after.took],
  statuses: before.statuses,
  ms: before.ms + after.ms,
};
const bareRate = print('bare insert', both);
const rate = print('allocation', allocated, both);
console.log(`allocation: ${(rate / bareRate).toFixed(2)} of the bare insert's throughput`);

const taken = await db
  .select({ classId: enrolmentTable.classId })
  .from(enrolmentTable)
  .where(
    and(
      inArray(
        enrolmentTable.classId,
        classes.map(({ _id }) => _id),
      ),
      inArray(enrolmentTable.status, ['active', 'pending', 'suspended']),
    ),
  );
const failures = classes.flatMap(({ _id, classCode }) => {
  const count = taken.filter(({ classId }) => classId === _id).length;
  const asked = Math.ceil((desks * saves) / CLASSES);
  return count > capacity || count < Math.min(capacity, asked)
    ? [`${classCode}: ${count} of ${capacity} seats`]
    : [];
});
await server.stop();
if (failures.length > 0) throw new Error(failures.join('; '));

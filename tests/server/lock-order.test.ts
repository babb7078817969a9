import { setTimeout as wait } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AcademicTerm } from '#contract/courses/academic-terms.ts';
import type { ClassSession, SchoolClass } from '#contract/classes/classes.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';
import { addTerm, classIn, done, partsOf, sessionsOf } from '#tests/helpers/class-data.ts';
import { HEAD, listSteps } from '#tests/helpers/list-steps.ts';
import { csv } from '#tests/helpers/sheet-files.ts';
import { onPostgres } from '#tests/helpers/test-database.ts';
import type { Sold } from '#tests/helpers/sold-place.ts';
import { openTransferDesk } from '#tests/helpers/transfers.ts';
import { cash } from '#tests/helpers/visits.ts';
import {
  branchId,
  startTestServer,
  type Answer,
  type Client,
  type TestServer,
} from '#tests/helpers/test-server.ts';

const CLASSES = 4;
const ROUNDS = 3;
let server: TestServer;
let owner: Client;
let staff: Client;
beforeAll(async () => {
  server = await startTestServer();
  [owner, staff] = await Promise.all([server.as('superadmin'), server.as('staff')]);
});
afterAll(() => server.close());

/** Counts the deadlocks of this database; PostgreSQL publishes the number a second later. */
async function deadlocks(): Promise<number> {
  await wait(1200);
  const { rows } = await server.db.execute<{ n: number }>(
    sql`select deadlocks::int as n from pg_stat_database where datname = current_database()`,
  );
  return Number(rows[0]?.n);
}

const worse = (answers: readonly Answer[]) =>
  answers.filter(({ statusCode }) => statusCode >= 500).map(({ body }) => body);

/**
 * Classes of one term with a meeting each on the term's first Monday, and how to make that day a
 * holiday or none.
 */
async function classesOnOneDay() {
  const term = await addTerm(server.db);
  const parts = await partsOf(server.db);
  const classes: SchoolClass[] = [];
  for (let n = 0; n < CLASSES; n += 1) {
    const slots = [
      {
        weekday: 1,
        start: `${String(7 + n * 2).padStart(2, '0')}:00`,
        end: `${String(8 + n * 2).padStart(2, '0')}:00`,
      },
    ];
    classes.push(
      done(
        await owner.post(
          '/classes',
          classIn(term, parts, {
            slots,
            roomId: parts.rooms[n % parts.rooms.length] ?? null,
            teacherId: parts.teachers[n % 2] ?? null,
          }),
        ),
      ),
    );
  }
  const sessions = async (at = 0) =>
    (await Promise.all(classes.map(({ _id }) => sessionsOf(owner, _id)))).map(
      (all) => all[at] as ClassSession,
    );
  const setHoliday = async (isHoliday: boolean) => {
    const now = done<AcademicTerm>(await owner.get(`/academic-terms/${term._id}`));
    const holidays = isHoliday ? [{ date: term.startDate, name: 'Closed' }] : [];
    return owner.put(`/academic-terms/${term._id}`, {
      ...now,
      holidays,
      confirmedSessions: 999,
      confirmedReturns: 999,
    });
  };
  return { classes, parts, sessions, setHoliday };
}

describe.runIf(onPostgres)('writes at once do not wait for each other for ever', () => {
  it('meetings are moved, restored and substituted and classes get other teachers while holidays of their term come and go', async () => {
    const { classes, parts, sessions, setHoliday } = await classesOnOneDay();
    const before = await deadlocks();
    for (let round = 0; round < ROUNDS; round += 1) {
      const first = (await sessions()).map(({ _id, version, status, date }) =>
        status === 'scheduled'
          ? owner.post(`/class-sessions/${_id}/move`, {
              version,
              date,
              start: '05:00',
              end: '05:30',
              roomId: null,
              overrideReason: 'all at once',
            })
          : owner.post(`/class-sessions/${_id}/restore`, {
              version,
              overrideReason: 'all at once',
            }),
      );
      const second = (await sessions(1)).map(({ _id, version }) =>
        owner.post(`/class-sessions/${_id}/substitute`, {
          version,
          teacherId: parts.teachers[2 + (round % 2)],
          overrideReason: 'all at once',
        }),
      );
      const fresh = await Promise.all(
        classes.map(async ({ _id }) => done<SchoolClass>(await owner.get(`/classes/${_id}`))),
      );
      const assignments = fresh.toReversed().map(({ _id: classId, version }) => ({
        classId,
        version,
        teacherId: parts.teachers[round % 2],
      }));
      const assign = owner.post('/classes/teachers', {
        assignments,
        overrideReason: 'all at once',
      });
      expect(
        worse(await Promise.all([setHoliday(round % 2 === 0), ...first, ...second, assign])),
      ).toEqual([]);
    }
    expect((await deadlocks()) - before).toBe(0);
  });
});

describe.runIf(onPostgres)('while students change their classes', () => {
  it('in both directions, within and across branches, others pay and withdraw', async () => {
    const desk = await openTransferDesk(server);
    const first = await desk.sold();
    const here = { _id: first.classId };
    const [back, there] = [await desk.target(first), await desk.target(first, { branch: 'LPB' })];
    const away: Sold[] = [];
    const home: Sold[] = [];
    for (let n = 0; n < 4; n += 1) {
      away.push(await desk.sold({ tenders: [cash(1_300_000)] }, { classId: here._id }));
      home.push(await desk.sold({}, { classId: back._id }));
    }
    const wanted = [
      ...away.map((one, n) => ({ one, toClassId: n % 2 === 0 ? back._id : there._id })),
      ...home.map((one) => ({ one, toClassId: here._id })),
    ];
    const inputs = await Promise.all(
      wanted.map(({ one, toClassId }) =>
        desk.input(
          one,
          { toClassId, effectiveDate: first.days[4] ?? '' },
          { execute: true },
          desk.owner,
        ),
      ),
    );
    const before = await deadlocks();
    const others = [...away, ...home].map(({ enrolmentId, days }) =>
      desk.clerk.post(`/enrolments/${enrolmentId}/change`, {
        change: 'withdraw',
        version: 1,
        reason: 'x',
        lastDay: days[4],
        settlement: 'refund',
      }),
    );
    const sold = [desk.sold({}, { classId: here._id }), desk.sold({}, { classId: back._id })];
    const answers = await Promise.all([
      ...inputs.map((input) => desk.owner.post('/transfers', input)),
      ...others,
    ]);
    await Promise.allSettled(sold);
    expect(worse(answers)).toEqual([]);
    expect((await deadlocks()) - before).toBe(0);
  });
});

describe.runIf(onPostgres)('while a long file is imported', () => {
  const { read, run: runFile } = listSteps(() => staff);
  /** Checked before, so that what runs beside the rest is the run alone. */
  const ready = async (list: Buffer) => {
    const kept = await read(list);
    return () => runFile(kept);
  };
  /** Enough for the import to last while a desk writes, also on a busy machine. */
  const ROWS = 2000;
  const file = (name: string) =>
    csv(
      HEAD,
      ...Array.from(
        { length: ROWS },
        (_, n) =>
          `${name}${n},Row,m,01/02/1990,020 5${String(name.codePointAt(0)).padStart(3, '0')}${String(n).padStart(4, '0')},,,,`,
      ),
    );
  const person = async (firstName: string, phone: string) => ({
    firstName,
    lastName: 'Row',
    gender: 'male',
    dateOfBirth: '1990-02-01',
    phone,
    status: 'prospect',
    guardians: [],
    homeBranchId: await branchId(server.db, 'VTE'),
  });

  it('a desk reads and adds people, and need not wait for its end', async () => {
    const [run, body] = [await ready(file('A')), await person('Desk', '020 5552 7777')];
    let isOver = false;
    const running = run().finally(() => (isOver = true));
    await wait(300);
    const added = await staff.post('/students', body);
    expect([added.statusCode, isOver]).toEqual([201, false]);
    expect((await running).added).toBe(ROWS);
  });

  it('a person of the file whom a desk adds is there once', async () => {
    const [run, body] = [await ready(file('B')), await person('B1499', '020 5066 1499')];
    const running = run();
    await wait(300);
    const added = await staff.post('/students', body);
    await running;
    // The second of the two is refused: the desk sees a duplicate, or the import asks about it.
    expect([201, 409]).toContain(added.statusCode);
    expect(await server.db.$count(studentTable, eq(studentTable.firstName, 'B1499'))).toBe(1);
  });
});

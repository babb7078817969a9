import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AcademicTerm } from '#contract/courses/academic-terms.ts';
import type { HolidaySessions } from '#contract/courses/term-rules.ts';
import type { SchoolClass } from '#contract/classes/classes.ts';
import { addDays } from '#contract/dates.ts';
import { auditTable } from '#server/db/tables/log/audit.table.ts';
import { classSessionTable as session } from '#server/db/tables/academic/classes.table.ts';
import { addTerm, classIn, done, partsOf, seat, sessionsOf } from '#tests/helpers/class-data.ts';
import { startTestServer, type Client, type TestServer } from '#tests/helpers/test-server.ts';

let server: TestServer;
let owner: Client;
let staff: Client;
let parts: Awaited<ReturnType<typeof partsOf>>;
beforeAll(async () => {
  server = await startTestServer();
  [owner, staff] = [await server.as('superadmin'), await server.as('staff')];
  parts = await partsOf(server.db);
});
afterAll(() => server.close());

const read = async (_id: string) => done<AcademicTerm>(await owner.get(`/academic-terms/${_id}`));
const put = async (_id: string, fields: object) => {
  const { _id: _same, ...term } = await read(_id);
  return owner.put(`/academic-terms/${_id}`, { ...term, ...fields });
};
const ask = async (_id: string, gone: string, client = owner) =>
  done<HolidaySessions>(await client.get(`/academic-terms/${_id}/sessions?gone=${gone}`));
const addClass = async (term: Parameters<typeof classIn>[0], more: Parameters<typeof classIn>[2]) =>
  done<SchoolClass>(await owner.post('/classes', classIn(term, parts, more)));
const at = (start: string, end: string, ...weekdays: number[]) => ({
  slots: weekdays.map((weekday) => ({ weekday, start, end })),
});
/** The state of a class on a day. */
const stateOf = async ({ _id }: SchoolClass, date: string) =>
  (await sessionsOf(owner, _id))
    .filter((one) => one.date === date)
    .map(({ status, reason }) => [status, reason]);
const restored = (termId: string) =>
  server.db
    .select()
    .from(auditTable)
    .where(and(eq(auditTable.entityId, termId), eq(auditTable.action, 'restore')));

/**
 * A term whose first Monday has become a holiday, which took away a session of each of these
 * classes.
 */
async function withHoliday(...wanted: Parameters<typeof classIn>[2][]) {
  const term = await addTerm(server.db);
  const classes: SchoolClass[] = [];
  for (const more of wanted) classes.push(await addClass(term, more));
  const holiday = { date: term.startDate, name: 'ບຸນ' };
  done(await put(term._id, { holidays: [holiday], confirmedSessions: classes.length }));
  const [first, second] = classes;
  if (!first) throw new Error('No class');
  return { term, day: term.startDate, holiday, first, second: second ?? first };
}

const other = () => ({ roomId: parts.rooms[1] ?? null, teacherId: parts.teachers[1] ?? null });

describe('a holiday that goes', () => {
  it('restores the agreed number of sessions it had cancelled, with the current teacher of the class', async () => {
    const { term, day, first } = await withHoliday({});
    const [teacherId] = parts.teachers.slice(2);
    done(await owner.put(`/classes/${first._id}`, { ...first, teacherId }));
    expect(await stateOf(first, day)).toEqual([['cancelled', 'ບຸນ']]);
    expect(await ask(term._id, day, staff)).toEqual({
      planned: 0,
      held: 0,
      returning: 1,
      staying: [],
    });
    const refused = await put(term._id, { holidays: [] });
    expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([
      409,
      'sessionsReturn',
    ]);
    expect(await stateOf(first, day)).toEqual([['cancelled', 'ບຸນ']]);
    done(await put(term._id, { holidays: [], confirmedReturns: 1 }));
    const [back] = await sessionsOf(owner, first._id);
    expect(back).toMatchObject({ date: day, status: 'scheduled', reason: '', teacherId });
    expect(await restored(term._id)).toMatchObject([
      { entity: 'class-sessions', after: { date: day, sessionIds: [back?._id], clashing: [] } },
    ]);
  });

  it('does not restore sessions cancelled by hand, before the holiday or after an earlier removal', async () => {
    const term = await addTerm(server.db);
    const [byHand, free] = [await addClass(term, {}), await addClass(term, other())];
    const day = term.startDate;
    const cancel = async (one: SchoolClass, reason: string) => {
      const [planned] = await sessionsOf(owner, one._id);
      done(
        await owner.post(`/class-sessions/${planned?._id}/cancel`, {
          version: planned?.version,
          reason,
        }),
      );
    };
    await cancel(byHand, 'ບຸນ');
    const holidays = [{ date: day, name: 'ບຸນ' }];
    done(await put(term._id, { holidays, confirmedSessions: 1 }));
    done(await put(term._id, { holidays: [], confirmedReturns: 1 }));
    expect([await stateOf(byHand, day), await stateOf(free, day)]).toEqual([
      [['cancelled', 'ບຸນ']],
      [['scheduled', '']],
    ]);
    await cancel(free, 'ບຸນ');
    done(await put(term._id, { holidays }));
    expect(await ask(term._id, day)).toMatchObject({ returning: 0, staying: [] });
    done(await put(term._id, { holidays: [] }));
    expect(await stateOf(free, day)).toEqual([['cancelled', 'ບຸນ']]);
  });

  it('does not restore sessions of classes that have ended or have other times now', async () => {
    const { term, day, first, second } = await withHoliday({}, other());
    done(
      await owner.post(`/classes/${first._id}/cancel`, {
        version: first.version,
        reason: 'x',
        lastDay: null,
        students: [],
      }),
    );
    done(await owner.put(`/classes/${second._id}`, { ...second, ...at('17:00', '18:00', 2) }));
    expect(await ask(term._id, day)).toMatchObject({ returning: 0, staying: [] });
    done(await put(term._id, { holidays: [] }));
    expect([await stateOf(first, day), await stateOf(second, day)]).toEqual([
      [['cancelled', 'ບຸນ']],
      [['cancelled', 'ບຸນ']],
    ]);
  });
});

describe('sessions that would clash stay cancelled and are named', () => {
  const staysAway = async (
    { term, day, first }: { term: { _id: string }; day: string; first: SchoolClass },
    returning = 0,
  ) => {
    expect(await ask(term._id, day)).toMatchObject({
      returning,
      staying: [{ classCode: first.classCode, date: day }],
    });
    done(await put(term._id, { holidays: [], confirmedReturns: returning }));
    expect(await stateOf(first, day)).toEqual([['cancelled', 'ບຸນ']]);
    expect(await restored(term._id)).toMatchObject([{ after: { clashing: [expect.any(String)] } }]);
  };
  /** Somebody else's class at that time: of a term that has no holiday then. */
  const meetsThen = async (day: string, more: Parameters<typeof classIn>[2]) => {
    const elsewhere = await addTerm(server.db);
    const one = await addClass(elsewhere, { ...other(), ...more });
    const [meeting] = await sessionsOf(owner, one._id);
    await server.db
      .update(session)
      .set({ date: day, start: '18:00', end: '19:00' })
      .where(eq(session._id, String(meeting?._id)));
    return one;
  };

  it('for the teacher', async () => {
    const found = await withHoliday({});
    await meetsThen(found.day, { teacherId: parts.teachers[0] ?? null });
    await staysAway(found);
  });

  it('for the room', async () => {
    const found = await withHoliday({});
    await meetsThen(found.day, { roomId: parts.rooms[0] ?? null });
    await staysAway(found);
  });

  it('for an assistant', async () => {
    const found = await withHoliday({ assistantIds: [parts.teachers[2] ?? ''] });
    await meetsThen(found.day, { teacherId: parts.teachers[2] ?? null });
    await staysAway(found);
  });

  it('for a student', async () => {
    const found = await withHoliday({});
    const meets = await meetsThen(found.day, {});
    await seat(server.db, found.first, parts.students.slice(0, 3));
    await seat(server.db, meets, parts.students.slice(2, 3), { startDate: addDays(found.day, -1) });
    await staysAway(found);
  });

  it('for another session that is restored first; back to back is no clash', async () => {
    const { term, day, first, second } = await withHoliday(at('17:00', '18:30', 1), {
      ...at('17:30', '18:30', 1),
      ...other(),
    });
    done(
      await owner.put(`/classes/${second._id}`, {
        ...second,
        teacherId: first.teacherId,
        overrideReason: 'Two groups in one',
      }),
    );
    await staysAway({ term, day, first: second }, 1);
    expect(await stateOf(first, day)).toEqual([['scheduled', '']]);
  });

  it('names to a branch only its own classes', async () => {
    const found = await withHoliday({});
    await meetsThen(found.day, { teacherId: parts.teachers[0] ?? null });
    await server.db
      .update(session)
      .set({ branchId: sql`(select id from branches where code = 'LPB')` })
      .where(eq(session.classId, found.first._id));
    expect(await ask(found.term._id, found.day, staff)).toMatchObject({ staying: [] });
  });
});

import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parents } from '#contract/people/parents.ts';
import { ageOn, dayInLaos } from '#contract/dates.ts';
import { ADULT_AGE } from '#contract/people/people.ts';
import { studentInput, students } from '#contract/people/students.ts';
import { teacherInput } from '#contract/people/teachers.ts';
import { chanceFrom } from '#server/seed/chance.ts';
import { makeFamily } from '#server/seed/families.ts';
import { seedScale } from '#server/seed/scale.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import { parentTable } from '#server/db/tables/people/parents.table.ts';
import { guardianTable } from '#server/db/tables/people/guardians.table.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';
import { teacherTable } from '#server/db/tables/people/teachers.table.ts';
import { startTestServer, type TestServer } from '#tests/helpers/test-server.ts';

describe('the people of the demo centre', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  it('are about 240 students of all three branches, and 25 teachers', async () => {
    const perBranch = await server.db
      .select({ code: branchTable.code, count: sql<number>`count(*)::int` })
      .from(studentTable)
      .innerJoin(branchTable, eq(branchTable._id, studentTable.homeBranchId))
      .groupBy(branchTable.code);
    const total = perBranch.reduce((sum, { count }) => sum + count, 0);
    expect(total).toBeGreaterThanOrEqual(240);
    expect(total).toBeLessThan(245);
    expect(perBranch.map(({ code }) => code).sort()).toEqual(['LPB', 'PKS', 'VTE']);
    for (const { count } of perBranch) expect(count).toBeGreaterThan(30);
    expect(await server.db.$count(teacherTable)).toBe(25);
  });

  it('are people whom the forms would take', async () => {
    const rows = await server.db.select().from(studentTable);
    for (const row of rows) expect(studentInput.safeParse(row)).toMatchObject({ success: true });
    const grownUps = await server.db.select().from(parentTable);
    expect(grownUps.length).toBeGreaterThan(100);
    for (const row of grownUps)
      expect(parents.input.safeParse(row)).toMatchObject({ success: true });
    for (const row of await server.db.select().from(teacherTable)) {
      expect(teacherInput.safeParse(row)).toMatchObject({ success: true });
    }
    expect(new Set(rows.map(({ studentCode }) => studentCode)).size).toBe(rows.length);
    expect(
      rows
        .map(({ studentCode }) => studentCode)
        .sort()
        .at(0),
    ).toMatch(/^ST-\d\d-000001$/);
  });

  it('have a guardian and exactly one payer where they are under age', async () => {
    const today = dayInLaos();
    const rows = await server.db.select().from(studentTable);
    const links = await server.db.select().from(guardianTable);
    const young = rows.filter(({ dateOfBirth }) => ageOn(String(dateOfBirth), today) < ADULT_AGE);
    expect(young.length).toBeGreaterThan(150);
    for (const { _id } of young) {
      expect(links.filter(({ studentId, isPayer }) => studentId === _id && isPayer)).toHaveLength(
        1,
      );
    }
    const siblings = new Set(links.map(({ parentId }) => parentId)).size;
    expect(siblings).toBeLessThan(links.length);
  });

  it('are found by what the lists search in', async () => {
    const [one] = await server.db
      .select()
      .from(studentTable)
      .where(sql`${studentTable.firstNameEn} <> ''`)
      .limit(1);
    expect(one?.search).toContain(one?.firstNameEn.toLowerCase());
    expect(one?.search).toContain(one?.studentCode.toLowerCase());
    expect(students.search).toContain('nickname');
  });

  it('may be joined by as many more as asked for, with one code, one phone and one payer each', async () => {
    const before = await server.db.$count(studentTable);
    const seen: number[] = [];
    const total = await seedScale(server.db, 3000, (done) => seen.push(done));
    expect(seen).toEqual([expect.any(Number), 3000]);
    expect(total).toBe(await server.db.$count(studentTable));
    expect(total - before).toBeGreaterThanOrEqual(3000);
    const rows = await server.db.select().from(studentTable);
    expect(new Set(rows.map(({ studentCode }) => studentCode)).size).toBe(rows.length);
    const phones = (await server.db.select().from(parentTable)).map(({ phone }) => phone);
    expect(new Set(phones).size).toBe(phones.length);
    for (const row of rows.slice(-50))
      expect(studentInput.safeParse(row)).toMatchObject({ success: true });
    await seedScale(server.db, 10);
    expect(await server.db.$count(studentTable)).toBeGreaterThan(total);
  });

  it('are the same every time', () => {
    const branch = { _id: '0', provinceCode: '01' } as const;
    const family = () =>
      makeFamily({ chance: chanceFrom(7), branch, year: 2026, nextPhone: () => '+8562055550000' });
    expect(family()).toEqual(family());
  });
});

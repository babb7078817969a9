import { sql } from 'drizzle-orm';
import { dayInLaos } from '#contract/dates.ts';
import type { Db } from '#server/db/client.ts';
import { transactionNow } from '#server/lib/database-clock.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import { parentTable } from '#server/db/tables/people/parents.table.ts';
import { guardianTable } from '#server/db/tables/people/guardians.table.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';
import { chanceFrom } from './chance.ts';
import { makeFamily, type SeedFamily, type FamilyOptions } from './families.ts';
import { addFamilies } from './people-rows.ts';
import { scaleNames } from './scale-names.ts';

/** Students per transaction: few enough for a steady progress line, many enough to be fast. */
const BATCH = 2500;
const YEAR_MS = 365.25 * 24 * 3600 * 1000;
/** From a range that no network in Laos assigns. */
const FIRST_PHONE = 10_000_000;

type Progress = (done: number, count: number) => void;

/** Makes families until they have `wanted` students; the last may bring one or two more. */
function makeFamilies(
  wanted: number,
  optionsOfNext: () => FamilyOptions,
): { families: SeedFamily[]; students: number } {
  const families: SeedFamily[] = [];
  let students = 0;
  while (students < wanted) {
    const family = makeFamily(optionsOfNext());
    families.push(family);
    students += family.children.length;
  }
  return { families, students };
}

/**
 * Adds `count` students with their parents, spread over the existing branches, to try the lists
 * with a centre of that size. Returns the number of students at the end; a further run adds further
 * people.
 */
export async function seedScale(
  db: Db,
  count: number,
  progress: Progress = () => {},
): Promise<number> {
  const branches = await db.select().from(branchTable).orderBy(branchTable.code);
  const before = await db.$count(studentTable);
  const now = Date.parse(await transactionNow(db));
  const chance = chanceFrom(before + 1);
  let phones = FIRST_PHONE + (await db.$count(parentTable)) + before;
  const nextPhone = () => `+85620${String((phones += 1)).padStart(8, '0')}`;
  const year = Number(dayInLaos(now).slice(0, 4));
  const optionsOfNext = () => ({
    chance,
    branch: chance.pick(branches),
    year,
    nextPhone,
    names: scaleNames,
  });
  let done = 0;
  while (done < count) {
    const { families, students } = makeFamilies(Math.min(BATCH, count - done), optionsOfNext);
    // People joined over five years, in the order of their codes.
    const since = (index: number) =>
      now - 5 * YEAR_MS * (1 - (done + (index * students) / families.length) / (count + BATCH));
    await db.transaction((tx) =>
      addFamilies(tx, families, (index) => new Date(since(index)).toISOString()),
    );
    done += students;
    progress(Math.min(done, count), count);
  }
  // Without fresh statistics the first searches would be planned for an empty table.
  await db.execute(sql`analyze ${studentTable}, ${parentTable}, ${guardianTable}`);
  return before + done;
}

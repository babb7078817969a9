import { inArray } from 'drizzle-orm';
import { dayInLaos } from '#contract/dates.ts';
import type { Tx } from '#server/db/client.ts';
import { transactionNow } from '#server/lib/database-clock.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import { chanceFrom } from './chance.ts';
import { demoBranches } from './demo-branches.ts';
import { addDemoTeachers } from './demo-teachers.ts';
import { makeFamily, type SeedFamily } from './families.ts';
import { addFamilies } from './people-rows.ts';

const STUDENTS = 240;
const DAY_MS = 24 * 3600 * 1000;
/** The percentage of students at each demo branch. */
const shares: Record<string, number> = { VTE: 50, LPB: 28, PKS: 22 };

/** Numbers of one block, which the demo centre's own telephones use too. */
function phoneNumbers(): () => string {
  let given = 1000;
  return () => `+85620555${String((given += 7)).padStart(5, '5')}`;
}

/**
 * Adds about 240 students with their families, and the teachers, at the demo branches; the same
 * every time except for the dates.
 */
export async function addDemoPeople(tx: Tx): Promise<void> {
  const branches = await tx
    .select({
      _id: branchTable._id,
      code: branchTable.code,
      provinceCode: branchTable.provinceCode,
    })
    .from(branchTable)
    .where(
      inArray(
        branchTable.code,
        demoBranches.map(({ code }) => code),
      ),
    )
    .orderBy(branchTable.code);
  const now = Date.parse(await transactionNow(tx));
  const year = Number(dayInLaos(now).slice(0, 4));
  const chance = chanceFrom(2026);
  const nextPhone = phoneNumbers();
  const weights = branches.map((branch) => [branch, shares[branch.code] ?? 0] as const);
  const families: SeedFamily[] = [];
  for (let count = 0; count < STUDENTS; count += families.at(-1)?.children.length ?? 1) {
    families.push(makeFamily({ chance, branch: chance.weighted(weights), year, nextPhone }));
  }
  // Families joined over the last two hundred days, in the order of their codes.
  const step = (200 * DAY_MS) / families.length;
  await addFamilies(tx, families, (index) =>
    new Date(now - (families.length - index) * step).toISOString(),
  );
  await addDemoTeachers(tx, { chance, branchIds: branches.map(({ _id }) => _id), year, nextPhone });
}

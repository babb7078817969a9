import { asc, desc, eq, isNull } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { guardianTable } from '#server/db/tables/people/guardians.table.ts';
import { parentTable } from '#server/db/tables/people/parents.table.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';
import { sides } from '#server/desk/moving-in/kinds/balances.kind.ts';
import type { MovingCells } from '#server/desk/moving-in/moving-sheets.ts';
import { choiceWord } from '#server/lib/sheets/choice-words.ts';
import { sumCell } from './catalogue-rows.ts';
import { branchCodeOf, type CentreRecords } from './centre-records.ts';
import type { LeavingBalance } from './open-balances.ts';

type Child = { id: string; code: string; archived: boolean };

/** Children by the parent who pays for them, those who are here first. */
async function childrenByPayer(tx: Tx): Promise<Map<string, Child[]>> {
  const { studentId, parentId, isPayer, position } = guardianTable;
  const rows = await tx
    .select({
      studentId,
      parentId,
      code: studentTable.studentCode,
      archived: studentTable.archived,
    })
    .from(guardianTable)
    .innerJoin(studentTable, eq(studentTable._id, studentId))
    .where(isNull(studentTable.mergedIntoId))
    .orderBy(asc(studentTable.archived), asc(studentTable.studentCode), desc(isPayer), position);
  const children = new Map<string, Child[]>();
  const seen = new Set<string>();
  for (const row of rows) {
    if (seen.has(row.studentId)) continue;
    seen.add(row.studentId);
    const own = children.get(row.parentId) ?? [];
    own.push({ id: row.studentId, code: row.code, archived: row.archived });
    children.set(row.parentId, own);
  }
  return children;
}

/** Open money in the cells of its rows, and the students that they need. */
export type BalanceSheet = { rows: MovingCells[]; students: string[] };

/** How the import finds the payer: by a child for whom they pay, else by name and phone. */
async function ownerFinder(tx: Tx) {
  const children = await childrenByPayer(tx);
  const students = new Map<string, string>();
  for (const { _id, studentCode } of await tx
    .select({ _id: studentTable._id, studentCode: studentTable.studentCode })
    .from(studentTable))
    students.set(_id, studentCode);
  const parents = new Map<string, string>();
  const { _id, firstName, lastName, phone } = parentTable;
  for (const row of await tx.select({ _id, firstName, lastName, phone }).from(parentTable))
    parents.set(row._id, `${`${row.firstName} ${row.lastName}`.trim()} ${row.phone}`.trim());
  return ({ payerParentId, payerStudentId, studentId }: LeavingBalance) => {
    if (payerStudentId !== null)
      return { id: payerStudentId, cells: { student: students.get(payerStudentId) ?? '' } };
    const own = children.get(payerParentId ?? '') ?? [];
    const child = own.find(({ id }) => id === studentId) ?? own[0];
    return child
      ? { id: child.id, cells: { student: child.code } }
      : { id: null, cells: { payer: parents.get(payerParentId ?? '') ?? '' } };
  };
}

/** What makes two rows the same balance to the import: its paper, else what it says. */
function keyOf(owner: string, { kind, dueOn, text, paper }: LeavingBalance['balance']) {
  return paper === '' ? `${owner} ${kind} ${dueOn ?? ''} ${text}` : `${owner} paper ${paper}`;
}

const textOf = (row: MovingCells) =>
  JSON.stringify([row['branch'], row['student'] ?? '', row['payer'] ?? '', row['side']]) +
  JSON.stringify([row['dueDate'], row['oldPaper'], row['for'], row['amount'], row['currency']]);

/** A row for each open part and each credit; two that say the same get numbers. */
export async function balanceSheet(
  tx: Tx,
  centre: CentreRecords,
  balances: readonly LeavingBalance[],
): Promise<BalanceSheet> {
  const find = await ownerFinder(tx);
  const seen = new Set<string>();
  const needed = new Set<string>();
  const rows = balances.map((one): MovingCells => {
    const { balance, branchId } = one;
    const { id, cells } = find(one);
    if (id !== null) needed.add(id);
    const owner = one.payerParentId ?? one.payerStudentId ?? '';
    let { paper } = balance;
    for (let n = 2; seen.has(keyOf(owner, { ...balance, paper })); n += 1)
      paper = `${balance.paper || balance.billedOn || balance.kind}/${n}`;
    seen.add(keyOf(owner, { ...balance, paper }));
    return {
      ...cells,
      branch: branchCodeOf(centre, branchId),
      side: choiceWord(sides, balance.kind, 'lo'),
      amount: sumCell(balance.amount, balance.currency),
      currency: balance.currency,
      for: balance.text,
      oldPaper: paper,
      billedOn: balance.billedOn === null ? null : { day: balance.billedOn },
      dueDate: balance.dueOn === null ? null : { day: balance.dueOn },
    };
  });
  return {
    rows: rows.toSorted((a, b) => (textOf(a) < textOf(b) ? -1 : 1)),
    students: [...needed],
  };
}

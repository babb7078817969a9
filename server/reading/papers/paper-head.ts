import { and, eq } from 'drizzle-orm';
import type { Paper } from '#contract/orders/papers.ts';
import type { PaperKind } from '#contract/words/paper-code.ts';
import type { Db } from '#server/db/client.ts';
import { printTable } from '#server/db/tables/ledger/books.table.ts';
import { parentTable } from '#server/db/tables/people/parents.table.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';
import type { Payer } from '#server/ledger/orders/payer-account.ts';
import { namedOf } from '#server/centre/school-info/paper-head.ts';

type WalkIn = { walkInName: string; walkInPhone: string };

/** The payer on a paper, by the ids that the money was written with. */
export async function payerOn(
  db: Db,
  { payerParentId, payerStudentId }: Payer,
  { walkInName, walkInPhone }: WalkIn,
): Promise<Paper['payer']> {
  if (payerParentId !== null) {
    const [parent] = await db.select().from(parentTable).where(eq(parentTable._id, payerParentId));
    if (parent) return { ...namedOf(parent), phone: parent.phone };
  }
  if (payerStudentId !== null) {
    const [student] = await db
      .select()
      .from(studentTable)
      .where(eq(studentTable._id, payerStudentId));
    if (student) return { ...namedOf(student), phone: student.phone };
  }
  return { name: walkInName, latin: '', phone: walkInPhone };
}

export const copiesOf = (db: Db, kind: PaperKind, ofId: string): Promise<number> =>
  db.$count(printTable, and(eq(printTable.paper, kind), eq(printTable.ofId, ofId)));

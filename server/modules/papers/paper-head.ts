import { and, eq } from 'drizzle-orm';
import type { Paper } from '#contract/papers.ts';
import type { PaperKind } from '#contract/paper-code.ts';
import type { Db } from '#server/db/client.ts';
import { ApiError } from '#server/lib/api-error.ts';
import { branchTable } from '#server/modules/branches/branches.table.ts';
import { printTable } from '#server/modules/books/books.table.ts';
import { parentTable } from '#server/modules/parents/parents.table.ts';
import { schoolInfoTable } from '#server/modules/school-info/school-info.table.ts';
import { studentTable } from '#server/modules/students/students.table.ts';
import { userTable } from '#server/modules/users/users.table.ts';
import type { Payer } from '#server/modules/visits/payer-account.ts';

type Called = { firstName: string; lastName: string; firstNameEn?: string; lastNameEn?: string };

/** A name for a paper, with the Latin spelling where it is another one. */
export function namedOf({ firstName, lastName, firstNameEn = '', lastNameEn = '' }: Called): { name: string; latin: string } {
  const [name, latin] = [`${firstName} ${lastName}`.trim(), `${firstNameEn} ${lastNameEn}`.trim()];
  return { name, latin: latin === name ? '' : latin };
}

type WalkIn = { walkInName: string; walkInPhone: string };

/** Who pays, by the ids that the money was written with. */
export async function payerOn(db: Db, { payerParentId, payerStudentId }: Payer, { walkInName, walkInPhone }: WalkIn): Promise<Paper['payer']> {
  if (payerParentId !== null) {
    const [parent] = await db.select().from(parentTable).where(eq(parentTable._id, payerParentId));
    if (parent) return { ...namedOf(parent), phone: parent.phone };
  }
  if (payerStudentId !== null) {
    const [student] = await db.select().from(studentTable).where(eq(studentTable._id, payerStudentId));
    if (student) return { ...namedOf(student), phone: student.phone };
  }
  return { name: walkInName, latin: '', phone: walkInPhone };
}

/** Whose paper it is: the centre, its branch, and who wrote it. */
export async function headOf(db: Db, { branchId, byId }: { branchId: string; byId: string | null }): Promise<Pick<Paper, 'centre' | 'branch' | 'cashier'>> {
  const [centre] = await db.select().from(schoolInfoTable);
  const [branch] = await db.select().from(branchTable).where(eq(branchTable._id, branchId));
  if (!centre || !branch) throw new ApiError('notFound');
  const [user] = byId === null ? [] : await db.select({ firstName: userTable.firstName, lastName: userTable.lastName }).from(userTable).where(eq(userTable._id, byId));
  return {
    centre: { name: { en: centre.centreNameEn, lo: centre.centreNameLo }, taxNo: centre.taxNo, note: { en: centre.receiptNoteEn, lo: centre.receiptNoteLo } },
    branch: { code: branch.code, name: { en: branch.branchName, lo: branch.branchNameLo }, phone: branch.phone, footer: branch.receiptFooter, paper: branch.paper },
    cashier: user ? namedOf(user).name : '',
  };
}

export const copiesOf = (db: Db, kind: PaperKind, ofId: string): Promise<number> => db.$count(printTable, and(eq(printTable.paper, kind), eq(printTable.ofId, ofId)));

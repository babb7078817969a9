import { and, eq } from 'drizzle-orm';
import type { CountedBeforeInput, CurrencySums, Shift } from '#contract/money/drawers.ts';
import { can } from '#contract/roles.ts';
import { ApiError } from '#server/lib/api-error.ts';
import type { WriteResult } from '#server/lib/write.ts';
import type { Writer } from '#server/lib/writer.ts';
import { raiseAlert } from '#server/centre/alerts/raise-alert.ts';
import { requireSignature, signedBy, type Signature } from '#server/centre/approvals/signatures.ts';
import { requireInDrawers } from '#server/ledger/books/drawer-shortages.ts';
import { receiptTable } from '#server/db/tables/ledger/books.table.ts';
import { offlineCashTable as table } from '#server/db/tables/ledger/offline-cash.table.ts';
import { currenciesOf, worthLAK } from './drawer-sums.ts';
import { addMovements } from './drawer-writes.ts';
import { readShift } from './drawers.service.ts';
import { isOpenOfflineCash } from './open-offline-cash.ts';
import { lockShift } from './shifts.service.ts';

type Signer = { _id: string; signature?: Signature };

/** The person who answers for the cash: a user with the right, or the signer on this screen. */
async function signer(
  { tx, user }: Writer,
  act: { branchId: string; shiftId: string; offlineCashId: string; sums: CurrencySums },
  token: string | null,
): Promise<Signer> {
  if (token === null && can(user, 'drawers:reopen')) return user;
  const signature = await requireSignature(tx, user, token, { kind: 'offlineCash', ...act });
  return { _id: signature.approvedById, signature };
}

/**
 * POST `/shifts/{id}/counted-before`: offline cash beyond the surplus of its count leaves the
 * drawer of now, because a second person signs that the count had it.
 */
export async function answerOfflineCash(
  writer: Writer,
  shiftId: string,
  { offlineCashId, approvalToken }: CountedBeforeInput,
): Promise<WriteResult<Shift>> {
  const { tx, user } = writer;
  const { shift, books } = await lockShift(writer, shiftId, { ofToday: false });
  const { branchId } = shift;
  const ofThis = and(eq(table._id, offlineCashId), eq(table.shiftId, shiftId));
  const [cash] = await tx.select().from(table).where(ofThis);
  if (!cash) throw new ApiError('notFound');
  const [open] = await tx
    .select({ number: receiptTable.number })
    .from(table)
    .innerJoin(receiptTable, eq(receiptTable._id, table.receiptId))
    .where(and(ofThis, isOpenOfflineCash));
  if (!open) throw new ApiError('stepNotAllowed');
  const { sums, countedInShiftId } = cash;
  const by = await signer(writer, { branchId, shiftId, offlineCashId, sums }, approvalToken);
  if (by._id === cash.byId) throw new ApiError('offlineCashByYou');
  const movements = currenciesOf(sums).map((currency) => ({
    ...({ kind: 'paidOut', paidOutKind: 'countedBefore' } as const),
    currency,
    amount: -sums[currency],
    countedInShiftId,
    reason: 'Counted before',
  }));
  await requireInDrawers(
    tx,
    movements.map((one) => ({ ...one, shiftId })),
  );
  await addMovements(writer, { shiftId, branchId, at: books.at }, movements);
  await tx.update(table).set({ answeredAt: books.at, signedById: by._id }).where(ofThis);
  await raiseAlert(tx, {
    kind: 'offlineCash',
    branchId,
    subjectId: by._id,
    detail: [shift.drawerName, open.number].filter(Boolean).join(' · '),
    amountLAK: await worthLAK(tx, sums),
  });
  const answer = await readShift(tx, user, shiftId);
  return {
    answer,
    audit: {
      action: 'paidOut',
      entity: 'shifts',
      entityId: shiftId,
      branchId,
      after: {
        paidOutKind: 'countedBefore',
        receiptNumber: open.number,
        sums,
        ...signedBy(by.signature),
      },
    },
  };
}

import { and, eq, or, sql } from 'drizzle-orm';
import { seesAllBranches } from '#contract/roles.ts';
import type { CreditPayout, Refunded } from '#contract/orders/refunds.ts';
import { ApiError, fieldsInvalid } from '#server/lib/api-error.ts';
import type { WriteResult } from '#server/lib/write.ts';
import type { Writer } from '#server/lib/writer.ts';
import { flush, type Posting } from '#server/ledger/books/posting.ts';
import { stepOf } from '#server/ledger/orders/bill.ts';
import { payOut } from '#server/ledger/orders/money-back.ts';
import { sumOfAll } from '#server/ledger/orders/order-lines.ts';
import { orderTable } from '#server/db/tables/ledger/orders.table.ts';
import type { FreePayment, Payer } from '#server/ledger/orders/payer-account.ts';
import { lockPayer } from './lock-payer.ts';
import { paymentTable } from '#server/db/tables/ledger/payments.table.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';
import { parentTable } from '#server/db/tables/people/parents.table.ts';
import { answerOf, shiftOf, wayOut } from './refund-way.ts';

/** Throws unless the payer has an order or payment in this branch, which must be the user's own. */
async function requireKnown(
  { tx, user }: Writer,
  { payerParentId, payerStudentId }: Payer,
  branchId: string,
): Promise<void> {
  if (seesAllBranches(user.role)) return;
  if (branchId !== user.branchId) throw new ApiError('notFound');
  const people = sql`
    select id from ${parentTable}
    where coalesce(merged_into_id, id) = ${payerParentId}::uuid
    union all
    select id from ${studentTable}
    where coalesce(merged_into_id, id) = ${payerStudentId}::uuid`;
  const paidBy = (table: typeof orderTable | typeof paymentTable) =>
    and(
      eq(table.branchId, branchId),
      or(sql`${table.payerParentId} in (${people})`, sql`${table.payerStudentId} in (${people})`),
    );
  if (
    (await tx.$count(orderTable, paidBy(orderTable))) +
      (await tx.$count(paymentTable, paidBy(paymentTable))) ===
    0
  )
    throw new ApiError('notFound');
}

/** Takes this amount from the free money, oldest first. */
function partsOf(free: readonly FreePayment[], wantedLAK: number): Map<string, number> {
  let leftLAK = wantedLAK;
  return new Map(
    free.map(({ _id, freeLAK }): [string, number] => {
      const part = Math.min(leftLAK, freeLAK);
      leftLAK -= part;
      return [_id, part];
    }),
  );
}

/** Further work of the same write, such as closing the request that asked for the payout. */
type Beside = (posting: Posting, freeLAK: number) => Promise<void>;

/** POST `/credit-payouts`: money that belongs to no order goes back to its payer. */
export async function payOutCredit(
  writer: Writer,
  input: CreditPayout,
  beside?: Beside,
): Promise<WriteResult<Refunded>> {
  const { payerParentId, payerStudentId, branchId, amountLAK, reason } = input;
  const { payer, free, posting } = await lockPayer(
    writer,
    { payerParentId, payerStudentId },
    { branchId, shiftId: shiftOf(input) },
  );
  await requireKnown(writer, payer, branchId);
  const out = await wayOut(writer.tx, input, branchId);
  if (!out) throw fieldsInvalid({ way: 'invalid' });
  const freeLAK = sumOfAll(free.map((one) => one.freeLAK));
  const step = await stepOf(posting, branchId, out);
  if (amountLAK > freeLAK) throw fieldsInvalid({ amountLAK: `tooLarge:${freeLAK}` });
  if (amountLAK % step > 0) throw fieldsInvalid({ amountLAK: `wholeSteps:${step}` });
  await beside?.(posting, freeLAK);
  const paidOut = await payOut(
    posting,
    { branchId, payer, content: { credit: true } },
    partsOf(free, amountLAK),
    { out, reason },
  );
  await flush(posting);
  const answer = answerOf(paidOut, amountLAK, []);
  const [entity, entityId] =
    payer.payerParentId === null
      ? (['students', payer.payerStudentId ?? ''] as const)
      : (['parents', payer.payerParentId] as const);
  return {
    answer,
    audit: {
      action: 'payOutCredit',
      entity,
      entityId,
      branchId,
      before: { freeLAK },
      after: { ...answer, way: input.way, refundIds: paidOut?.refundIds ?? [] },
      reason,
    },
  };
}

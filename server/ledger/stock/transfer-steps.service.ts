import { and, eq } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { FieldError } from '#contract/field-errors.ts';
import type { MovementType } from '#contract/stock/stock-movements.ts';
import {
  stockTransfers,
  type ReceiveTransfer,
  type StockTransfer,
  type TransferLine,
  type transferStep,
} from '#contract/stock/stock-transfers.ts';
import { fieldsInvalid } from '#server/lib/api-error.ts';
import { transactionNow } from '#server/lib/database-clock.ts';
import type { WriteResult } from '#server/lib/write.ts';
import type { Writer } from '#server/lib/writer.ts';
import { lockStock, type LockedStock, moveStock, type StockMove } from './stock-levels.ts';
import { transferLineTable as lineTable } from '#server/db/tables/ledger/stock-transfers.table.ts';
import { lockTransfer, readStockTransfer, saveStep } from './stock-transfers.service.ts';

type StepInput = z.output<typeof transferStep>;

const lockLines = (
  { tx }: Writer,
  { lines }: StockTransfer,
  branchId: string,
): Promise<LockedStock> =>
  lockStock(
    tx,
    lines.map(({ productId }) => ({ productId, branchId })),
  );

function moveOf(
  { _id, number }: StockTransfer,
  move: {
    productId: string;
    branchId: string;
    type: MovementType;
    qtyChange: number;
    reason: string;
  },
): StockMove {
  return { ...move, paper: 'transfer', paperId: _id, paperNumber: number };
}

async function answerStep(
  { tx, user }: Writer,
  before: StockTransfer,
  action: string,
  reason = '',
): Promise<WriteResult<StockTransfer>> {
  const answer = await readStockTransfer(tx, user, before._id);
  const branchId = action === 'receive' ? before.toBranchId : before.fromBranchId;
  return {
    answer,
    audit: {
      action,
      entity: stockTransfers.name,
      entityId: before._id,
      before,
      after: answer,
      branchId,
      reason,
    },
  };
}

/**
 * POST `/stock-transfers/{id}/send`: the goods leave the sender, except those that are reserved.
 */
export async function sendTransfer(
  writer: Writer,
  _id: string,
  { version, reason }: StepInput,
): Promise<WriteResult<StockTransfer>> {
  const transfer = await lockTransfer(writer, _id, { version, from: 'draft', by: 'fromBranchId' });
  const branchId = transfer.fromBranchId;
  const stock = await lockLines(writer, transfer, branchId);
  await moveStock(
    writer,
    stock,
    transfer.lines.map(({ productId, quantity }) =>
      moveOf(transfer, { productId, branchId, type: 'transferOut', qtyChange: -quantity, reason }),
    ),
  );
  await saveStep(writer.tx, transfer, {
    status: 'sent',
    sentById: writer.user._id,
    sentAt: stock.at,
  });
  return answerStep(writer, transfer, 'send', reason);
}

/** POST `/stock-transfers/{id}/call-back`: goods on their way return to the sender's stock. */
export async function callBackTransfer(
  writer: Writer,
  _id: string,
  { version, reason }: StepInput,
): Promise<WriteResult<StockTransfer>> {
  const transfer = await lockTransfer(writer, _id, { version, from: 'sent', by: 'fromBranchId' });
  const branchId = transfer.fromBranchId;
  const stock = await lockLines(writer, transfer, branchId);
  await moveStock(
    writer,
    stock,
    transfer.lines.map(({ productId, quantity }) =>
      moveOf(transfer, { productId, branchId, type: 'transferIn', qtyChange: quantity, reason }),
    ),
  );
  await saveStep(writer.tx, transfer, {
    status: 'calledBack',
    endedById: writer.user._id,
    endedAt: stock.at,
    endReason: reason,
  });
  return answerStep(writer, transfer, 'call-back', reason);
}

/** POST `/stock-transfers/{id}/cancel`: a draft that is not sent. */
export async function cancelStockTransfer(
  writer: Writer,
  _id: string,
  { version, reason }: StepInput,
): Promise<WriteResult<StockTransfer>> {
  const { tx, user } = writer;
  const transfer = await lockTransfer(writer, _id, { version, from: 'draft', by: 'fromBranchId' });
  await saveStep(tx, transfer, {
    status: 'cancelled',
    endedById: user._id,
    endedAt: await transactionNow(tx),
    endReason: reason,
  });
  return answerStep(writer, transfer, 'cancel', reason);
}

/**
 * The lines as they were received. Throws unless each named product was sent, is named once, and
 * was received in no more than was sent.
 */
function linesAsReceived(
  { lines }: StockTransfer,
  short: ReceiveTransfer['lines'],
): TransferLine[] {
  const ids = short.map(({ productId }) => productId.toLowerCase());
  const wrong = short.flatMap(({ missing, damaged }, index): [string, FieldError][] => {
    const sent = lines.find(({ productId }) => productId === ids[index]);
    if (!sent) return [[`lines.${index}.productId`, 'productUnknown']];
    if (ids.indexOf(sent.productId) < index) return [[`lines.${index}.productId`, 'productTwice']];
    return missing + damaged > sent.quantity
      ? [[`lines.${index}.missing`, `tooLarge:${sent.quantity - damaged}`]]
      : [];
  });
  if (wrong.length > 0) throw fieldsInvalid(Object.fromEntries(wrong));
  return lines.map((line) => ({
    ...line,
    ...short[ids.indexOf(line.productId)],
    productId: line.productId,
  }));
}

/**
 * POST `/stock-transfers/{id}/receive`: adds everything that was sent; missing or damaged pieces
 * are written off as a loss of the receiver.
 */
export async function receiveTransfer(
  writer: Writer,
  _id: string,
  { version, lines: short }: ReceiveTransfer,
): Promise<WriteResult<StockTransfer>> {
  const { tx, user } = writer;
  const transfer = await lockTransfer(writer, _id, { version, from: 'sent', by: 'toBranchId' });
  const lines = linesAsReceived(transfer, short);
  const branchId = transfer.toBranchId;
  const stock = await lockLines(writer, transfer, branchId);
  await moveStock(
    writer,
    stock,
    lines.flatMap(({ productId, quantity, missing, damaged, note }) => {
      const came = moveOf(transfer, {
        productId,
        branchId,
        type: 'transferIn',
        qtyChange: quantity,
        reason: '',
      });
      const lost = [missing, damaged].filter((count) => count > 0);
      return [
        came,
        ...lost.map((count) =>
          moveOf(transfer, { productId, branchId, type: 'loss', qtyChange: -count, reason: note }),
        ),
      ];
    }),
  );
  for (const { productId, missing, damaged, note } of lines.filter(
    (line) => line.missing + line.damaged > 0,
  )) {
    await tx
      .update(lineTable)
      .set({ missing, damaged, note })
      .where(and(eq(lineTable.transferId, _id), eq(lineTable.productId, productId)));
  }
  await saveStep(tx, transfer, { status: 'received', endedById: user._id, endedAt: stock.at });
  return answerStep(writer, transfer, 'receive');
}

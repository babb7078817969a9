import * as z from 'zod/mini';
import { stockTransfersList } from './stock-transfers-list.ts';
import { id, optionalText, timestamp, text, version } from '#contract/fields.ts';
import { MAX_STOCK, quantity } from './products.ts';
import { resource } from '#contract/resource.ts';

/**
 * Draft: nothing has moved. Sent: the goods left the sender and are on their way. Received and
 * called back end the transfer.
 */
export const stockTransferStatuses = [
  'draft',
  'sent',
  'received',
  'calledBack',
  'cancelled',
] as const;
export type StockTransferStatus = (typeof stockTransferStatuses)[number];
export const MAX_TRANSFER_LINES = 200;

export const transferLineInput = z.object({ productId: id, quantity });

type Ends = { fromBranchId: string; toBranchId: string };
/** A branch cannot send to itself. */
export const toAnotherBranch = z.refine<Ends>(
  ({ fromBranchId, toBranchId }) => fromBranchId !== toBranchId,
  { path: ['toBranchId'], error: 'otherBranch' },
);

/** POST and PUT `/stock-transfers`: a draft of the sending branch. */
export const stockTransferInput = z
  .object({
    fromBranchId: id,
    toBranchId: id,
    note: optionalText(200),
    lines: z
      .array(transferLineInput)
      .check(z.minLength(1, { error: 'required' }), z.maxLength(MAX_TRANSFER_LINES)),
  })
  .check(toAnotherBranch);

const shortage = z._default(z.int().check(z.gte(0), z.lte(MAX_STOCK)), 0);

/** A line as it was received: pieces sent less missing and damaged ones. */
export const transferLine = z.extend(transferLineInput, {
  missing: shortage,
  damaged: shortage,
  note: optionalText(200),
});

export const stockTransfer = z.object({
  _id: id,
  /** `VTE-T26-000004`, of the sending branch. */
  number: z.string(),
  fromBranchId: id,
  toBranchId: id,
  note: z.string(),
  status: z.enum(stockTransferStatuses),
  lines: z.array(transferLine),
  createdBy: z.string(),
  createdAt: timestamp,
  sentBy: z.string(),
  sentAt: z.nullable(timestamp),
  /** The person who received, called back or cancelled it. */
  endedBy: z.string(),
  endedAt: z.nullable(timestamp),
  endReason: z.string(),
  version,
});

export const stockTransfers = resource(stockTransfersList, {
  row: stockTransfer,
  input: stockTransferInput,
});
export const stockTransfersQuery = z.extend(stockTransfers.query, {
  branchId: z.optional(id),
  status: z.optional(z.enum(stockTransferStatuses)),
});

/** POST `/stock-transfers/{id}/send`, `/cancel` (a draft), `/call-back` (goods on their way). */
export const transferStep = z.object({ version, reason: optionalText(200) });

/**
 * POST `/stock-transfers/{id}/receive`: only lines with missing or damaged pieces need to be named.
 */
export const receiveTransfer = z.object({
  version,
  lines: z._default(
    z.array(z.object({ productId: id, missing: shortage, damaged: shortage, note: text(200) })),
    [],
  ),
});

export type StockTransfer = z.output<typeof stockTransfer>;
export type StockTransferInput = z.output<typeof stockTransferInput>;
export type TransferLine = z.output<typeof transferLine>;
export type ReceiveTransfer = z.output<typeof receiveTransfer>;

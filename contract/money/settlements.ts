import * as z from 'zod/mini';
import { id, optionalText, timestamp } from '#contract/fields.ts';

// Payments for what one branch owes another (docs/figures.md, "Figure 28: between branches"): POST
// `/settlements` by the branch that owes, POST `/settlements/{id}/confirm` by the one that received
// it.

export const branchSettlements = {
  name: 'settlements',
  path: '/settlements',
  read: 'figures:read',
  write: 'settlements:write',
} as const;

export const settlementsQuery = z.object({ branchId: z.optional(id) });

export const settlementInput = z
  .object({
    fromBranchId: id,
    toBranchId: id,
    amountLAK: z.int().check(z.positive({ error: 'positive' })),
    note: optionalText(200),
    /**
     * The source of the money: exactly one of a bank account and a drawer of the branch that owes.
     */
    bankAccountId: z.nullable(id),
    drawerId: z.nullable(id),
  })
  .check(
    z.refine(({ bankAccountId, drawerId }) => (bankAccountId === null) !== (drawerId === null), {
      path: ['bankAccountId'],
      error: 'required',
    }),
  )
  .check(
    z.refine(({ fromBranchId, toBranchId }) => fromBranchId !== toBranchId, {
      path: ['toBranchId'],
      error: 'otherBranch',
    }),
  );
export type SettlementInput = z.output<typeof settlementInput>;

/**
 * `paidFrom` is the name of the bank account or drawer; empty for rows from before it was recorded.
 */
export const settlement = z.object({
  _id: id,
  fromBranchId: id,
  toBranchId: id,
  amountLAK: z.int(),
  note: z.string(),
  paidFrom: z.string(),
  by: z.string(),
  at: timestamp,
  confirmedBy: z.string(),
  confirmedAt: z.nullable(timestamp),
  mayConfirm: z.boolean(),
});
export type BranchSettlement = z.output<typeof settlement>;

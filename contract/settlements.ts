import * as z from 'zod/mini';
import { id, optionalText, stamp } from './fields.ts';

// What one branch owes another (figure 28) and has paid: POST `/settlements` by the one that owes, POST `/settlements/{id}/confirm` by the one that received it.

export const settlements = { name: 'settlements', path: '/settlements', read: 'figures:read', write: 'settlements:write' } as const;

export const settlementsQuery = z.object({ branchId: z.optional(id) });

export const settlementInput = z
  .object({ fromBranchId: id, toBranchId: id, amountLAK: z.int().check(z.positive({ error: 'positive' })), note: optionalText(200) })
  .check(z.refine(({ fromBranchId, toBranchId }) => fromBranchId !== toBranchId, { path: ['toBranchId'], error: 'otherBranch' }));
export type SettlementInput = z.output<typeof settlementInput>;

export const settlement = z.object({
  ...{ _id: id, fromBranchId: id, toBranchId: id, amountLAK: z.int(), note: z.string(), by: z.string(), at: stamp },
  ...{ confirmedBy: z.string(), confirmedAt: z.nullable(stamp), mayConfirm: z.boolean() },
});
export type Settlement = z.output<typeof settlement>;

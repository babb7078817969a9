import * as z from 'zod/mini';
import { id, text, timestamp } from '#contract/fields.ts';

// What the centre keeps of one person: its export, and its erasure (docs/domain.md, "A person's
// data").

/** The kinds of people of whom the centre keeps a record. */
export const personKinds = ['student', 'guardian', 'teacher', 'account'] as const;
export type PersonKind = (typeof personKinds)[number];

/** The days between the confirmation of an erasure and the erasure itself. */
export const ERASURE_DAYS = 14;

/** What stands in the way of an erasure; each must be settled first. */
export const erasureHindrances = [
  'owes',
  'credit',
  'place',
  'payerOfPlace',
  'slip',
  'walkInSlip',
  'hold',
  'refund',
  'teaches',
  'activeAccount',
  'ownAccount',
  'bankAccount',
  'moving',
  'merged',
  'erased',
] as const;
export type ErasureHindrance = (typeof erasureHindrances)[number];

export const personParams = z.object({ kind: z.enum(personKinds), id });

/** The states of a request, in their order. */
export const erasureStates = ['asked', 'confirmed', 'withdrawn', 'done'] as const;
export type ErasureState = (typeof erasureStates)[number];

/** One request to erase a person. */
export const erasure = z.object({
  _id: id,
  kind: z.enum(personKinds),
  personId: id,
  branchId: z.nullable(id),
  /** The name and code as they are now. */
  name: z.string(),
  nameEn: z.string(),
  code: z.string(),
  state: z.enum(erasureStates),
  reason: z.string(),
  askedAt: timestamp,
  askedBy: z.string(),
  confirmedAt: z.nullable(timestamp),
  confirmedBy: z.string(),
  /** The moment from which the server erases by itself; null before the confirmation. */
  dueAt: z.nullable(timestamp),
  /** Whole days until then, at least 0. */
  daysLeft: z.nullable(z.int()),
  /** What stands in the way now. */
  hindrances: z.array(z.enum(erasureHindrances)),
  /** True if the asker may confirm it: another superadmin, or the only one. */
  mayConfirm: z.boolean(),
});
export type Erasure = z.output<typeof erasure>;

/** GET `/personal-data/{kind}/{id}`: the state of one person. */
export const personalData = z.object({
  name: z.string(),
  code: z.string(),
  hindrances: z.array(z.enum(erasureHindrances)),
  /** The request that is open, or the erasure that was done. */
  erasure: z.nullable(erasure),
});
export type PersonalData = z.output<typeof personalData>;

export const erasureInput = z.object({ reason: text(500) });

/** A prospect without any place since the months of the settings. */
export const prospect = z.object({
  _id: id,
  studentCode: z.string(),
  name: z.string(),
  nameEn: z.string(),
  branchId: id,
  lastChangeAt: timestamp,
});

/** GET `/erasures`: what waits, what was done lately, and the proposals. */
export const erasureList = z.object({
  open: z.array(erasure),
  done: z.array(erasure),
  prospects: z.array(prospect),
  prospectsInAll: z.int(),
  /** 0 if prospects are not proposed. */
  prospectMonths: z.int(),
});
export type ErasureList = z.output<typeof erasureList>;

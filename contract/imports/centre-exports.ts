import * as z from 'zod/mini';
import { id, password, timestamp } from '#contract/fields.ts';

/**
 * One export of everything, for a centre that leaves (docs/moving-in.md, "Leaving"). GET lists the
 * newest ones, POST begins one; `/{id}/file` is its ZIP, which is kept for a day.
 */
export const centreExports = {
  name: 'centre-exports',
  path: '/centre-exports',
  read: 'moves:read',
  write: 'moves:write',
} as const;

/** GET: the people and classes of the own branch as one workbook, without money. */
export const branchExport = { path: '/branch-export', read: 'branch-export:read' } as const;

/** `gone`: its file was deleted. */
export const centreExportStates = ['running', 'ready', 'failed', 'gone'] as const;
export type CentreExportState = (typeof centreExportStates)[number];

/** The reason why an export failed; empty for others. `lost`: the server ended meanwhile. */
export const centreExportReasons = ['', 'lost', 'diskFull', 'other'] as const;
export type CentreExportReason = (typeof centreExportReasons)[number];

/** `erased`: a person was erased who may stand in its file, so it was deleted before its day. */
export const shownExportReasons = [...centreExportReasons, 'erased'] as const;

/** Superadmins type their password again, because everything leaves with the file. */
export const centreExportInput = z.object({ password });

export const centreExport = z.object({
  _id: id,
  state: z.enum(centreExportStates),
  reason: z.enum(shownExportReasons),
  /** The parts of the file that are written, of all. */
  done: z.int(),
  of: z.int(),
  bytes: z.nullable(z.int()),
  fileName: z.string(),
  startedAt: timestamp,
  endedAt: z.nullable(timestamp),
  /** The moment at which its file is deleted. */
  expiresAt: z.nullable(timestamp),
  /** The name of the superadmin who asked for it. */
  by: z.string(),
});
export type CentreExport = z.output<typeof centreExport>;
export const startedCentreExport = z.pick(centreExport, { _id: true });

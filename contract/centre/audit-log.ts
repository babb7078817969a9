import * as z from 'zod/mini';
import {
  auditActions,
  auditEntities,
  type AuditAction,
  type AuditEntity,
} from '#contract/words/audit/acts.ts';
import { exportQuery } from '#contract/reports/exports.ts';
import { date, id, timestamp } from '#contract/fields.ts';
import { auditLogList } from './audit-log-list.ts';
import { resource } from '#contract/resource.ts';

const words = z.object({ en: z.string(), lo: z.string() });

/** One entry of the list. `nameEn` and `nameLo` are the record's name, if it still has one. */
export const auditRow = z.object({
  _id: id,
  at: timestamp,
  actorId: z.nullable(id),
  actorName: z.string(),
  role: z.string(),
  /** The branch of the record; that of the user if the record belongs to the whole centre. */
  ofBranchId: z.nullable(id),
  action: z.string(),
  entity: z.string(),
  entityId: z.string(),
  nameEn: z.string(),
  nameLo: z.string(),
  reason: z.string(),
  device: z.string(),
  ip: z.string(),
});
export type AuditRow = z.output<typeof auditRow>;

const values = z.nullable(z.record(z.string(), z.unknown()));

/** GET `/audit-log/:id`: the entry with both states, and the names behind their ids. */
export const auditRecord = z.extend(auditRow, {
  before: values,
  after: values,
  names: z.record(z.string(), words),
});
export type AuditRecord = z.output<typeof auditRecord>;

const entities = Object.keys(auditEntities) as AuditEntity[];
const actions = Object.keys(auditActions) as AuditAction[];

/** Clients cannot add rows to the audit log. */
export const auditLog = resource(auditLogList, { row: auditRow, input: z.object({}) });
export const auditQuery = z.extend(auditLog.query, {
  branchId: z.optional(id),
  actorId: z.optional(id),
  entity: z.optional(z.enum(entities)),
  entityId: z.optional(z.string().check(z.maxLength(200))),
  action: z.optional(z.enum(actions)),
  /** Days in Vientiane, both included. */
  atFrom: z.optional(date),
  atTo: z.optional(date),
});
export type AuditQuery = z.output<typeof auditQuery>;
export const auditExportQuery = exportQuery(auditQuery);

/** GET `/audit-log/people`: the people by whom the list can be filtered. */
export const auditPerson = z.object({ _id: id, name: z.string() });
export type AuditPerson = z.output<typeof auditPerson>;

/** POST `/audit-log/refused`: the path of a screen that this user may not open. */
export const refusedVisit = z.object({ path: z.string().check(z.regex(/^\/[\w\-/]{0,150}$/)) });

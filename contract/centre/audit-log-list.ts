import type { AuditRow } from './audit-log.ts';
import { listOf } from '#contract/list-of.ts';

export const auditLog = listOf<AuditRow>()({
  name: 'audit-log',
  sort: ['at'],
  search: [],
  cache: 'page',
});

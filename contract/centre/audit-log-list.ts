import type { AuditRow } from './audit-log.ts';
import { listOf } from '#contract/list-of.ts';

export const auditLogList = listOf<AuditRow>()({
  name: 'audit-log',
  sort: ['at'],
  search: [],
  cache: 'page',
});

import type { AuditEntity } from '#contract/audit-words/acts.ts';
import { paths } from '#src/lib/paths.ts';

type Shown = { entity?: AuditEntity; entityId?: string; id?: string };

/** The address of the audit log, of what it has of one record, or of one entry. */
export const auditPath = (shown: Shown = {}): string =>
  `${paths.schoolInfo}?${new URLSearchParams({ view: 'audit', ...shown }).toString()}`;

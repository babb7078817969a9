import { ScrollText } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { AuditEntity } from '#contract/audit-words/acts.ts';
import { useCan } from '#src/lib/session/use-can.ts';
import controls from '#src/theme/controls.module.css';
import { auditPath } from './audit-path.ts';

/** The way from a record to what the audit log has of it, or to the whole log; nothing for those who may not read it. */
export function AuditLink(of: { entity?: AuditEntity; entityId?: string }) {
  const { t } = useTranslation('shell');
  if (!useCan('audit-log:read')) return null;
  return (
    <Link to={auditPath(of)} className={controls.button}>
      <ScrollText aria-hidden size={16} strokeWidth={1.75} />
      {t('page.auditLog')}
    </Link>
  );
}

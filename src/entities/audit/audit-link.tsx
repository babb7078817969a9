import { ScrollText } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { AuditEntity } from '#contract/words/audit/acts.ts';
import { LinkButton } from '#src/components/kit/link-button.tsx';
import { useCan } from '#src/lib/session/use-can.ts';
import { paths } from '#src/lib/paths.ts';

type Shown = { entity?: AuditEntity; entityId?: string; id?: string };

/** The address of the audit log: all of it, one record's entries, or one entry. */
export const auditPath = (shown: Shown = {}): string =>
  `${paths.schoolInfo}?${new URLSearchParams({ view: 'audit', ...shown }).toString()}`;

/**
 * A link to a record's entries in the audit log, or to the whole log; nothing for people who may
 * not read it. `isShort`: a phone shows only the icon.
 */
export function AuditLink({
  isShort = false,
  ...of
}: {
  entity?: AuditEntity;
  entityId?: string;
  isShort?: boolean;
}) {
  const { t } = useTranslation('shell');
  if (!useCan('audit-log:read')) return null;
  return (
    <LinkButton icon={ScrollText} isShort={isShort} to={auditPath(of)}>
      {t('page.auditLog')}
    </LinkButton>
  );
}

import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { AuditRow } from '#contract/centre/audit-log.ts';
import { auditActions, auditEntities } from '#contract/words/audit/acts.ts';
import { auditValues } from '#contract/words/audit/values.ts';
import { wordFor } from '#contract/words/audit/word.ts';
import { paths } from '#src/lib/paths.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';

/** The name of a path, which is also the key of its titles. */
const screenAt = (path: string) => Object.entries(paths).find(([, one]) => one === path)?.[0] ?? '';

/** The text of an entry in the language of the interface. */
export function useAuditWords() {
  const { t, i18n } = useTranslation(['audit-log', 'shell']);
  const language = useLanguage();
  return useCallback(
    ({ action, entity, role, nameEn, nameLo, actorName }: AuditRow) => {
      const titled = ['nav', 'page']
        .map((kind): unknown => i18n.getResource(language, 'shell', `${kind}.${screenAt(nameEn)}`))
        .find((title) => typeof title === 'string');
      const name = language === 'lo' ? nameLo : nameEn;
      return {
        action: wordFor(auditActions, action, language),
        entity: wordFor(auditEntities, entity, language),
        name: entity === 'screens' && typeof titled === 'string' ? titled : name,
        who: actorName || t('system'),
        role: role === '' ? '' : wordFor(auditValues, role, language),
      };
    },
    [t, i18n, language],
  );
}

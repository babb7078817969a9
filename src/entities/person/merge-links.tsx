import { useTranslation } from 'react-i18next';
import type { MergeLink } from '#contract/people/merge.ts';
import { formatPhone } from '#contract/people/phone.ts';
import { DOT } from '#contract/words/dot.ts';
import { HelpText } from '#src/components/kit/field.tsx';
import styles from './person.module.css';

/** The people who are linked to the record after the merge, with those that move. */
export function MergeLinks({ name, links }: { name: string; links: readonly MergeLink[] }) {
  const { t } = useTranslation(['people', 'common']);
  const titleId = `merge-links-${name}`;
  return (
    <section aria-labelledby={titleId}>
      <h3 id={titleId}>{t(name === 'parents' ? 'merge.children' : 'merge.guardians')}</h3>
      {links.length === 0 && <HelpText>{t('common:form.none')}</HelpText>}
      <ul className={styles.entries}>
        {links.map(({ _id, firstName, lastName, detail, relation, isPayer, from }) => (
          <li key={_id}>
            {[
              `${firstName} ${lastName}`,
              formatPhone(detail),
              t(`record.relations.${relation}`),
            ].join(DOT)}
            <HelpText>
              {[isPayer && t('record.isPayer'), from !== 'kept' && t(`merge.from.${from}`)]
                .filter(Boolean)
                .join(DOT)}
            </HelpText>
          </li>
        ))}
      </ul>
    </section>
  );
}

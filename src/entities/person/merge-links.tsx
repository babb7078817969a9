import { chakra } from '@chakra-ui/react/styled-system';
import { useTranslation } from 'react-i18next';
import type { MergeLink } from '#contract/people/merge.ts';
import { formatPhone } from '#contract/people/phone.ts';

/** The people who are linked to the record after the merge, with those that move. */
export function MergeLinks({ name, links }: { name: string; links: readonly MergeLink[] }) {
  const { t } = useTranslation(['people', 'common']);
  const titleId = `merge-links-${name}`;
  return (
    <chakra.section aria-labelledby={titleId} lineHeight="lao">
      <chakra.h3 id={titleId} textStyle="sm" fontWeight="semibold">
        {t(name === 'parents' ? 'merge.children' : 'merge.guardians')}
      </chakra.h3>
      {links.length === 0 && <chakra.p color="fg.muted">{t('common:form.none')}</chakra.p>}
      <chakra.ul>
        {links.map(({ _id, firstName, lastName, detail, relation, isPayer, from }) => (
          <chakra.li
            key={_id}
            py="1"
            borderBottomWidth="1px"
            borderColor="border.muted"
            overflowWrap="anywhere"
          >
            {[
              `${firstName} ${lastName}`,
              formatPhone(detail),
              t(`record.relations.${relation}`),
            ].join(' · ')}
            <chakra.span display="block" textStyle="xs" color="fg.muted">
              {[isPayer && t('record.isPayer'), from !== 'kept' && t(`merge.from.${from}`)]
                .filter(Boolean)
                .join(' · ')}
            </chakra.span>
          </chakra.li>
        ))}
      </chakra.ul>
    </chakra.section>
  );
}

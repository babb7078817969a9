import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { DeskStartOf } from '#contract/desk/desk-start.ts';
import { Button } from '#src/components/kit/button.tsx';
import { LinkButton } from '#src/components/kit/link-button.tsx';
import { paths } from '#src/lib/paths.ts';
import { readFailureText } from '#src/lib/request/failure-text.ts';
import styles from './desk.module.css';
import { visitFrom } from './start-visit.ts';
import type { VisitDraft } from './visit-draft.ts';

type StartedVisitProps = {
  start: { of: DeskStartOf; id: string };
  children: (begin: VisitDraft) => ReactNode;
};

/**
 * Loads the lines of a visit that continues an earlier record, or says why they could not be
 * loaded.
 */
export function StartedVisit({ start, children }: StartedVisitProps) {
  const { t } = useTranslation(['desk', 'common']);
  // Loaded only once, because another answer would replace what was typed since.
  const { data, error, refetch } = useQuery({
    queryKey: ['desk-start', start.of, start.id],
    queryFn: () => visitFrom(start),
    staleTime: Infinity,
    gcTime: 0,
  });
  if (data) return children(data);
  if (!error) return <p role="status">{t('common:loading')}</p>;
  return (
    <div role="alert" className={styles.hint}>
      <p>{readFailureText(error)}</p>
      <Button onClick={() => void refetch()}>{t('common:action.retry')}</Button>
      <LinkButton to={paths.newEnrollment}>{t('newVisit')}</LinkButton>
    </div>
  );
}

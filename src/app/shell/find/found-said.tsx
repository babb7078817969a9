import { useTranslation } from 'react-i18next';
import { Unseen } from '#src/components/kit/unseen.tsx';
import { useMoment } from '#src/components/page/use-moment.ts';
import { useNow } from '#src/lib/browser/use-now.ts';
import { STALE_AFTER_MS } from '#src/lib/text/freshness.ts';
import type { FindItem } from './find-items.ts';
import styles from './find.module.css';
import type { useFound } from './use-found.ts';

type FoundSaidProps = ReturnType<typeof useFound> & { items: readonly FindItem[]; text: string };

function useSaid({ items, answer, isSettled, failed, text }: FoundSaidProps): string {
  const { t } = useTranslation(['find', 'common']);
  const asOf = useMoment(answer?.asOf ?? 0, useNow(STALE_AFTER_MS));
  if (failed) return t('failed');
  if (answer?.isCopy) return answer.asOf > 0 ? t('onDeviceAsOf', { asOf }) : t('onDeviceOnly');
  if (text.trim() === '') return '';
  if (!isSettled) return items.length > 0 ? t('common:loading') : '';
  return items.length === 0
    ? t('common:list.noMatch', { search: text })
    : t('count', { count: items.length });
}

/**
 * The outcome of the search. Screen readers always read it; it is visible only if nothing was found
 * or the results may be incomplete.
 */
export function FoundSaid(props: FoundSaidProps) {
  const said = useSaid(props);
  const { items, failed, answer } = props;
  const isSeen = items.length === 0 || failed || answer?.isCopy === true;
  return (
    <p role="status" className={isSeen ? styles.said : undefined}>
      {isSeen ? said : <Unseen>{said}</Unseen>}
    </p>
  );
}

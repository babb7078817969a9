import { ListX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#src/components/kit/button.tsx';
import {
  LISTS_LAST_DAYS,
  listsEndedWasRead,
  useListsEnded,
} from '#src/offline/lists/lists-ended.ts';
import { NoticeLine } from './notice-line.tsx';

/** Says why the lists of this device are gone, until somebody has read it. */
export function ListsEndedLine() {
  const { t } = useTranslation('device');
  const why = useListsEnded((state) => state.why);
  if (why === undefined) return null;
  return (
    <NoticeLine icon={ListX} warning text={t(`listsEnded.${why}`, { count: LISTS_LAST_DAYS })}>
      <Button onClick={listsEndedWasRead}>{t('booksBack.done')}</Button>
    </NoticeLine>
  );
}

import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_AT_ONCE } from '#contract/people/student-words.ts';
import { Button } from '#src/components/kit/button.tsx';
import { LinkButton } from '#src/components/kit/link-button.tsx';
import type { Selection } from '#src/components/table/use-selection.ts';
import { studentCardsPath } from '#src/entities/report/report-paths.ts';

const StatusDialog = lazy(async () => ({
  default: (await import('#src/entities/student/status-dialog.tsx')).StatusDialog,
}));

/** The actions on the selected students. */
export function StudentBulk({ selection }: { selection: Selection }) {
  const { t } = useTranslation('people');
  const [asking, setAsking] = useState(false);
  if (selection.ids.size > MAX_AT_ONCE) return <span>{t('tooMany', { max: MAX_AT_ONCE })}</span>;
  return (
    <>
      <Button onClick={() => setAsking(true)}>{t('changeStatus')}</Button>
      <LinkButton to={studentCardsPath({ ids: [...selection.ids] })}>{t('cards')}</LinkButton>
      {asking && (
        <Suspense>
          <StatusDialog
            ids={[...selection.ids]}
            onClose={() => setAsking(false)}
            onDone={() => {
              setAsking(false);
              selection.clear();
            }}
          />
        </Suspense>
      )}
    </>
  );
}

import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { MAX_AT_ONCE } from '#contract/people/student-words.ts';
import type { Selection } from '#src/components/table/use-selection.ts';
import controls from '#src/theme/controls.module.css';
import { studentCardsPath } from '#src/entities/report/report-paths.ts';

const StatusDialog = lazy(async () => ({
  default: (await import('./status-dialog.tsx')).StatusDialog,
}));

/** The actions on the selected students. */
export function StudentBulk({ selection }: { selection: Selection }) {
  const { t } = useTranslation('people');
  const [asking, setAsking] = useState(false);
  if (selection.ids.size > MAX_AT_ONCE) return <span>{t('tooMany', { max: MAX_AT_ONCE })}</span>;
  return (
    <>
      <button type="button" className={controls.button} onClick={() => setAsking(true)}>
        {t('changeStatus')}
      </button>
      <Link className={controls.button} to={studentCardsPath({ ids: [...selection.ids] })}>
        {t('cards')}
      </Link>
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

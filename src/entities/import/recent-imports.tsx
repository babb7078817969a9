import { useQuery } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ImportKind, RecentImport } from '#contract/imports/imports.ts';
import { Button } from '#src/components/kit/button.tsx';
import { api } from '#src/lib/request/api.ts';
import { formatDateTime } from '#src/lib/text/format.ts';
import styles from './import.module.css';
import { Lines } from './lines.tsx';
import type { ImportWork } from './use-import.ts';
import { useUndoQuestion } from './use-undo-question.ts';

/**
 * The imports of the last day and their authors; the author of one can undo it, even after the
 * dialog was closed.
 */
export function RecentImports({ work, kind }: { work: ImportWork; kind: ImportKind }) {
  const { t } = useTranslation('tables');
  const { takeBack, dialog } = useUndoQuestion(work);
  const { data } = useQuery({
    queryKey: [kind, 'imports'],
    queryFn: ({ signal }) => api.get<RecentImport[]>(`/${kind}/imports`, { signal, quiet: true }),
    gcTime: 0,
  });
  if (!data || data.length === 0) return null;
  const heads = [
    t('import.recent.file'),
    t('import.recent.who'),
    t('import.recent.rows'),
    t('import.recent.undo'),
  ];
  const lines = data.map(({ _id, fileName, at, by, added, undone, mayUndo }) => [
    fileName,
    <span key="who">
      {by}
      <small>
        <time dateTime={at}>{formatDateTime(at)}</time>
      </small>
    </span>,
    added,
    mayUndo ? (
      <Button
        icon={Undo2}
        key="undo"
        disabled={work.busy}
        aria-label={t('import.recent.undoOf', { file: fileName })}
        onClick={() => void takeBack(_id)}
      >
        {t('import.recent.undo')}
      </Button>
    ) : (
      undone && t('import.recent.undone')
    ),
  ]);
  return (
    <section className={styles.section}>
      <h3>{t('import.recent.title')}</h3>
      <Lines label={t('import.recent.title')} heads={heads} lines={lines} count={data.length} />
      {dialog}
    </section>
  );
}

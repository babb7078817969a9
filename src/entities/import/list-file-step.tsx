import { useQuery } from '@tanstack/react-query';
import { Download, FileSpreadsheet } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ImportKind } from '#contract/imports/imports.ts';
import type { ListImport } from '#contract/imports/moving-in.ts';
import { Button } from '#src/components/kit/button.tsx';
import { ErrorText } from '#src/components/kit/error-text.tsx';
import { Toolbar } from '#src/components/kit/toolbar.tsx';
import { saveFile } from '#src/lib/browser/save-file.ts';
import { api } from '#src/lib/request/api.ts';
import { useStore } from '#src/lib/store.ts';
import { branchNameIn } from '#src/lib/text/branch-name.ts';
import { formatDateTime } from '#src/lib/text/format.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
import { useBranchChoice, useNewRecordBranchId } from '#src/offline/branch-choice.ts';
import styles from './import.module.css';
import { Lines } from './lines.tsx';
import { useMoveActs } from './move-queries.ts';
import { PickFile } from './pick-file.tsx';

/** The sheet to fill; the request itself reports its failure. */
async function saveListTemplate(kind: ImportKind): Promise<void> {
  const read = (response: Response) => response.blob();
  const file = await api.send('GET', `/${kind}/import/template`, {}, read).catch(() => undefined);
  if (file) saveFile(file, `${kind}-template.xlsx`);
}

type Opens = { kind: ImportKind; onOpen: (moveId: string) => void };

/** The imports of the last day; whoever began one can open it, to go on or to take it back. */
function RecentListImports({ kind, onOpen }: Opens) {
  const { t } = useTranslation('tables');
  const { data } = useQuery({
    queryKey: [kind, 'imports'],
    queryFn: ({ signal }) => api.get<ListImport[]>(`/${kind}/imports`, { signal, quiet: true }),
    gcTime: 0,
  });
  if (!data || data.length === 0) return null;
  const heads = [
    t('import.recent.file'),
    t('import.recent.who'),
    t('import.recent.rows'),
    t('import.recent.state'),
  ];
  const lines = data.map(({ _id, fileName, at, by, added, state, isMine }) => [
    isMine ? (
      <Button
        key="file"
        look="text"
        wraps
        aria-label={t('import.recent.openOf', { file: fileName })}
        onClick={() => onOpen(_id)}
      >
        {fileName}
      </Button>
    ) : (
      fileName
    ),
    <span key="who">
      {by}
      <small>
        <time dateTime={at}>{formatDateTime(at)}</time>
      </small>
    </span>,
    added,
    t(`import.recent.states.${state}`),
  ]);
  return (
    <section className={styles.section}>
      <h3>{t('import.recent.title')}</h3>
      <Lines label={t('import.recent.title')} heads={heads} lines={lines} count={data.length} />
    </section>
  );
}

/** The choice of the file; its people come into the branch that is named here. */
export function ListFileStep({ kind, onOpen }: Opens) {
  const { t } = useTranslation('tables');
  const language = useLanguage();
  const branchId = useNewRecordBranchId();
  const selected = useStore(({ branch }) => branch.branchData);
  const { options } = useBranchChoice();
  const acts = useMoveActs();
  const branch = selected
    ? branchNameIn(selected, language)
    : options.find(({ value }) => value === branchId)?.label;
  const upload = async (file: File) => {
    const move = await acts.upload(file, branchId ?? '', kind);
    if (move) onOpen(move._id);
  };
  return (
    <div className={styles.body}>
      <p>{t('import.choose.text')}</p>
      {branch && kind !== 'products' && <p>{t('import.choose.branch', { branch })}</p>}
      <Toolbar>
        <PickFile
          label={t('import.choose.file')}
          icon={FileSpreadsheet}
          isBusy={acts.isBusy}
          onPick={(file) => void upload(file)}
        />
        <Button icon={Download} onClick={() => void saveListTemplate(kind)}>
          {t('import.choose.template')}
        </Button>
      </Toolbar>
      <p role="status">{acts.isBusy ? t('import.choose.reading') : ''}</p>
      <ErrorText role="alert">{acts.problem}</ErrorText>
      <RecentListImports kind={kind} onOpen={onOpen} />
    </div>
  );
}

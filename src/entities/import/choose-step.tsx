import { Download, FileSpreadsheet } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ImportKind } from '#contract/imports/imports.ts';
import { Toolbar } from '#src/components/kit/toolbar.tsx';
import { Button } from '#src/components/kit/button.tsx';
import { api } from '#src/lib/request/api.ts';
import { saveFile } from '#src/lib/browser/save-file.ts';
import { useStore } from '#src/lib/store.ts';
import { branchNameIn } from '#src/lib/text/branch-name.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
import { useBranchChoice, useNewRecordBranchId } from '#src/offline/branch-choice.ts';
import styles from './import.module.css';
import { PickFile } from './pick-file.tsx';
import { RecentImports } from './recent-imports.tsx';
import type { ImportWork } from './use-import.ts';

function useTemplate(kind: ImportKind) {
  const language = useLanguage();
  return async () => {
    const read = (response: Response) => response.blob();
    // The request itself reports its failure.
    const file = await api
      .send('GET', `/${kind}/import/template`, { query: { language } }, read)
      .catch(() => undefined);
    if (file) saveFile(file, `${kind}-template.xlsx`);
  };
}

/** The choice of the file, and of the branch of its rows. */
export function ChooseStep({ work, kind }: { work: ImportWork; kind: ImportKind }) {
  const { t } = useTranslation('tables');
  const language = useLanguage();
  const branchId = useNewRecordBranchId();
  const selected = useStore(({ branch }) => branch.branchData);
  const { options } = useBranchChoice();
  const branch = selected
    ? branchNameIn(selected, language)
    : options.find(({ value }) => value === branchId)?.label;
  const template = useTemplate(kind);
  return (
    <div className={styles.body}>
      <p>{t('import.choose.text')}</p>
      {branch && kind !== 'products' && <p>{t('import.choose.branch', { branch })}</p>}
      <Toolbar>
        <PickFile
          label={t('import.choose.file')}
          icon={FileSpreadsheet}
          isBusy={work.busy}
          onPick={(file) => void work.upload(file)}
        />
        <Button icon={Download} onClick={() => void template()}>
          {t('import.choose.template')}
        </Button>
      </Toolbar>
      <p role="status">{work.busy ? t('import.choose.reading') : ''}</p>
      <RecentImports work={work} kind={kind} />
    </div>
  );
}

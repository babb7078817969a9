import { useTranslation } from 'react-i18next';
import { BYTE_ORDER_MARK, csvLine } from '#contract/words/csv.ts';
import type { ImportedFile, ImportKind } from '#contract/imports/imports.ts';
import { DOT } from '#contract/words/dot.ts';
import { Toolbar } from '#src/components/kit/toolbar.tsx';
import { Button } from '#src/components/kit/button.tsx';
import { saveFile } from '#src/lib/browser/save-file.ts';
import styles from './import.module.css';
import { Lines } from './lines.tsx';

type FileNotesProps = {
  file: ImportedFile;
  kind: ImportKind;
  isBusy: boolean;
  onSheet: (name: string) => void;
};

/** Rows around the table that are not imported, with their reasons; they can be downloaded. */
function LeftOut({ file: { leftOut }, kind }: Pick<FileNotesProps, 'file' | 'kind'>) {
  const { t } = useTranslation('tables');
  const reasonOf = (reason: ImportedFile['leftOut'][number]['reason']) =>
    t(`import.leftOut.${reason === 'title' ? 'titleRow' : reason}`);
  const heads = [t('import.check.row'), t('import.leftOut.reason'), t('import.leftOut.content')];
  const download = () => {
    const lines = leftOut.map(({ row, reason, cells }) => [
      String(row),
      reasonOf(reason),
      ...cells,
    ]);
    const text = BYTE_ORDER_MARK + [heads, ...lines].map(csvLine).join('');
    saveFile(new Blob([text], { type: 'text/csv' }), `${kind}-left-out.csv`);
  };
  return (
    <details>
      <summary className={styles.summary}>
        {t('import.leftOut.title', { count: leftOut.length })}
      </summary>
      <Lines
        label={t('import.leftOut.title', { count: leftOut.length })}
        heads={heads}
        lines={leftOut.map(({ row, reason, cells }) => [
          row,
          reasonOf(reason),
          cells.filter(Boolean).join(DOT),
        ])}
        count={leftOut.length}
      />
      <Toolbar>
        <Button onClick={download}>{t('import.leftOut.download')}</Button>
      </Toolbar>
    </details>
  );
}

/** The sheet that was read, the others that can be taken too, and the rows that are no rows. */
export function FileNotes({ file, kind, isBusy, onSheet }: FileNotesProps) {
  const { t } = useTranslation('tables');
  const { sheetName, otherSheets, leftOut, mergedRows, hiddenRows } = file;
  return (
    <>
      {sheetName !== '' && <p>{t('import.sheet.read', { sheet: sheetName })}</p>}
      {otherSheets.length > 0 && (
        <Toolbar label={t('import.sheet.others')}>
          {otherSheets.map(({ name, rows }) => (
            <Button key={name} disabled={isBusy} onClick={() => onSheet(name)}>
              {t('import.sheet.take', { sheet: name, count: rows })}
            </Button>
          ))}
        </Toolbar>
      )}
      {mergedRows > 0 && <p>{t('import.sheet.merged', { count: mergedRows })}</p>}
      {hiddenRows > 0 && <p>{t('import.sheet.hidden', { count: hiddenRows })}</p>}
      {leftOut.length > 0 && <LeftOut file={file} kind={kind} />}
    </>
  );
}

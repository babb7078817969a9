import { useTranslation } from 'react-i18next';
import { BYTE_ORDER_MARK, csvLine } from '#contract/words/csv.ts';
import type { MovingSheet } from '#contract/imports/moving-in.ts';
import { DOT } from '#contract/words/dot.ts';
import { Button } from '#src/components/kit/button.tsx';
import { Toolbar } from '#src/components/kit/toolbar.tsx';
import { saveFile } from '#src/lib/browser/save-file.ts';
import styles from './import.module.css';
import { Lines } from './lines.tsx';

type LeftOut = MovingSheet['leftOut'];

/** Rows around the table that are not imported, with their reasons; they can be downloaded. */
function LeftOutRows({ leftOut }: { leftOut: LeftOut }) {
  const { t } = useTranslation('tables');
  const reasonOf = (reason: LeftOut[number]['reason']) =>
    t(`import.leftOut.${reason === 'title' ? 'titleRow' : reason}`);
  const heads = [t('import.check.row'), t('import.leftOut.reason'), t('import.leftOut.content')];
  const title = t('import.leftOut.title', { count: leftOut.length });
  const download = () => {
    const lines = leftOut.map(({ row, reason, cells }) => [
      String(row),
      reasonOf(reason),
      ...cells,
    ]);
    const text = BYTE_ORDER_MARK + [heads, ...lines].map(csvLine).join('');
    saveFile(new Blob([text], { type: 'text/csv' }), 'left-out.csv');
  };
  return (
    <details>
      <summary className={styles.summary}>{title}</summary>
      <Lines
        label={title}
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

/** What of a sheet is no plain row: rows around the table, merged cells, hidden rows. */
export function SheetNotes({ sheet }: { sheet: MovingSheet }) {
  const { t } = useTranslation('tables');
  const { leftOut, mergedRows, hiddenRows } = sheet;
  return (
    <>
      {mergedRows > 0 && <p>{t('import.sheet.merged', { count: mergedRows })}</p>}
      {hiddenRows > 0 && <p>{t('import.sheet.hidden', { count: hiddenRows })}</p>}
      {leftOut.length > 0 && <LeftOutRows leftOut={leftOut} />}
    </>
  );
}

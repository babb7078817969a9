import { Columns3, Ellipsis, Printer, type LucideIcon } from 'lucide-react';
import { Suspense, useId, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Menu, MenuEntry, MenuList } from '#src/components/kit/menu.tsx';
import { Segments } from '#src/components/kit/segments.tsx';
import type { ListColumn } from '#src/components/table/columns.ts';
import { ColumnPanel } from './column-panel.tsx';
import styles from './filter-bar.module.css';
import type { ColumnChoice } from './use-column-choice.ts';
import { usePopover } from './use-popover.ts';
import type { Printing } from './use-print.ts';
import { rowHeights, type RowHeight } from './use-row-height.ts';

/** An entry of the menu of a list that opens a dialog, such as the export. */
export type ListTool = {
  icon: LucideIcon;
  label: string;
  dialog: (close: () => void) => ReactNode;
};

export type ListMenuProps<Row> = {
  files: readonly (ListTool | false)[];
  columns: readonly ListColumn<Row>[];
  choice: ColumnChoice<ListColumn<Row>>;
  printing: Printing<Row>;
  rowHeight: readonly [RowHeight, (height: RowHeight) => void];
};

/** What is done with the whole list: export, import, print, columns and the height of its rows. */
export function ListMenu<Row>({
  files,
  columns,
  choice,
  printing,
  rowHeight: [height, setHeight],
}: ListMenuProps<Row>) {
  const { t } = useTranslation();
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState<ListTool>();
  const [hasColumns, setColumns] = useState(false);
  usePopover(box, hasColumns, (how) => {
    setColumns(false);
    if (how === 'escape') box.current?.querySelector('button')?.focus();
  });
  return (
    <div ref={box} className={styles.menu}>
      <Menu icon={Ellipsis} label={t('list.tools')} trigger={null} width={264}>
        {(close) => {
          const after = (act: () => void) => () => {
            close();
            act();
          };
          return (
            <>
              <MenuList label={t('list.tools')}>
                {files.map(
                  (tool) =>
                    tool && (
                      <MenuEntry
                        key={tool.label}
                        icon={tool.icon}
                        onClick={after(() => setShown(tool))}
                      >
                        {tool.label}
                      </MenuEntry>
                    ),
                )}
                <MenuEntry
                  icon={Printer}
                  aria-disabled={printing.isBusy}
                  onClick={after(printing.print)}
                >
                  {t('list.print')}
                </MenuEntry>
                <MenuEntry icon={Columns3} onClick={after(() => setColumns(true))}>
                  {t('list.columns')}{' '}
                  <small>
                    {t('list.columnsShown', { shown: choice.shown.length, of: columns.length })}
                  </small>
                </MenuEntry>
              </MenuList>
              <div className={styles.height}>
                <span id={id}>{t('list.rowHeight')}</span>
                <Segments
                  labelledBy={id}
                  options={rowHeights.map((value) => ({ value, label: t(`list.${value}`) }))}
                  value={height}
                  onChoose={setHeight}
                />
              </div>
            </>
          );
        }}
      </Menu>
      {hasColumns && (
        <div className={styles.popover}>
          <ColumnPanel columns={columns} choice={choice} />
        </div>
      )}
      <Suspense>{shown?.dialog(() => setShown(undefined))}</Suspense>
    </div>
  );
}

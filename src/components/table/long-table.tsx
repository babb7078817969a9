import { useId, useLayoutEffect, useRef, type MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { RowsProps, WordColumn } from './columns.ts';
import { isPlainClick, opensRow } from './row-clicks.ts';
import { moveThroughRows } from './row-keys.ts';
import { TableFrame } from './table-frame.tsx';
import type { ListView } from './use-list-view.ts';
import { useRowFocus } from './use-row-focus.ts';
import { useRowsInSteps } from './use-rows-in-steps.ts';
import { makeRowWriter } from './written-rows.ts';

type LongTableProps<Row> = RowsProps<Row, WordColumn<Row>> & { view: ListView };

/**
 * The table of a long list. Its rows are written without React: for each answer of a search, keeping fifty rows of it took a
 * slow tablet longer than the words of those on screen. Keep `columns` and `open`: with other ones, all rows are made anew.
 */
export function LongTable<Row extends { _id: string }>(props: LongTableProps<Row>) {
  const { label, rows, columns, open, view, savedId, selection, whole = false } = props;
  const { t } = useTranslation();
  const navigate = useNavigate();
  const id = useId();
  const body = useRef<HTMLTableSectionElement>(null);
  const writer = useRef<ReturnType<typeof makeRowWriter<Row>>>(undefined);
  const drawn = useRowsInSteps(body, rows, whole);
  const checkLabel = selection && t('list.select');
  const chosen = selection?.ids;
  useLayoutEffect(() => {
    const element = body.current;
    if (!element) return undefined;
    writer.current = makeRowWriter(element, { columns, open, checkLabel, id });
    return () => element.replaceChildren();
  }, [columns, open, checkLabel, id]);
  useLayoutEffect(
    () => writer.current?.write(drawn, ({ _id }) => ({ isSaved: _id === savedId, isChecked: chosen?.has(_id) ?? false })),
    [columns, open, checkLabel, id, drawn, savedId, chosen],
  );
  const onFocus = useRowFocus(body, rows, drawn, savedId);
  const onClick = (event: MouseEvent) => {
    const target = event.target as HTMLElement;
    const row = drawn[[...(body.current?.children ?? [])].findIndex((element) => element.contains(target))];
    if (!row) return;
    if (target.matches('input')) return selection?.toggle(row._id);
    const isLink = target.closest('a') !== null;
    if (!open || !(isLink ? isPlainClick(event) : opensRow(target))) return;
    event.preventDefault();
    void navigate(open(row));
  };
  return (
    <TableFrame label={label} rows={rows} drawn={drawn} columns={columns} view={view} selection={selection}>
      <tbody ref={body} onFocus={onFocus} onKeyDown={moveThroughRows} onClick={onClick} />
    </TableFrame>
  );
}

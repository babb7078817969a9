import { Mark } from '#src/components/kit/mark.tsx';
import { Aside } from './aside.tsx';
import { cellText, type ListColumn } from './columns.ts';

export function CellContent<Row>({ column, row }: { column: ListColumn<Row>; row: Row }) {
  if (column.cell) return column.cell(row);
  const { text, tone, aside } = cellText(column, row);
  return (
    <>
      {tone ? <Mark tone={tone} label={text} /> : text}
      {aside && <Aside>{aside}</Aside>}
    </>
  );
}

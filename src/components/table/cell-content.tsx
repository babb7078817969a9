import { StatusMark } from '#src/components/page/status-mark.tsx';
import { Aside } from './aside.tsx';
import { wordsOf, type Column } from './columns.ts';

/** What stands in one cell. `written-rows.ts` writes the words of a long list the same way. */
export function CellContent<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  if (column.cell) return column.cell(row);
  const { text, tone, aside } = wordsOf(column, row);
  return (
    <>
      {tone ? <StatusMark tone={tone} label={text} /> : text}
      {aside !== undefined && <Aside>{aside}</Aside>}
    </>
  );
}

import { chakra } from '@chakra-ui/react/styled-system';
import { cellOf, nameColumn, type RowsProps } from './columns.ts';
import { moveThroughRows } from './row-keys.ts';
import { RowLink } from './row-link.tsx';

/** A list on a phone: the name and the sum on the first line, what else matters on the second; the whole card opens. */
export function RecordCards<Row extends { _id: string }>({ label, rows, columns, open, savedId }: RowsProps<Row>) {
  const name = nameColumn(columns);
  const sum = columns.find((column) => column !== name && column.align === 'end');
  const others = columns.filter((column) => column !== name && column !== sum && column.priority < 3);
  return (
    <chakra.ul aria-label={label} overflow="clip" bg="bg.panel" borderWidth="1px" borderRadius="lg" onKeyDown={moveThroughRows}>
      {rows.map((row) => (
        <chakra.li
          key={row._id}
          data-selected={row._id === savedId || undefined}
          position="relative"
          display="grid"
          gridTemplateColumns="minmax(0, 1fr) auto"
          columnGap="3"
          px="4"
          py="10px"
          lineHeight="lao"
          css={{
            '& + &': { borderTopWidth: '1px', borderColor: 'border.muted' },
            '&[data-selected]': { bg: 'indigo.subtle' },
            '&:has(a:focus-visible)': { outline: '2px solid {colors.indigo.focusRing}', outlineOffset: '-2px' },
            // The link covers the card, so that the whole card is its target.
            '& a::after': { content: '""', position: 'absolute', inset: '0' },
          }}
        >
          <chakra.div minWidth="0" fontWeight="semibold">
            {name && (
              <RowLink to={open?.(row)} focused={row._id === savedId}>
                {cellOf(name, row)}
              </RowLink>
            )}
          </chakra.div>
          <chakra.div textAlign="end">{sum && cellOf(sum, row)}</chakra.div>
          <chakra.div gridColumn="1 / -1" display="flex" flexWrap="wrap" columnGap="3" color="fg.muted" fontSize="sm">
            {others.map((column) => (
              <span key={column.field}>{cellOf(column, row)}</span>
            ))}
          </chakra.div>
        </chakra.li>
      ))}
    </chakra.ul>
  );
}

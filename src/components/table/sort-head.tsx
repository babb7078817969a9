import type { SystemStyleObject } from '@chakra-ui/react/styled-system';
import { chakra } from '@chakra-ui/react/styled-system';
import { Table } from '@chakra-ui/react/table';
import { ChevronDown, ChevronUp } from 'lucide-react';
import type { ListView } from './use-list-view.ts';

type SortHeadProps = {
  column: { field: string; label: string; align?: 'end' };
  view: ListView | undefined;
  css: SystemStyleObject;
};

/** The head of a column; a button where the resource sorts by it. */
export function SortHead({ column, view, css }: SortHeadProps) {
  const { field, label, align } = column;
  const sorted = view?.sort === field ? 'ascending' : view?.sort === `-${field}` ? 'descending' : undefined;
  if (!view?.sortable.includes(field)) {
    return (
      <Table.ColumnHeader scope="col" textAlign={align} css={css}>
        {label}
      </Table.ColumnHeader>
    );
  }
  const Mark = sorted === 'descending' ? ChevronUp : ChevronDown;
  return (
    <Table.ColumnHeader scope="col" textAlign={align} aria-sort={sorted ?? 'none'} css={css}>
      <chakra.button
        type="button"
        display="inline-flex"
        alignItems="center"
        gap="1"
        minHeight="36px"
        padding="0"
        bg="transparent"
        color={sorted ? 'fg' : 'inherit'}
        font="inherit"
        cursor="pointer"
        _hover={{ color: 'fg' }}
        onClick={() => view.toggleSort(field)}
      >
        {label}
        <chakra.span opacity={sorted ? '1' : '0'} css={{ 'button:is(:hover, :focus-visible) > &': { opacity: '1' } }}>
          <Mark aria-hidden size={14} strokeWidth={1.75} />
        </chakra.span>
      </chakra.button>
    </Table.ColumnHeader>
  );
}

import { tableAnatomy } from '@chakra-ui/react/anatomy';
import { defineSlotRecipe } from '@chakra-ui/react/styled-system';

const table = defineSlotRecipe({
  slots: tableAnatomy.keys(),
  base: {
    root: { width: 'full', borderCollapse: 'separate', borderSpacing: '0', fontSize: 'sm' },
    columnHeader: {
      height: '36px',
      px: '2',
      '@media (min-width: 1180px)': { px: '3' },
      bg: 'bg.subtle',
      borderBottomWidth: '1px',
      color: 'fg.muted',
      textStyle: 'xs',
      fontWeight: 'semibold',
      textAlign: 'start',
      whiteSpace: 'nowrap',
    },
    row: { '&:last-of-type > td': { borderBottomWidth: '0' } },
    cell: {
      height: 'row',
      px: '2',
      '@media (min-width: 1180px)': { px: '3' },
      borderBottomWidth: '1px',
      borderColor: 'border.muted',
      lineHeight: '1.6',
      textAlign: 'start',
    },
  },
  variants: {
    interactive: {
      true: {
        row: {
          '&:hover > td': { bg: 'bg.subtle' },
          '&[data-selected] > td': { bg: 'indigo.subtle' },
          // The ring stands inside the row: a table clips what stands outside.
          '&:has(a:focus-visible)': { outline: '2px solid {colors.indigo.focusRing}', outlineOffset: '-2px' },
        },
      },
    },
  },
});

/** Recipes of several parts. */
export const slotRecipes = { table };

import { dialogAnatomy, fieldAnatomy, nativeSelectAnatomy, switchAnatomy, tableAnatomy } from '@chakra-ui/react/anatomy';
import { defineSlotRecipe } from '@chakra-ui/react/styled-system';
import { controlBox } from './recipes.ts';

const field = defineSlotRecipe({
  slots: fieldAnatomy.keys(),
  base: {
    root: { display: 'grid', gap: '1', alignContent: 'start', minWidth: '0' },
    label: { textStyle: 'sm', fontWeight: 'medium', color: 'fg' },
    requiredIndicator: { color: 'lac.fg' },
    helperText: { textStyle: 'xs', color: 'fg.muted' },
    errorText: {
      display: 'flex',
      alignItems: 'flex-start',
      gap: '6px',
      textStyle: 'xs',
      fontWeight: 'medium',
      color: 'fg.error',
      _icon: { width: '14px', height: '14px', marginTop: '3px', flexShrink: '0' },
    },
  },
});

const nativeSelect = defineSlotRecipe({
  slots: nativeSelectAnatomy.keys(),
  base: {
    root: { position: 'relative', display: 'flex', width: 'full' },
    field: { ...controlBox, pe: '10', textOverflow: 'ellipsis', '& option': { bg: 'bg.panel', color: 'fg' } },
    indicator: {
      position: 'absolute',
      insetBlock: '0',
      insetInlineEnd: '3',
      display: 'grid',
      placeItems: 'center',
      color: 'fg.muted',
      pointerEvents: 'none',
      _icon: { width: '16px', height: '16px' },
    },
  },
});

const toggle = defineSlotRecipe({
  slots: switchAnatomy.keys(),
  base: {
    root: { position: 'relative', display: 'inline-flex', alignItems: 'center', gap: '3', minHeight: 'control', cursor: 'pointer' },
    label: { fontSize: 'md', lineHeight: 'lao' },
    control: {
      display: 'inline-flex',
      flexShrink: '0',
      width: '40px',
      height: '22px',
      padding: '2px',
      borderWidth: '1px',
      borderColor: 'border.emphasized',
      borderRadius: 'full',
      bg: 'bg.muted',
      transitionProperty: 'background',
      transitionDuration: 'fast',
      _checked: { bg: 'colorPalette.solid', borderColor: 'colorPalette.solid' },
      _focusVisible: { outline: '2px solid {colors.indigo.focusRing}', outlineOffset: '2px' },
      _disabled: { opacity: '0.6', cursor: 'not-allowed' },
    },
    thumb: {
      width: '16px',
      height: '16px',
      borderRadius: 'full',
      bg: 'border.emphasized',
      transitionProperty: 'translate',
      transitionDuration: 'fast',
      _checked: { bg: 'colorPalette.contrast', translate: '18px 0', _rtl: { translate: '-18px 0' } },
    },
  },
});

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

const dialog = defineSlotRecipe({
  slots: dialogAnatomy.keys(),
  base: {
    backdrop: {
      position: 'fixed',
      inset: '0',
      zIndex: 'modal',
      bg: 'backdrop',
      _open: { animationName: 'fade-in', animationDuration: 'base' },
      _closed: { animationName: 'fade-out', animationDuration: 'base' },
    },
    positioner: {
      position: 'fixed',
      inset: '0',
      zIndex: 'modal',
      display: 'flex',
      overflow: 'auto',
      justifyContent: 'center',
      alignItems: { base: 'flex-end', sm: 'center' },
      padding: { base: '0', sm: '4' },
    },
    content: {
      width: 'full',
      maxWidth: { sm: '560px' },
      my: { base: '0', sm: 'auto' },
      bg: 'bg.panel',
      color: 'fg',
      borderRadius: 'lg',
      borderEndRadius: { base: '0', sm: 'lg' },
      boxShadow: 'overlay',
      outline: '0',
      _open: { animationName: 'slide-from-bottom, fade-in', animationDuration: 'base' },
      _closed: { animationName: 'fade-out', animationDuration: 'base' },
    },
    header: { px: '5', pt: '4' },
    title: { fontSize: 'lg', fontWeight: 'semibold', lineHeight: 'tight' },
    description: { marginTop: '1', color: 'fg.muted', lineHeight: '1.6' },
    body: { px: '5', py: '4' },
    footer: {
      display: 'flex',
      flexWrap: 'wrap',
      justifyContent: 'flex-end',
      gap: '2',
      px: '5',
      py: '3',
      borderTopWidth: '1px',
      borderColor: 'border.muted',
    },
  },
});

/** Recipes of several parts. */
export const slotRecipes = { field, nativeSelect, switch: toggle, table, dialog };

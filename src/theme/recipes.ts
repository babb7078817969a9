import { defineRecipe } from '@chakra-ui/react/styled-system';

/** The focus ring of every control. */
const ring = {
  outlineWidth: '2px',
  outlineStyle: 'solid',
  outlineColor: 'indigo.focusRing',
  outlineOffset: '2px',
};

/** The box of every input; the ring replaces its border. */
const controlBox = {
  width: 'full',
  minWidth: '0',
  minHeight: 'control',
  px: '3',
  appearance: 'none',
  fontFamily: 'inherit',
  fontSize: 'md',
  lineHeight: 'lao',
  textAlign: 'start',
  color: 'fg',
  bg: 'bg.panel',
  borderWidth: '1px',
  borderColor: 'border.emphasized',
  borderRadius: 'md',
  // Under 16 px a phone zooms into the field.
  '@media (pointer: coarse)': { fontSize: 'lg' },
  _placeholder: { color: 'fg.subtle', opacity: '1' },
  _invalid: { borderColor: 'border.error', boxShadow: 'inset 0 0 0 1px {colors.border.error}' },
  _focusVisible: { ...ring, outlineOffset: '-1px', borderColor: 'indigo.focusRing' },
  _disabled: {
    bg: 'bg.muted',
    borderColor: 'border',
    color: 'fg.muted',
    cursor: 'not-allowed',
    opacity: '1',
  },
};

export const inputRecipe = defineRecipe({ base: controlBox });

export const textareaRecipe = defineRecipe({
  base: { ...controlBox, py: '2', minHeight: '88px', resize: 'vertical' },
});

/** A select, drawn by the browser. */
export const selectRecipe = defineRecipe({
  base: {
    ...controlBox,
    pe: '10',
    textOverflow: 'ellipsis',
    '& option': { bg: 'bg.panel', color: 'fg' },
  },
});

/** A switch. */
export const switchRecipe = defineRecipe({
  base: {
    flexShrink: '0',
    position: 'relative',
    width: '40px',
    height: '22px',
    margin: '0',
    appearance: 'none',
    borderWidth: '1px',
    borderColor: 'border.emphasized',
    borderRadius: 'full',
    bg: 'bg.muted',
    cursor: 'pointer',
    transitionProperty: 'background',
    transitionDuration: 'fast',
    _before: {
      content: '""',
      position: 'absolute',
      insetBlockStart: '2px',
      insetInlineStart: '2px',
      width: '16px',
      height: '16px',
      borderRadius: 'full',
      bg: 'border.emphasized',
      transitionProperty: 'inset-inline-start',
      transitionDuration: 'fast',
    },
    _checked: {
      bg: 'indigo.solid',
      borderColor: 'indigo.solid',
      _before: { insetInlineStart: '20px', bg: 'indigo.contrast' },
    },
    _focusVisible: { ...ring, borderRadius: 'full' },
    _disabled: { opacity: '0.6', cursor: 'not-allowed' },
  },
});

const badge = defineRecipe({
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1',
    px: '7px',
    py: '1px',
    borderRadius: 'sm',
    bg: 'colorPalette.subtle',
    color: 'colorPalette.fg',
    textStyle: 'xs',
    fontWeight: 'medium',
    whiteSpace: 'nowrap',
  },
});

/** The recipes of Chakra's components; form controls apply theirs to the browser's own elements. */
export const recipes = { badge };

import { defineRecipe } from '@chakra-ui/react/styled-system';

const off = { bg: 'bg.muted', borderColor: 'border', color: 'fg.subtle', cursor: 'not-allowed', opacity: '1' };

/** The ring every focused control shows. */
const ring = {
  outlineWidth: '2px',
  outlineStyle: 'solid',
  outlineColor: 'indigo.focusRing',
  outlineOffset: '2px',
};

/** The box of everything a person types or chooses in; the ring takes the place of the border. */
export const controlBox = {
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
  // Under 16 px a telephone zooms into the field.
  '@media (pointer: coarse)': { fontSize: 'lg' },
  _placeholder: { color: 'fg.subtle', opacity: '1' },
  _invalid: { borderColor: 'border.error', boxShadow: 'inset 0 0 0 1px {colors.border.error}' },
  _focusVisible: { ...ring, outlineOffset: '-1px', borderColor: 'indigo.focusRing' },
  _disabled: { bg: 'bg.muted', borderColor: 'border', color: 'fg.muted', cursor: 'not-allowed', opacity: '1' },
};

const button = defineRecipe({
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '2',
    flexShrink: '0',
    borderWidth: '1px',
    borderColor: 'transparent',
    borderRadius: 'md',
    bg: 'transparent',
    fontFamily: 'inherit',
    fontSize: 'md',
    fontWeight: 'medium',
    lineHeight: 'snug',
    whiteSpace: 'nowrap',
    textDecoration: 'none',
    cursor: 'pointer',
    transitionProperty: 'background, border-color',
    transitionDuration: 'fast',
    _focusVisible: ring,
    _icon: { width: '16px', height: '16px', flexShrink: '0' },
  },
  variants: {
    size: {
      md: { minHeight: 'control', minWidth: 'control', px: '4' },
      xl: { minHeight: '52px', minWidth: '52px', px: '6', fontSize: 'lg', fontWeight: 'semibold' },
    },
    variant: {
      solid: {
        bg: 'colorPalette.solid',
        borderColor: 'colorPalette.solid',
        color: 'colorPalette.contrast',
        _hover: { bg: 'colorPalette.solidHover', borderColor: 'colorPalette.solidHover' },
        _disabled: off,
      },
      outline: {
        bg: 'bg.panel',
        borderColor: 'border.emphasized',
        color: 'fg',
        _hover: { bg: 'bg.muted' },
        _disabled: off,
      },
      ghost: { color: 'inherit', _hover: { bg: 'bg.muted' }, _disabled: { color: 'fg.subtle', cursor: 'not-allowed' } },
      plain: { px: '2', color: 'colorPalette.fg', _hover: { textDecoration: 'underline' } },
    },
  },
  defaultVariants: { size: 'md', variant: 'outline' },
});

const input = defineRecipe({ base: controlBox });

const textarea = defineRecipe({ base: { ...controlBox, py: '2', minHeight: '88px', resize: 'vertical' } });

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

const skeleton = defineRecipe({
  base: {
    height: '12px',
    borderRadius: 'xs',
    bg: 'bg.emphasized',
    animationName: 'pulse',
    animationDuration: '1.6s',
    animationIterationCount: 'infinite',
    _motionReduce: { animationName: 'none' },
  },
});

/** Recipes of one part. */
export const recipes = { button, input, textarea, badge, skeleton };

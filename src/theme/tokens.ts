const value = (css: string) => ({ value: css });
const variable = (name: string) => value(`var(--${name})`);

const space = Object.fromEntries(
  ['0-5', '1', '2', '3', '4', '5', '6', '8', '10', '12'].map((step) => [
    step.replace('-', '.'),
    variable(`space-${step}`),
  ]),
);

/** A palette. Its roles are the variables of tokens.css, which change with the theme. */
function palette(name: string) {
  const role = (suffix: string) => variable(`${name}-${suffix}`);
  return {
    solid: role('solid'),
    solidHover: role('solid-hover'),
    contrast: role('contrast'),
    fg: role('fg'),
    muted: role('muted'),
    subtle: role('subtle'),
    emphasized: role('emphasized'),
    focusRing: role('focus-ring'),
  };
}

const indigo = palette('indigo');
const lac = palette('lac');
const marigold = palette('marigold');
const leaf = palette('leaf');
const paper = palette('paper');

/**
 * Chakra names a meaning by its colour or its purpose, in each of the three places where it occurs.
 */
const meanings = (place: 'subtle' | 'fg' | 'solid') => ({
  error: lac[place],
  warning: marigold[place],
  success: leaf[place],
  info: indigo[place],
});

/**
 * Chakra's names for our variables. Both themes share one value, because the variables themselves
 * change.
 */
export const semanticTokens = {
  colors: {
    bg: {
      DEFAULT: variable('bg'),
      subtle: variable('bg-subtle'),
      muted: variable('bg-muted'),
      emphasized: variable('bg-emphasized'),
      inverted: variable('bg-inverted'),
      panel: variable('bg-panel'),
      ...meanings('subtle'),
    },
    fg: {
      DEFAULT: variable('fg'),
      muted: variable('fg-muted'),
      subtle: variable('fg-subtle'),
      inverted: variable('fg-inverted'),
      ...meanings('fg'),
    },
    border: {
      DEFAULT: variable('border'),
      muted: variable('border-muted'),
      emphasized: variable('border-emphasized'),
      inverted: variable('border-inverted'),
      ...meanings('solid'),
    },
    accent: variable('accent'),
    backdrop: variable('backdrop'),
    chart: { bar: variable('chart-bar'), barNow: variable('chart-bar-now') },
    indigo,
    lac,
    marigold,
    leaf,
    paper,
  },
  shadows: { overlay: variable('shadow-overlay') },
};

const textSizes = ['2xs', 'xs', 'sm', 'md', 'lg', 'xl', '2xl', '3xl'] as const;

/** The sizes, spaces and times of tokens.css, under the names of Chakra's style props. */
export const tokens = {
  fonts: { body: variable('font-body'), heading: variable('font-body') },
  fontSizes: Object.fromEntries(textSizes.map((size) => [size, variable(`text-${size}`)])),
  fontWeights: Object.fromEntries(
    ['normal', 'medium', 'semibold', 'bold'].map((weight) => [
      weight,
      variable(`weight-${weight}`),
    ]),
  ),
  lineHeights: Object.fromEntries(
    ['tight', 'snug', 'body', 'lao'].map((leading) => [leading, variable(`leading-${leading}`)]),
  ),
  spacing: space,
  sizes: {
    ...space,
    full: value('100%'),
    control: variable('size-control'),
    row: variable('size-row'),
    touch: variable('size-touch'),
  },
  radii: {
    ...Object.fromEntries(
      ['xs', 'sm', 'md', 'lg'].map((radius) => [radius, variable(`radius-${radius}`)]),
    ),
    full: value('9999px'),
  },
  durations: Object.fromEntries(
    ['press', 'fast', 'base', 'slow'].map((time) => [time, variable(`duration-${time}`)]),
  ),
  easings: { out: variable('ease-out') },
  // Sticky content is below the header (10); dialogs are above the sidebar (30).
  zIndex: { sticky: value('6'), modal: value('40') },
};

/** The steps of the type scale, each with the line height that Lao needs. */
export const textStyles = Object.fromEntries(
  textSizes.map((size) => [
    size,
    {
      value: {
        fontSize: size,
        lineHeight: size === 'xl' || size === '2xl' || size === '3xl' ? 'tight' : 'body',
      },
    },
  ]),
);

import { defaultBaseConfig } from '@chakra-ui/react/preset-base';
import { createSystem } from '@chakra-ui/react/styled-system';
import { keyframes } from '@chakra-ui/react/theme';
import { semanticTokens, textStyles, tokens } from './tokens.ts';

/**
 * Chakra with our tokens and only the recipes in use; its default system alone weighs more than the
 * sign-in screen may. base.css is the reset and precedes Chakra, so neither Chakra's reset nor its
 * layers are used: a rule in a layer would lose to every plain one. Created on first use, because
 * on a tablet it takes longer than a touch may wait.
 */
export const makeSystem = () =>
  createSystem(defaultBaseConfig, {
    preflight: false,
    disableLayers: true,
    cssVarsPrefix: 'chakra',
    globalCss: { html: { colorPalette: 'indigo' } },
    theme: {
      breakpoints: { sm: '600px', md: '768px', lg: '1024px', xl: '1280px' },
      keyframes,
      tokens,
      semanticTokens,
      textStyles,
    },
  });

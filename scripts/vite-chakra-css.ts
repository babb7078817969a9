import { serializeStyles } from '@emotion/serialize';
import { compile, serialize, stringify } from 'stylis';
import type { Plugin } from 'vite';
import { makeSystem } from '#src/theme/system.ts';

const NAME = 'virtual:chakra.css';
const RESOLVED = `\0${NAME}`;

/**
 * The rules that Chakra would write into every page on start: its variables, its keyframes and our
 * global rules.
 */
const css = () =>
  serialize(compile(serializeStyles([makeSystem()._global as never]).styles), stringify);

/**
 * Writes a stylesheet of Chakra's global styles, because hashing and parsing them took a tablet a
 * fifth of a second per start.
 */
export function chakraCss(): Plugin {
  return {
    name: 'chakra-css',
    resolveId: (id) => (id === NAME ? RESOLVED : undefined),
    load: (id) => (id === RESOLVED ? css() : undefined),
  };
}

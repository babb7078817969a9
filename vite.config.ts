import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { chakraCss } from '#scripts/vite-chakra-css.ts';
import { checkChunkGroups, chunkGroups } from '#scripts/vite-chunks.ts';
import { inlineBoot } from '#scripts/vite-inline-boot.ts';
import { manifestFiles } from '#scripts/vite-manifests.ts';
import { smallLocales } from '#scripts/vite-locales.ts';
import { manualPacks } from '#scripts/vite-manual.ts';
import { precompress } from '#scripts/vite-precompress.ts';

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
const { API_ORIGIN = '', API_PORT = '4173' } = process.env;

// Chakra describes its recipes by calling these functions at the top of its modules. Marked as
// pure, they let the bundler drop every recipe that the theme does not name.
const manualPureFunctions = [
  'createAnatomy',
  'createSystem',
  'defineAnimationStyles',
  'defineConditions',
  'defineConfig',
  'defineGlobalStyles',
  'defineKeyframes',
  'defineLayerStyles',
  'defineRecipe',
  'defineSemanticTokens',
  'defineSlotRecipe',
  'defineStyle',
  'defineTextStyles',
  'defineTokens',
  'mergeConfigs',
];

// Emotion imports it for a function that Chakra never calls; being CommonJS, it would otherwise
// stay in the bundle.
const moduleSideEffects = [{ test: /\/hoist-non-react-statics\//, sideEffects: false }];

// The package exports its development files alone; its production files leave out the warnings to
// developers, which every first visit would load.
const production = (file: string) =>
  fileURLToPath(new URL(`node_modules/react-router/dist/production/${file}`, import.meta.url));
const routerAliases = [
  { find: /^react-router$/, replacement: production('index.mjs') },
  { find: /^react-router\/dom$/, replacement: production('dom-export.mjs') },
];

export default defineConfig(({ command }) => ({
  resolve: { alias: command === 'build' ? routerAliases : [] },
  define: {
    'import.meta.env.VITE_API_ORIGIN': JSON.stringify(API_ORIGIN),
    'import.meta.env.VITE_APP_VERSION': JSON.stringify(version),
  },
  plugins: [
    manualPacks(),
    react(),
    chakraCss(),
    checkChunkGroups(),
    inlineBoot(),
    manifestFiles(),
    smallLocales(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'sw',
      filename: 'sw.ts',
      // `src/offline/update/register-sw.ts` registers the worker, once the first screen is painted.
      injectRegister: false,
      manifest: false,
      injectManifest: {
        rollupFormat: 'iife',
        globPatterns: [
          '{index.html,*.svg,*.webmanifest}',
          '{assets,fonts,icons,locales}/**/*.{js,css,woff2,png,svg,json,z}',
        ],
        // Screens of admins and superadmins on which nothing can be done without the server.
        globIgnores: [
          'assets/{rights,moving-in,year-close,personal-data,centre-export,copy}-page-*',
          'assets/audit-words-*',
          'locales/*/{rights-page,moving-in,year-close,personal-data,centre-export}.json',
        ],
        // Their names change with their content.
        dontCacheBustURLsMatching: /^assets\//,
      },
      // After the files that other plugins write, and before compression.
      integration: { closeBundleOrder: 'pre' },
    }),
    precompress(),
  ],
  build: {
    outDir: 'dist/client',
    manifest: true,
    target: 'baseline-widely-available',
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      treeshake: { manualPureFunctions, moduleSideEffects },
      // ASCII, because the server's label and the files' encoding may differ; see
      // `server/http/static-client.ts`.
      output: { charset: 'ascii', codeSplitting: { groups: chunkGroups } },
    },
  },
  server: {
    host: '127.0.0.1',
    port: 5173,
    proxy: { '/api': `http://127.0.0.1:${API_PORT}` },
  },
}));

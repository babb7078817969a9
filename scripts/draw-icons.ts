import { mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { chromium } from '@playwright/test';
import { browserFlags, browserPath } from './browser-path.ts';
import { APPLE_ICON, icons, SHORTCUT_ICON } from './manifest.ts';

// Draws the icons of `public/icons/` from the mark and the palette. Run it after a change of
// either, look at the icons, and commit them.
const GRID = 9;
const palette = readFileSync('src/theme/palette.css', 'utf8');
const [, diamond = '', seed = ''] =
  /d="([^"]+)".*d="([^"]+)"/.exec(readFileSync('public/mark.svg', 'utf8')) ?? [];

const MARK = `<path fill="var(--paper-50)" d="${diamond}"/><path fill="var(--marigold-400)" d="${seed}"/>`;
/** Two woven arrows in opposite directions, on the grid of the mark. */
const EXCHANGE = `<path fill="var(--paper-50)" d="M1 2h4v1h-4zM5 0h1v5h-1zM6 1h1v3h-1zM7 2h1v1h-1z"/>
<path fill="var(--marigold-400)" d="M4 6h4v1h-4zM3 4h1v5h-1zM2 5h1v3h-1zM1 6h1v1h-1z"/>`;

type Icon = {
  file: string;
  size: number;
  drawing: string;
  /**
   * The share of the icon that the drawing may take: launchers may cut away everything outside a
   * circle of 80 %.
   */
  share: number;
  /**
   * The corner radius of the background, as a share of the icon; launchers round the maskable icons
   * themselves.
   */
  round: number;
};

const drawn: Icon[] = [
  ...icons.map(({ file, size, purpose }) =>
    purpose === 'any'
      ? { file, size, drawing: MARK, share: 0.75, round: 0.125 }
      : { file, size, drawing: MARK, share: 0.6, round: 0 },
  ),
  { ...APPLE_ICON, drawing: MARK, share: 0.7, round: 0 },
  { ...SHORTCUT_ICON, drawing: EXCHANGE, share: 0.66, round: 0.125 },
];

/**
 * Every thread of the weave is a whole number of pixels, because its edges would blur otherwise.
 */
function page({ size, drawing, share, round }: Icon): string {
  const edge = Math.round((size * share) / GRID) * GRID;
  return `<style>${palette}
    body { margin: 0 }
    main { display: grid; place-items: center; width: ${size}px; height: ${size}px; background: var(--indigo-800);
           border-radius: ${size * round}px }
  </style><main><svg width="${edge}" height="${edge}" viewBox="0 0 ${GRID} ${GRID}" shape-rendering="crispEdges">${drawing}</svg></main>`;
}

const browser = await chromium.launch({ executablePath: browserPath(), args: browserFlags });
for (const icon of drawn) {
  const tab = await browser.newPage({ viewport: { width: icon.size, height: icon.size } });
  await tab.setContent(page(icon));
  const path = join('public', icon.file);
  mkdirSync(dirname(path), { recursive: true });
  await tab.screenshot({ path, omitBackground: true });
  await tab.close();
}
await browser.close();

import { expect, it } from 'vitest';
import { readFileSync } from 'node:fs';
import { roles } from '#contract/roles.ts';
import { manifest } from '#scripts/manifest.ts';
import { admits, screenAt } from '#src/app/routing/access.ts';
import { DARK_EDGE, LIGHT_EDGE } from '#src/lib/browser/page-head.ts';

const tokens =
  readFileSync('src/theme/tokens.css', 'utf8') + readFileSync('src/theme/palette.css', 'utf8');
const tokenIn = (css: string, name: string): string | undefined => {
  const value = new RegExp(`${name}: ([^;]+);`).exec(css)?.[1];
  const dye = /^var\((.+)\)$/.exec(value ?? '')?.[1];
  return dye === undefined ? value : tokenIn(tokens, dye);
};
const dark = tokens.slice(tokens.indexOf('\n  .dark {'));

it('carries the colours of the tokens to the edge of the browser and to the splash screen', () => {
  expect([LIGHT_EDGE, DARK_EDGE]).toEqual([
    tokenIn(tokens, '--bg-panel'),
    tokenIn(dark, '--bg-panel'),
  ]);
  expect(manifest('en').background_color).toBe(tokenIn(tokens, '--bg'));
});

it('paints the edge of the page as it stands in the manifest', () => {
  expect(readFileSync('index.html', 'utf8')).toContain(
    `<meta name="theme-color" content="${LIGHT_EDGE}" />`,
  );
  expect(manifest('lo').theme_color).toBe(LIGHT_EDGE);
});

it('offers only shortcuts to built pages that every role may open', () => {
  for (const { url } of manifest('en').shortcuts) {
    const screen = screenAt(url);
    expect(screen?.page, url).toBeDefined();
    for (const role of roles)
      expect(screen && admits(screen, role), `${url} for ${role}`).toBe(true);
  }
});

import { mkdirSync, readFileSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { languages, type Language } from '#contract/language.ts';
import type { ManualBlock, ManualInline } from '#src/lib/text/manual-block.ts';
import { browserFlags, browserPath } from './browser-path.ts';
import { pictureFile } from './manual-pictures.ts';
import { manualBlocks } from './manual-text.ts';

// Prints the manual as PDF on A4, a file a role and language, into dist/manual/.
const FOLDER = 'dist/manual';
const roles = ['clerk', 'finance', 'admin'] as const;

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const anchor = (page: string) => page.replaceAll('/', '-');

/** A link to a text that is not in this file is words only. */
function inlineHtml(inline: ManualInline, pages: readonly string[]): string {
  if (typeof inline === 'string') return escaped(inline);
  if ('name' in inline) return `<b>${escaped(inline.name)}</b>`;
  const text = escaped(inline.text);
  return pages.includes(inline.link) ? `<a href="#${anchor(inline.link)}">${text}</a>` : text;
}

function blockHtml(block: ManualBlock, pages: readonly string[]): string {
  if (block.kind === 'heading') {
    return `<h${block.level}>${escaped(block.text)}</h${block.level}>`;
  }
  if (block.kind === 'paragraph') {
    return `<p>${block.line.map((inline) => inlineHtml(inline, pages)).join('')}</p>`;
  }
  if (block.kind === 'picture') {
    const { address, width, height, alt } = block;
    return `<figure><img src="${address}" width="${width}" height="${height}" alt="${escaped(alt)}"></figure>`;
  }
  const tag = block.isOrdered ? 'ol' : 'ul';
  const items = block.items.map(
    (item) => `<li>${item.map((part) => blockHtml(part, pages)).join('')}</li>`,
  );
  return `<${tag}>${items.join('')}</${tag}>`;
}

const blocksOf = (language: Language, page: string) =>
  manualBlocks(readFileSync(`docs/manual/${language}/${page}.md`, 'utf8'), page, (path) => {
    const { source, ...size } = pictureFile(language, path);
    return { address: `data:image/webp;base64,${source.toString('base64')}`, ...size };
  });

const font = (file: string, range: string) => `@font-face {
  font-family: Manual; font-weight: 100 900; unicode-range: ${range};
  src: url(data:font/woff2;base64,${readFileSync(`public/fonts/${file}`, 'base64')});
}`;

const style = `
  ${font('noto-sans-latin.woff2', 'U+0000-024F, U+2000-206F, U+20AC, U+2191-2193')}
  ${font('noto-sans-lao.woff2', 'U+0E80-0EFF')}
  @page { size: A4; margin: 18mm 20mm 20mm }
  body { font: 11pt/1.6 Manual, sans-serif; color: #000 }
  section { break-before: page }
  h1 { font-size: 18pt; line-height: 1.4 }
  h2 { font-size: 13pt; break-after: avoid }
  h3 { font-size: 11pt; break-after: avoid }
  li { break-inside: avoid }
  li p { margin: 0 0 4pt }
  figure { break-inside: avoid; margin: 8pt 0 }
  img { max-width: 100%; max-height: 110mm; width: auto; height: auto; border: 0.5pt solid #999 }
  a { color: inherit }`;

/** The texts of a role as one page: its index first, the others in the order of the index. */
function manualHtml(language: Language, role: (typeof roles)[number]): string {
  const index = `${role}/README`;
  const links = (block: ManualBlock): string[] => {
    if (block.kind === 'heading' || block.kind === 'picture') return [];
    if (block.kind === 'list') return block.items.flat().flatMap(links);
    return block.line.flatMap((inline) =>
      typeof inline === 'object' && 'link' in inline ? [inline.link] : [],
    );
  };
  const pages = [index, ...blocksOf(language, index).flatMap(links)];
  const sections = pages.map((page) => {
    const blocks = blocksOf(language, page).map((block) => blockHtml(block, pages));
    return `<section id="${anchor(page)}">${blocks.join('')}</section>`;
  });
  return `<!doctype html><html lang="${language}"><meta charset="utf-8"><style>${style}</style>${sections.join('')}</html>`;
}

mkdirSync(FOLDER, { recursive: true });
const browser = await chromium.launch({ executablePath: browserPath(), args: browserFlags });
const page = await browser.newPage();
for (const language of languages) {
  for (const role of roles) {
    await page.setContent(manualHtml(language, role));
    await page.evaluate(async () => {
      await document.fonts.ready;
    });
    const path = `${FOLDER}/${role}-${language}.pdf`;
    await page.pdf({
      path,
      preferCSSPageSize: true,
      displayHeaderFooter: true,
      headerTemplate: '<span></span>',
      footerTemplate:
        '<div style="width:100%;font-size:8pt;text-align:center"><span class="pageNumber"></span> / <span class="totalPages"></span></div>',
    });
    console.log(path);
  }
}
await browser.close();

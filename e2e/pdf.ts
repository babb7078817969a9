import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';

const MM_PER_POINT = 25.4 / 72;

export const withoutBlanks = (text: string) => text.replaceAll(/\s/g, '');

export type PrintedPage = {
  /** The size of one sheet, in whole millimetres. */
  widthMm: number;
  heightMm: number;
  pages: number;
  /**
   * The text of all sheets without blanks, because the reader puts blanks around the marks of Lao
   * letters.
   */
  text: string;
};

/** Prints the page to a PDF file, which exists until `read` returns. */
async function withPdf<Read>(page: Page, read: (file: string) => Read): Promise<Read> {
  const folder = mkdtempSync(join(tmpdir(), 'branchdesk-pdf-'));
  try {
    const file = join(folder, 'page.pdf');
    writeFileSync(file, await page.pdf({ preferCSSPageSize: true, printBackground: true }));
    return read(file);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const textOf = (file: string, ...options: string[]) =>
  execFileSync('pdftotext', [...options, file, '-'], { encoding: 'utf8' });

/** Prints the page to PDF and reads it with the tools of `poppler-utils`. */
export const printed = (page: Page): Promise<PrintedPage> =>
  withPdf(page, (file) => {
    const info = execFileSync('pdfinfo', [file], { encoding: 'utf8' });
    const [, width, height] = /Page size:\s+([\d.]+) x ([\d.]+)/.exec(info) ?? [];
    const [, pages] = /Pages:\s+(\d+)/.exec(info) ?? [];
    return {
      widthMm: Math.round(Number(width) * MM_PER_POINT),
      heightMm: Math.round(Number(height) * MM_PER_POINT),
      pages: Number(pages),
      text: withoutBlanks(textOf(file)),
    };
  });

const A4_MM = 297;

/**
 * The text of each sheet, without blanks and row by row. The sheets are as wide as A4; lower than
 * A4, a few rows are enough to fill more than one.
 */
export async function printedSheets(page: Page, heightMm = A4_MM): Promise<string[]> {
  await page.evaluate((height) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      `@page { size: 210mm ${height}mm } body > * { --sheet-height: ${height}mm !important }`,
    );
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  }, heightMm);
  return withPdf(page, (file) => textOf(file, '-raw').split('\f').slice(0, -1).map(withoutBlanks));
}

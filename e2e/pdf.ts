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

/** Prints the page to PDF and reads it with the tools of `poppler-utils`. */
export async function printed(page: Page): Promise<PrintedPage> {
  const folder = mkdtempSync(join(tmpdir(), 'branchdesk-pdf-'));
  try {
    const file = join(folder, 'page.pdf');
    writeFileSync(file, await page.pdf({ preferCSSPageSize: true, printBackground: true }));
    const info = execFileSync('pdfinfo', [file], { encoding: 'utf8' });
    const [, width, height] = /Page size:\s+([\d.]+) x ([\d.]+)/.exec(info) ?? [];
    const [, pages] = /Pages:\s+(\d+)/.exec(info) ?? [];
    const text = execFileSync('pdftotext', [file, '-'], { encoding: 'utf8' });
    return {
      widthMm: Math.round(Number(width) * MM_PER_POINT),
      heightMm: Math.round(Number(height) * MM_PER_POINT),
      pages: Number(pages),
      text: withoutBlanks(text),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

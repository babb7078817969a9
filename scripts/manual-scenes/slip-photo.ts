import type { Page } from '@playwright/test';

/** A photo of a slip as a bank's app shows it, of no real bank. */
export async function slipPhoto(page: Page, lines: readonly string[]) {
  const data = await page.evaluate((words) => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [480, 400];
    const pen = canvas.getContext('2d');
    if (!pen) throw new Error('No canvas');
    pen.fillStyle = '#eef3f8';
    pen.fillRect(0, 0, 480, 400);
    pen.fillStyle = '#17635a';
    pen.fillRect(0, 0, 480, 96);
    pen.fillStyle = '#ffffff';
    pen.fillRect(24, 120, 432, 60 + words.length * 56);
    pen.font = '600 28px Noto Sans, sans-serif';
    pen.fillText('Transfer', 24, 60);
    pen.fillStyle = '#1c2530';
    pen.font = '24px Noto Sans, sans-serif';
    for (const [at, line] of words.entries()) pen.fillText(line, 48, 176 + at * 56);
    return canvas.toDataURL('image/png').split(',')[1] ?? '';
  }, lines);
  return { name: 'slip.png', mimeType: 'image/png', buffer: Buffer.from(data, 'base64') };
}

import type { Browser } from '@playwright/test';

/** A browser draws the edge of a letter a little lighter now and then, which no eye sees. */
const MOST = 32;

const addressOf = (picture: Buffer) => `data:image/webp;base64,${picture.toString('base64')}`;

/** True if the pictures have the same size, and no dot differs so much that an eye sees it. */
export async function isSamePicture(
  browser: Browser,
  before: Buffer,
  after: Buffer,
): Promise<boolean> {
  if (before.equals(after)) return true;
  const page = await browser.newPage();
  const isSame = await page.evaluate(
    async ({ addresses, most }) => {
      const [old, fresh] = await Promise.all(
        addresses.map(async (address) => {
          const image = new Image();
          image.src = address;
          await image.decode();
          const canvas = document.createElement('canvas');
          canvas.width = image.width;
          canvas.height = image.height;
          const pen = canvas.getContext('2d');
          pen?.drawImage(image, 0, 0);
          return pen?.getImageData(0, 0, image.width, image.height);
        }),
      );
      if (old?.width !== fresh?.width || old?.height !== fresh?.height) return false;
      return fresh?.data.every((value, at) => Math.abs(value - (old?.data[at] ?? 0)) <= most);
    },
    { addresses: [before, after].map(addressOf), most: MOST },
  );
  await page.close();
  return isSame === true;
}

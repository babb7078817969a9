import { imageTypes, MAX_FILE_BYTES, MAX_IMAGE_SIDE } from '#contract/centre/files.ts';

// A printed logo or a portrait shows no more detail than this, and phones take photos three times
// as large.
const LONGEST_SIDE = 1600;
const SHRINK = 0.75;
const SMALLEST_SIDE = 64;
const QUALITY = 0.85;

/**
 * The size in whole pixels that fits into a square of `side` in the same proportions; never larger
 * than the original.
 */
export function fitWithin(
  width: number,
  height: number,
  side: number,
): { width: number; height: number } {
  const scale = Math.min(1, side / Math.max(width, height));
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
}

/** True if a picture may be sent unchanged. */
export function isSendable(
  file: { type: string; size: number },
  width: number,
  height: number,
): boolean {
  const typeTaken = (imageTypes as readonly string[]).includes(file.type);
  return typeTaken && file.size <= MAX_FILE_BYTES && Math.max(width, height) <= MAX_IMAGE_SIDE;
}

async function draw(picture: ImageBitmap, side: number): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, fitWithin(picture.width, picture.height, side));
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  // WebP keeps transparency; a browser that cannot write it returns PNG, which the server accepts
  // too.
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/webp', QUALITY));
}

/**
 * A picture small enough for the server: the file itself if it is, else redrawn, smaller and
 * smaller. `undefined` if the file is no PNG, JPEG or WebP that this browser can read.
 */
export async function resizePicture(file: File): Promise<Blob | undefined> {
  if (!(imageTypes as readonly string[]).includes(file.type)) return undefined;
  const picture = await createImageBitmap(file).catch(() => undefined);
  if (!picture) return undefined;
  // A phone's photo stores its orientation as metadata, which the server drops, so the photo is
  // drawn upright here.
  if (file.type !== 'image/jpeg' && isSendable(file, picture.width, picture.height)) return file;
  for (let side = LONGEST_SIDE; side >= SMALLEST_SIDE; side *= SHRINK) {
    const drawn = await draw(picture, side);
    if (drawn && isSendable(drawn, 0, 0)) return drawn;
  }
  return undefined;
}

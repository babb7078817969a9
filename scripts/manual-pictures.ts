import { readFileSync } from 'node:fs';
import { imageSize } from 'image-size';

/** The pictures have so many dots for one of the page, so that they stay sharp when made larger. */
export const DENSITY = 2;
/** The most that a picture costs on the way to a device. */
export const MOST_BYTES = 60 * 1024;

/** The picture at `path` below a language of the manual, and its size on the page. */
export function pictureFile(language: string, path: string) {
  const source = readFileSync(`docs/manual/${language}/${path}`);
  const { width, height } = imageSize(source);
  return { source, width: Math.round(width / DENSITY), height: Math.round(height / DENSITY) };
}

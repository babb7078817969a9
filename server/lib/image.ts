import { imageSize } from 'image-size';
import { MAX_IMAGE_SIDE, type StoredFile } from '#contract/centre/files.ts';
import { ApiError } from './api-error.ts';

type Image = Pick<StoredFile, 'type' | 'width' | 'height'>;

/** The first bytes of the accepted picture types; SVG has none, and can carry scripts. */
const signatures: readonly { type: Image['type']; start: RegExp }[] = [
  { type: 'image/png', start: /^\x89PNG\r\n\x1a\n/ },
  { type: 'image/jpeg', start: /^\xff\xd8\xff/ },
  { type: 'image/webp', start: /^RIFF[\s\S]{4}WEBP/ },
];

/**
 * Type and size in pixels of a picture, read from its content, because its name may lie. Throws
 * `mediaTypeUnsupported` for any other file, and `tooLarge` for a picture of more than
 * `MAX_IMAGE_SIDE` pixels a side.
 */
export function inspectImage(content: Buffer): Image {
  const start = content.toString('latin1', 0, 16);
  const type = signatures.find((signature) => signature.start.test(start))?.type;
  if (!type) throw new ApiError('mediaTypeUnsupported');
  const { width, height } = measure(content);
  if (width > MAX_IMAGE_SIDE || height > MAX_IMAGE_SIDE) throw new ApiError('tooLarge');
  return { type, width, height };
}

function measure(content: Buffer): { width: number; height: number } {
  try {
    const { width, height } = imageSize(content);
    if (width > 0 && height > 0) return { width, height };
  } catch {
    // The header is cut off or makes no sense.
  }
  throw new ApiError('mediaTypeUnsupported');
}

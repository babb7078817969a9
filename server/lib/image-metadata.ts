import type { StoredFile } from '#contract/centre/files.ts';
import { ApiError } from './api-error.ts';

// A phone writes into every photo the place, the time and the device. None of that is kept, and no
// part that is not known to be needed, because anything may stand in a part of somebody's own.

const SOI = 0xd8;
const EOI = 0xd9;
const SOS = 0xda;
const APP0 = 0xe0;
const APP2 = 0xe2;
const APP14 = 0xee;
const VP8X_WITHOUT_EXIF_AND_XMP = 0xff - 0x0c;
const FIRST_OF_PICTURE = 0xc0;
const FIRST_OF_EXTENSIONS = 0xf0;
/** The pixels, their colours and their size on paper. */
const PNG_NEEDED = new Set(
  'IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB iCCP cICP sBIT pHYs'.split(' '),
);
const WEBP_NEEDED = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF', 'ICCP']);

/** Markers without a length: start, end and the restarts inside a scan. */
const standsAlone = (marker: number) =>
  marker === SOI || marker === EOI || (marker >= 0xd0 && marker <= 0xd7) || marker === 0x01;

/** The application data that is kept: the resolution, the colour profile and transform. */
const JPEG_NEEDED = new Map([
  [APP0, 'JFIF\0'],
  [APP2, 'ICC_PROFILE\0'],
  [APP14, 'Adobe'],
]);

function isDropped(marker: number, body: Buffer): boolean {
  if (marker < FIRST_OF_PICTURE || marker >= FIRST_OF_EXTENSIONS) return true;
  if (marker < APP0) return false;
  const name = JPEG_NEEDED.get(marker);
  return name === undefined || body.toString('latin1', 0, name.length) !== name;
}

/** The end of the coded pixels that begin at `from`: the next marker that is no restart. */
function endOfScan(content: Buffer, from: number): number {
  for (let at = content.indexOf(0xff, from); at !== -1; at = content.indexOf(0xff, at + 1)) {
    const next = content[at + 1] ?? EOI;
    if (next !== 0 && next !== 0xff && !standsAlone(next)) return at;
    if (next === EOI) return at;
  }
  return content.length;
}

function jpeg(content: Buffer): Buffer {
  const kept: Buffer[] = [];
  let at = 0;
  while (at < content.length) {
    const marker = content[at + 1] ?? EOI;
    if (content[at] !== 0xff) throw new ApiError('mediaTypeUnsupported');
    if (marker === 0xff) {
      at += 1;
    } else if (standsAlone(marker)) {
      kept.push(content.subarray(at, at + 2));
      // Data after the end is no part of the picture: a second picture, or a film.
      if (marker === EOI) break;
      at += 2;
    } else {
      const length = at + 4 <= content.length ? content.readUInt16BE(at + 2) : 0;
      const end = at + 2 + length;
      if (length < 2 || end > content.length) throw new ApiError('mediaTypeUnsupported');
      if (!isDropped(marker, content.subarray(at + 4, end))) kept.push(content.subarray(at, end));
      at = marker === SOS ? endOfScan(content, end) : end;
      if (marker === SOS) kept.push(content.subarray(end, at));
    }
  }
  return Buffer.concat(kept);
}

function png(content: Buffer): Buffer {
  const kept = [content.subarray(0, 8)];
  let at = 8;
  while (at + 12 <= content.length) {
    const end = at + 12 + content.readUInt32BE(at);
    const type = content.toString('latin1', at + 4, at + 8);
    if (end > content.length) throw new ApiError('mediaTypeUnsupported');
    if (PNG_NEEDED.has(type)) kept.push(content.subarray(at, end));
    at = end;
    if (type === 'IEND') break;
  }
  return Buffer.concat(kept);
}

function webp(content: Buffer): Buffer {
  const kept: Buffer[] = [];
  let at = 12;
  while (at + 8 <= content.length) {
    const type = content.toString('latin1', at, at + 4);
    const size = content.readUInt32LE(at + 4);
    if (at + 8 + size > content.length) throw new ApiError('mediaTypeUnsupported');
    const chunk = Buffer.from(content.subarray(at, at + 8 + size + (size % 2)));
    if (type === 'VP8X') chunk.writeUInt8(chunk.readUInt8(8) & VP8X_WITHOUT_EXIF_AND_XMP, 8);
    if (WEBP_NEEDED.has(type)) kept.push(chunk);
    at += chunk.length;
  }
  const body = Buffer.concat(kept);
  const head = Buffer.from(content.subarray(0, 12));
  head.writeUInt32LE(body.length + 4, 4);
  return Buffer.concat([head, body]);
}

const cleaners: Record<StoredFile['type'], (content: Buffer) => Buffer> = {
  'image/jpeg': jpeg,
  'image/png': png,
  'image/webp': webp,
};

/**
 * The same picture without its metadata: EXIF, XMP, IPTC, comments, and all data after its end.
 * Throws `mediaTypeUnsupported` for a file whose parts do not fit together.
 */
export function withoutMetadata(type: StoredFile['type'], content: Buffer): Buffer {
  return cleaners[type](content);
}

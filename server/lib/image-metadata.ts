import type { StoredFile } from '#contract/centre/files.ts';
import { ApiError } from './api-error.ts';

// A phone writes into every photo the place, the time and the device. None of that is kept.

const SOI = 0xd8;
const EOI = 0xd9;
const SOS = 0xda;
const APP0 = 0xe0;
const APP2 = 0xe2;
const APP14 = 0xee;
const APP15 = 0xef;
const COMMENT = 0xfe;
const VP8X_WITHOUT_EXIF_AND_XMP = 0xff - 0x0c;
const PNG_TOLD = new Set(['eXIf', 'tEXt', 'zTXt', 'iTXt', 'tIME']);

/** Markers without a length: start, end and the restarts inside a scan. */
const standsAlone = (marker: number) =>
  marker === SOI || marker === EOI || (marker >= 0xd0 && marker <= 0xd7) || marker === 0x01;

/**
 * Keeps the colour profile (APP2) and the colour transform (APP14); other application data is
 * dropped.
 */
function isDropped(marker: number, body: Buffer): boolean {
  if (marker === COMMENT) return true;
  if (marker === APP2) return !body.toString('latin1', 0, 11).startsWith('ICC_PROFILE');
  return marker > APP0 && marker <= APP15 && marker !== APP14;
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
    if (!PNG_TOLD.has(type)) kept.push(content.subarray(at, end));
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
    if (type !== 'EXIF' && type !== 'XMP ') kept.push(chunk);
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

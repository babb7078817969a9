import yauzl, { type Entry, type ZipFile } from 'yauzl';
import { ApiError } from '#server/lib/api-error.ts';

/**
 * A workbook has a few dozen parts, and text compresses to about a twentieth: a file far above that
 * is a ZIP bomb.
 */
const MAX_ENTRIES = 300;
const MAX_UNPACKED = 80_000_000;
const MAX_RATIO = 150;
const RATIO_COUNTS_FROM = 1_000_000;

/** The parts of an opened ZIP, by name. */
export type ZipParts = {
  has: (name: string) => boolean;
  read: (name: string) => AsyncIterable<Buffer>;
  close: () => void;
};

const open = (file: Buffer) =>
  new Promise<ZipFile>((resolve, reject) => {
    const options = { lazyEntries: true, validateEntrySizes: true, autoClose: false };
    yauzl.fromBuffer(file, options, (error, zip) => (error ? reject(error) : resolve(zip)));
  });

function refuseTraps(entries: Iterable<Entry>): void {
  let unpacked = 0;
  for (const { uncompressedSize, compressedSize } of entries) {
    unpacked += uncompressedSize;
    const isTrap =
      uncompressedSize > RATIO_COUNTS_FROM && uncompressedSize > compressedSize * MAX_RATIO;
    if (isTrap || unpacked > MAX_UNPACKED) throw new ApiError('tooLarge');
  }
}

async function list(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > MAX_ENTRIES) throw new ApiError('tooLarge');
  const entries = new Map<string, Entry>();
  await new Promise<void>((resolve, reject) => {
    zip.on('entry', (entry: Entry) => {
      entries.set(entry.fileName, entry);
      zip.readEntry();
    });
    zip.once('end', resolve).once('error', reject);
    zip.readEntry();
  });
  refuseTraps(entries.values());
  return entries;
}

async function* unpack(zip: ZipFile, entry: Entry): AsyncGenerator<Buffer> {
  const stream = await new Promise<AsyncIterable<Buffer>>((resolve, reject) => {
    zip.openReadStream(entry, (error, opened) => (error ? reject(error) : resolve(opened)));
  });
  // The listed sizes may lie, so unpacking stops as soon as a part exceeds its size.
  for await (const part of stream) yield part;
}

/** Opens a ZIP without unpacking it; refuses one whose content is far larger than a workbook. */
export async function unzip(file: Buffer): Promise<ZipParts> {
  const zip = await open(file);
  const entries = await list(zip);
  return {
    has: (name) => entries.has(name),
    read: (name) => {
      const entry = entries.get(name);
      if (!entry) throw new ApiError('sheetUnreadable');
      return unpack(zip, entry);
    },
    close: () => zip.close(),
  };
}

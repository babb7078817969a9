import { createHash, type Hash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import yauzl, { type Entry, type ZipFile as OpenZip } from 'yauzl';
import { ZipFile } from 'yazl';
import { DamagedBackup, MANIFEST, parseManifest, type Manifest } from './manifest.ts';
import { syncFile } from './sync-files.ts';

/** Quick, because pages of a database shrink to a fifth at any level. */
const LEVEL = 1;
/** A manifest that is larger than this is none. */
const MOST_OF_MANIFEST = 50_000_000;

type Packed = Manifest['files'];

/** Passes bytes on and adds them to a digest. */
const hashing = (hash: Hash) =>
  new Transform({
    transform: (part: Buffer, _encoding, done) => {
      hash.update(part);
      done(null, part);
    },
  });

/** The place of the digest: the comment at the very end of a zip. */
const NO_DIGEST = '0'.repeat(64);

/** The digest of a whole file but its own place, which also covers what no entry does. */
async function digestOf(file: string): Promise<string> {
  const { size } = await fs.promises.stat(file);
  const hash = createHash('sha256');
  if (size <= NO_DIGEST.length) return '';
  for await (const part of fs.createReadStream(file, { end: size - NO_DIGEST.length - 1 }))
    hash.update(part as Buffer);
  return hash.digest('hex');
}

async function writeDigest(file: string): Promise<void> {
  const digest = await digestOf(file);
  const opened = await fs.promises.open(file, 'r+');
  try {
    const { size } = await opened.stat();
    await opened.write(digest, size - NO_DIGEST.length);
  } finally {
    await opened.close();
  }
}

/** A zip that is being written. Its files are added first, then its manifest. */
export class NewZip {
  readonly #zip = new ZipFile();
  readonly #written: Promise<void>;
  readonly #target: string;

  constructor(target: string) {
    this.#target = target;
    const out = fs.createWriteStream(target, { flags: 'wx', mode: 0o600 });
    this.#written = pipeline(this.#zip.outputStream, out);
    // A failure is met by whoever waits for it below.
    this.#written.catch(() => {});
  }

  /** Adds one file of the disk, and gives its size and digest as they were packed. */
  async #add(file: string, name: string, compress: boolean): Promise<Packed[string]> {
    const { size } = await fs.promises.stat(file);
    const hash = createHash('sha256');
    const options = { size, ...(compress ? { compressionLevel: LEVEL } : { compress }) };
    const read = new Promise<void>((resolve, reject) => {
      this.#zip.addReadStreamLazy(name, options, (give) => {
        const stream = hashing(hash);
        pipeline(fs.createReadStream(file), stream).then(resolve, reject);
        give(null, stream);
      });
    });
    await Promise.race([read, this.#written]);
    return { bytes: size, sha256: hash.digest('hex') };
  }

  /** Adds a folder with everything in it, its empty folders too. */
  async addFolder(folder: string, name: string): Promise<Packed> {
    const packed: Packed = {};
    const entries = await fs.promises.readdir(folder, { withFileTypes: true });
    if (entries.length === 0) this.#zip.addEmptyDirectory(`${name}/`);
    for (const entry of entries) {
      const [file, inside] = [path.join(folder, entry.name), `${name}/${entry.name}`];
      if (entry.isDirectory()) Object.assign(packed, await this.addFolder(file, inside));
      else if (entry.isFile()) packed[inside] = await this.#add(file, inside, true);
    }
    return packed;
  }

  /** Adds a file that is compressed already. */
  async addFile(file: string, name: string): Promise<Packed> {
    return { [name]: await this.#add(file, name, false) };
  }

  /** Adds the manifest, and ends the file when it is on the disk. */
  async end(manifest: Manifest): Promise<void> {
    this.#zip.addBuffer(Buffer.from(JSON.stringify(manifest, null, 1)), MANIFEST);
    this.#zip.end({ comment: NO_DIGEST, forceZip64Format: false });
    await this.#written;
    await writeDigest(this.#target);
    await syncFile(this.#target);
  }
}

const open = (file: string) =>
  new Promise<OpenZip>((resolve, reject) => {
    const options = { lazyEntries: true, validateEntrySizes: true, autoClose: false };
    yauzl.open(file, options, (error, zip) => (error ? reject(error) : resolve(zip)));
  });

async function* entriesOf(zip: OpenZip): AsyncGenerator<Entry> {
  const next = () =>
    new Promise<Entry | undefined>((resolve, reject) => {
      const settle = (entry?: Entry) => {
        zip.off('entry', settle).off('end', settle).off('error', reject);
        resolve(entry);
      };
      zip.once('entry', settle).once('end', settle).once('error', reject);
      zip.readEntry();
    });
  for (let entry = await next(); entry; entry = await next()) yield entry;
}

const openEntry = (zip: OpenZip, entry: Entry) =>
  new Promise<Readable>((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => (error ? reject(error) : resolve(stream)));
  });

/** The parts of an entry; throws if they are not those of which its checksum was made. */
async function* partsOf(zip: OpenZip, entry: Entry): AsyncGenerator<Buffer> {
  let sum = 0;
  for await (const part of await openEntry(zip, entry)) {
    sum = crc32(part as Buffer, sum);
    yield part as Buffer;
  }
  if (sum !== entry.crc32) throw new DamagedBackup(`${entry.fileName} is damaged.`);
}

/** Where the content of a backup goes, by the name of the file; nowhere if it is only compared. */
export type BackupPath = (name: string) => string;

async function takeOut(zip: OpenZip, entry: Entry, target: string | undefined) {
  const hash = createHash('sha256');
  let bytes = 0;
  const out = target === undefined ? undefined : await fs.promises.open(target, 'wx', 0o600);
  try {
    for await (const part of partsOf(zip, entry)) {
      hash.update(part);
      bytes += part.length;
      await out?.write(part);
    }
    await out?.sync();
  } finally {
    await out?.close();
  }
  return { bytes, sha256: hash.digest('hex') };
}

/** A name from a backup must stay inside the folder into which the backup is unpacked. */
const isInside = (name: string) =>
  !name.startsWith('/') && !name.includes('\\') && !name.split('/').includes('..');

async function readAll(zip: OpenZip, place?: BackupPath): Promise<Manifest> {
  const found: Packed = {};
  let manifest: Manifest | undefined;
  for await (const entry of entriesOf(zip)) {
    const name = entry.fileName;
    if (!isInside(name)) throw new DamagedBackup('It names a file outside of itself.');
    if (name === MANIFEST) {
      if (entry.uncompressedSize > MOST_OF_MANIFEST) throw new DamagedBackup('No manifest.');
      const parts: Buffer[] = [];
      for await (const part of partsOf(zip, entry)) parts.push(part);
      manifest = parseManifest(Buffer.concat(parts).toString());
      continue;
    }
    const target = place?.(name);
    const folder = name.endsWith('/') ? target : target && path.dirname(target);
    if (folder !== undefined) fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (!name.endsWith('/')) found[name] = await takeOut(zip, entry, target);
  }
  if (!manifest) throw new DamagedBackup('It has no manifest, so it is no backup of BranchDesk.');
  compareFiles(manifest.files, found);
  return manifest;
}

function compareFiles(expected: Packed, found: Packed): void {
  for (const [name, { bytes, sha256 }] of Object.entries(expected)) {
    const file = found[name];
    if (!file) throw new DamagedBackup(`${name} is missing.`);
    if (file.bytes !== bytes || file.sha256 !== sha256)
      throw new DamagedBackup(`${name} is not what was copied.`);
  }
  const stranger = Object.keys(found).find((name) => !(name in expected));
  if (stranger !== undefined) throw new DamagedBackup(`${stranger} is not in its manifest.`);
}

/** Errors of the disk are no fault of the file. */
const isOfDisk = (error: unknown) =>
  error instanceof Error && 'code' in error && /^E[A-Z]+$/.test(String(error.code));

/**
 * Reads a whole backup, compares every byte with its manifest, and unpacks it if it is told where.
 * Throws `DamagedBackup`.
 */
export async function readBackup(file: string, place?: BackupPath): Promise<Manifest> {
  let zip: OpenZip | undefined;
  try {
    zip = await open(file);
    if (zip.comment !== (await digestOf(file))) throw new DamagedBackup('It was changed or cut.');
    return await readAll(zip, place);
  } catch (error) {
    if (error instanceof DamagedBackup || isOfDisk(error)) throw error;
    throw new DamagedBackup(`It cannot be read: ${(error as Error).message}`);
  } finally {
    zip?.close();
  }
}

/** The manifest alone, of a backup that is not compared yet. */
export async function readManifest(file: string): Promise<Manifest> {
  let zip: OpenZip | undefined;
  try {
    zip = await open(file);
    for await (const entry of entriesOf(zip)) {
      if (entry.fileName !== MANIFEST || entry.uncompressedSize > MOST_OF_MANIFEST) continue;
      const parts: Buffer[] = [];
      for await (const part of partsOf(zip, entry)) parts.push(part);
      return parseManifest(Buffer.concat(parts).toString());
    }
    throw new DamagedBackup('It has no manifest, so it is no backup of BranchDesk.');
  } catch (error) {
    if (error instanceof DamagedBackup || isOfDisk(error)) throw error;
    throw new DamagedBackup(`It cannot be read: ${(error as Error).message}`);
  } finally {
    zip?.close();
  }
}

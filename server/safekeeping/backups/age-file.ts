import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { Decrypter, Encrypter } from 'age-encryption';
import { DamagedBackup } from './manifest.ts';
import { fileDigest, syncFile } from './sync-files.ts';

/** The end of the name of a sealed backup, which `age --decrypt` opens too. */
export const SEALED = '.age';

/** The passphrase does not open the file. */
export class WrongPassphrase extends Error {
  constructor() {
    super('The passphrase does not open this backup.');
  }
}

type Web = globalThis.ReadableStream<Uint8Array>;
const streamOf = (file: string) => Readable.toWeb(fs.createReadStream(file)) as Web;
const toNode = (stream: Web) => Readable.fromWeb(stream as ReadableStream<Uint8Array>);

async function decrypted(file: string, passphrase: string): Promise<Readable> {
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  try {
    return toNode(await decrypter.decrypt(streamOf(file)));
  } catch (error) {
    if (error instanceof Error && /no identity matched/.test(error.message))
      throw new WrongPassphrase();
    throw new DamagedBackup('It is no file that age has sealed, or its beginning is damaged.');
  }
}

/**
 * Seals a file with a passphrase in the format of age, and opens it again to compare the two, so
 * that nobody finds out later that it does not open.
 */
export async function sealFile(file: string, sealed: string, passphrase: string): Promise<void> {
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase);
  const out = fs.createWriteStream(sealed, { flags: 'wx', mode: 0o600 });
  await pipeline(toNode(await encrypter.encrypt(streamOf(file))), out);
  await syncFile(sealed);
  const hash = createHash('sha256');
  for await (const part of await decrypted(sealed, passphrase)) hash.update(part as Uint8Array);
  if (hash.digest('hex') !== (await fileDigest(file)))
    throw new DamagedBackup('The sealed file does not open to what was sealed.');
}

/** Opens a sealed file into `file`. Throws `WrongPassphrase` or `DamagedBackup`. */
export async function unsealFile(sealed: string, file: string, passphrase: string): Promise<void> {
  const content = await decrypted(sealed, passphrase);
  try {
    await pipeline(content, fs.createWriteStream(file, { flags: 'wx', mode: 0o600 }));
  } catch (error) {
    if (error instanceof Error && 'code' in error && /^E[A-Z]+$/.test(String(error.code)))
      throw error;
    throw new DamagedBackup('Its seal is broken: a part of it is not what was sealed.');
  }
}

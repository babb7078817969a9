import { createHash } from 'node:crypto';
import { Readable, Transform, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';

/** What stands in a ZIP under a name: its size and its check code. */
export type ZippedFile = { name: string; bytes: number; sha256: string };

/**
 * A ZIP that is written part by part. A part is read only as fast as its place takes it, and the
 * next one begins when it is in, so no more than one piece of one part is in memory.
 */
export class ZipWriter {
  readonly files: ZippedFile[] = [];
  readonly #zip = new ZipFile();
  readonly #written: Promise<void>;

  constructor(out: Writable) {
    this.#written = pipeline(this.#zip.outputStream, out);
    // A failure is met by whoever waits for it below.
    this.#written.catch(() => {});
  }

  /** Adds a file, and returns when all of it is in. `packed` content is not compressed again. */
  async add(name: string, content: Readable | Buffer, isPacked = false): Promise<void> {
    const hash = createHash('sha256');
    let bytes = 0;
    const counting = new Transform({
      transform: (part: Buffer, _encoding, done) => {
        hash.update(part);
        bytes += part.length;
        done(null, part);
      },
    });
    const read = new Promise<void>((resolve, reject) => {
      this.#zip.addReadStreamLazy(name, { compress: !isPacked }, (give) => {
        const from = Buffer.isBuffer(content) ? Readable.from([content]) : content;
        pipeline(from, counting).then(resolve, reject);
        give(null, counting);
      });
    });
    await Promise.race([read, this.#written]);
    this.files.push({ name, bytes, sha256: hash.digest('hex') });
  }

  /** Ends the file when everything is in its place. */
  async end(): Promise<void> {
    this.#zip.end();
    await this.#written;
  }
}

import { createHash } from 'node:crypto';
import type { S3Client } from '@aws-sdk/client-s3';
import type { FileStoreSettings } from './file-store-settings.ts';

// The S3-compatible store for contents of files. Each content has its SHA-256 as its name, so the
// same content is stored once, and nothing there is ever changed. Only an erasure removes contents.
// docs/operations.md, "Files in a store".

/** The store refused, or did not answer. The message has no key and no signature in it. */
export class FileStoreError extends Error {}
/** The store answers, and does not have this content, or has another one under its name. */
export class ContentMissing extends FileStoreError {}

export const digestOf = (content: Buffer) => createHash('sha256').update(content).digest('hex');

const CONNECT_MS = 5000;
/** 10 MB on a line of 5 Mbit/s take 16 s. */
const ANSWER_MS = 30_000;
const NOT_FOUND = 404;

type Answer = { name?: string; message?: string; $metadata?: { httpStatusCode?: number } };
const statusOf = (error: unknown) => (error as Answer).$metadata?.httpStatusCode;

export class FileStore {
  readonly settings: FileStoreSettings;
  #client: S3Client | undefined;

  constructor(settings: FileStoreSettings) {
    this.settings = settings;
  }

  /** The name of the store for people, without a key. */
  get name(): string {
    const { endpoint, bucket, prefix } = this.settings;
    return `${endpoint ?? 's3:/'}/${bucket}/${prefix}`;
  }

  /** The library is loaded with the first content, because most centres have no such store. */
  async #load() {
    const library = await import('@aws-sdk/client-s3');
    const { endpoint, region, accessKeyId, secretAccessKey } = this.settings;
    this.#client ??= new library.S3Client({
      region,
      credentials: { accessKeyId, secretAccessKey },
      ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
      maxAttempts: 2,
      // Other stores than Amazon's do not know its newer checksums.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: { connectionTimeout: CONNECT_MS, requestTimeout: ANSWER_MS },
    });
    return { library, client: this.#client };
  }

  #place(sha256: string) {
    return { Bucket: this.settings.bucket, Key: `${this.settings.prefix}${sha256}` };
  }

  /** The error without what the library hangs on it: requests with their signature. */
  #clean(error: unknown): FileStoreError {
    if (error instanceof FileStoreError) return error;
    const { name = 'Error', message = '' } = error as Answer;
    const { accessKeyId, secretAccessKey } = this.settings;
    const text = [accessKeyId, secretAccessKey].reduce(
      (left, secret) => left.replaceAll(secret, '…'),
      `${name}: ${message}`,
    );
    return new FileStoreError(`The store of files ${this.name} says ${text.slice(0, 300)}`);
  }

  /** Stores a content, and returns when the store has acknowledged all of it. */
  async put(sha256: string, content: Buffer, type: string): Promise<void> {
    try {
      const { library, client } = await this.#load();
      const place = this.#place(sha256);
      const input = { ...place, Body: content, ContentType: type, ContentLength: content.length };
      await client.send(new library.PutObjectCommand(input));
    } catch (error) {
      throw this.#clean(error);
    }
    if ((await this.sizeOf(sha256)) !== content.length)
      throw new FileStoreError(`The store of files ${this.name} did not keep ${sha256}.`);
  }

  /** The content of this digest. Throws `ContentMissing`. */
  async get(sha256: string): Promise<Buffer> {
    let content: Buffer;
    try {
      const { library, client } = await this.#load();
      const { Body } = await client.send(new library.GetObjectCommand(this.#place(sha256)));
      content = Buffer.from((await Body?.transformToByteArray()) ?? []);
    } catch (error) {
      if (statusOf(error) === NOT_FOUND)
        throw new ContentMissing(`The store of files ${this.name} does not have ${sha256}.`);
      throw this.#clean(error);
    }
    if (digestOf(content) !== sha256)
      throw new ContentMissing(`The store of files ${this.name} has another content as ${sha256}.`);
    return content;
  }

  /** The size of a content; undefined if the store does not have it. */
  async sizeOf(sha256: string): Promise<number | undefined> {
    try {
      const { library, client } = await this.#load();
      const head = await client.send(new library.HeadObjectCommand(this.#place(sha256)));
      return head.ContentLength;
    } catch (error) {
      if (statusOf(error) === NOT_FOUND) return undefined;
      throw this.#clean(error);
    }
  }

  /** Removes a content; one that is not there counts as removed. */
  async remove(sha256: string): Promise<void> {
    try {
      const { library, client } = await this.#load();
      await client.send(new library.DeleteObjectCommand(this.#place(sha256)));
    } catch (error) {
      if (statusOf(error) !== NOT_FOUND) throw this.#clean(error);
    }
  }

  close(): void {
    this.#client?.destroy();
  }
}

/** The store of these settings, if there is one. */
export const fileStoreOf = (settings: FileStoreSettings | undefined): FileStore | undefined =>
  settings && new FileStore(settings);

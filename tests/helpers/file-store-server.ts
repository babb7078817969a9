import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import S3rver from '@20minutes/s3rver';
import type { FileStoreSettings } from '#server/lib/file-store-settings.ts';

const BUCKET = 'branchdesk-files';

/** An S3 server of this machine that can be stopped and started again, and keeps its contents. */
export class FileStoreServer {
  readonly directory = mkdtempSync(path.join(os.tmpdir(), 'branchdesk-s3-'));
  settings: FileStoreSettings = {
    bucket: BUCKET,
    region: 'us-east-1',
    endpoint: undefined,
    prefix: 'centre/',
    // The account of the package.
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
    direction: 'out',
  };
  #server: S3rver | undefined;
  #port = 0;

  async start(): Promise<void> {
    this.#server = new S3rver({
      address: '127.0.0.1',
      port: this.#port,
      silent: true,
      directory: this.directory,
      configureBuckets: [{ name: BUCKET }],
    });
    ({ port: this.#port } = await this.#server.run());
    this.settings = { ...this.settings, endpoint: `http://127.0.0.1:${this.#port}` };
  }

  async stop(): Promise<void> {
    await this.#server?.close();
    this.#server = undefined;
  }

  async remove(): Promise<void> {
    await this.stop();
    rmSync(this.directory, { recursive: true, force: true });
  }
}

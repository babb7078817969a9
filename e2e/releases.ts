import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyDemoCentre } from '#e2e/demo-centre.ts';
import { freePort, startBuiltServer, type BuiltServer } from '#scripts/built-server.ts';

/** Builds the client for an API at `apiOrigin` into `folder`. */
function buildClient(folder: string, apiOrigin: string): void {
  const outDir = join(folder, 'dist/client');
  const { status, stderr } = spawnSync(
    process.execPath,
    [
      'node_modules/vite/bin/vite.js',
      'build',
      '--outDir',
      outDir,
      '--emptyOutDir',
      '--logLevel',
      'error',
    ],
    { env: { ...process.env, API_ORIGIN: apiOrigin }, encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(stderr);
}

/**
 * A centre whose server gets a new release while its pages are open: two builds of the client that
 * differ in their bytes, served one after the other from the same address over the same data.
 */
export class Releases {
  readonly origin: string;
  readonly #port: number;
  readonly #home: string;
  #server: BuiltServer | undefined;

  private constructor(port: number, home: string) {
    this.#port = port;
    this.#home = home;
    this.origin = `http://127.0.0.1:${port}`;
  }

  static async open(): Promise<Releases> {
    const releases = new Releases(
      await freePort(),
      mkdtempSync(join(tmpdir(), 'branchdesk-releases-')),
    );
    cpSync('dist/client', join(releases.#home, 'first/dist/client'), { recursive: true });
    // Naming the API's origin, although it is the page's own, makes a different build of the same
    // app.
    buildClient(join(releases.#home, 'second'), releases.origin);
    copyDemoCentre(join(releases.#home, 'data'));
    return releases;
  }

  async deploy(release: 'first' | 'second'): Promise<void> {
    await this.#server?.stop();
    this.#server = await startBuiltServer({
      port: this.#port,
      folder: join(this.#home, release),
      variables: { DATA_DIR: join(this.#home, 'data') },
    });
  }

  /** Deletes a file of a release, as an interrupted deployment would. */
  lose(release: 'first' | 'second', name: string): void {
    const assets = join(this.#home, release, 'dist/client/assets');
    for (const file of readdirSync(assets)) if (file.startsWith(name)) rmSync(join(assets, file));
  }

  async close(): Promise<void> {
    await this.#server?.stop();
    rmSync(this.#home, { recursive: true });
  }
}

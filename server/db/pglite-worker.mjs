// Plain JavaScript: a worker thread does not inherit the TypeScript loader of the process that
// starts it.
import fs from 'node:fs';
import path from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { amcheck } from '@electric-sql/pglite/contrib/amcheck';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { NodeFS } from '@electric-sql/pglite/nodefs';

const TERMINATE = 'X'.charCodeAt(0);
const folder = workerData.folder;

/** Takes all rights from others. The engine sets modes itself, so a umask does not help. */
const ownOnly = (mode) => mode & ~0o077;

/** Wraps the functions of the engine's file system that make a file or change its mode. */
function keepModes({ node_ops: nodes, stream_ops: streams }) {
  const { mknod, setattr } = nodes;
  nodes.mknod = (parent, name, mode, device) => mknod(parent, name, ownOnly(mode), device);
  const masked = (change) => (target, attributes) => {
    const { mode } = attributes;
    return change(target, mode == null ? attributes : { ...attributes, mode: ownOnly(mode) });
  };
  nodes.setattr = masked(setattr);
  if (streams.setattr) streams.setattr = masked(streams.setattr);
}

// PGlite starts PostgreSQL with -F (no fsync) and its file system has no fsync at all. Without this
// class and the parameters below, a power cut loses everything that was answered as saved.
class DurableNodeFS extends NodeFS {
  async init(pg, options) {
    const result = await super.init(pg, options);
    result.emscriptenOpts.preRun.push((engine) => {
      engine.NODEFS.stream_ops.fsync = (stream) => {
        if (stream.nfd !== undefined && !workerData.temporary) fs.fsyncSync(stream.nfd);
        return 0;
      };
      keepModes(engine.NODEFS);
    });
    return result;
  }
}

const startParams = [
  ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
  ...['-c', 'wal_sync_method=fsync', '-c', 'shared_buffers=32MB'],
];

function fsyncPath(name) {
  const descriptor = fs.openSync(name, 'r');
  try {
    fs.fsyncSync(descriptor);
  } finally {
    fs.closeSync(descriptor);
  }
}

function fsyncTree(name) {
  for (const entry of fs.readdirSync(name, { withFileTypes: true })) {
    const child = path.join(name, entry.name);
    if (entry.isDirectory()) fsyncTree(child);
    else if (entry.isFile()) fsyncPath(child);
  }
  fsyncPath(name);
}

async function openEngine() {
  const fresh = folder !== undefined && !fs.existsSync(path.join(folder, 'PG_VERSION'));
  if (folder !== undefined) fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  const engine = await PGlite.create({
    extensions: workerData.checks ? { pg_trgm, amcheck } : { pg_trgm },
    startParams,
    ...(folder === undefined ? {} : { fs: new DurableNodeFS(folder) }),
    ...(workerData.image === undefined ? {} : { loadDataDir: new Blob([workerData.image]) }),
  });
  if (fresh) {
    // The files of a new folder were copied, never synced: a power cut in the first seconds would
    // leave no database.
    await engine.exec('checkpoint');
    fsyncTree(folder);
  }
  return engine;
}

/**
 * A driver connection that ends must not leave its transaction, settings or statements to the next
 * one.
 */
async function resetSession(engine) {
  for (const sql of [
    'ROLLBACK',
    'DEALLOCATE ALL',
    'RESET ALL',
    'SELECT pg_advisory_unlock_all()',
  ]) {
    const text = Buffer.from(`${sql}\0`);
    const message = Buffer.alloc(5 + text.length);
    message.write('Q');
    message.writeInt32BE(4 + text.length, 1);
    text.copy(message, 5);
    await engine.execProtocolRawStream(message, { syncToFs: false, onRawData() {} });
  }
}

async function execute(engine, bytes) {
  if (bytes[0] === TERMINATE) return resetSession(engine);
  const parts = [];
  // The Sync form of this call would parse every message and keep it for ever.
  await engine.execProtocolRawStream(bytes, {
    syncToFs: false,
    onRawData: (part) => parts.push(part.slice()),
  });
  if (parts.length === 0) return;
  const answer = parts.length === 1 ? parts[0] : new Uint8Array(Buffer.concat(parts));
  parentPort.postMessage({ type: 'data', bytes: answer }, [answer.buffer]);
}

const engine = await openEngine();

parentPort.on('message', async (message) => {
  if (message.type === 'data') return execute(engine, message.bytes);
  if (message.type === 'image') {
    const blob = await engine.dumpDataDir('none');
    parentPort.postMessage({ type: 'image', bytes: new Uint8Array(await blob.arrayBuffer()) });
  }
  if (message.type === 'close') {
    await engine.close();
    process.exit(0);
  }
});
parentPort.postMessage({ type: 'ready' });

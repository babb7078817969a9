import { Duplex } from 'node:stream';
import type { Worker } from 'node:worker_threads';

/** The messages between the server and the engine's thread: bytes of PostgreSQL's own protocol. */
export type EngineMessage = { type: 'data'; bytes: Uint8Array };

const isData = (message: unknown): message is EngineMessage =>
  typeof message === 'object' && message !== null && 'type' in message && message.type === 'data';

/**
 * Looks like a network socket to the `pg` driver and is the message port of the engine's thread. It
 * breaks when the thread ends, so that queries under way fail instead of waiting for ever.
 */
export class PortStream extends Duplex {
  readonly #worker: Worker;

  constructor(worker: Worker) {
    super();
    this.#worker = worker;
    worker.on('message', this.#receive);
    worker.once('exit', this.#lost);
    this.once('close', () => {
      worker.off('message', this.#receive);
      worker.off('exit', this.#lost);
    });
  }

  readonly #receive = (message: unknown) => {
    if (isData(message)) this.push(Buffer.from(message.bytes));
  };

  readonly #lost = () => {
    this.destroy(new Error('The embedded database engine has stopped'));
  };

  connect() {
    // A thread that has ended has no id any more.
    queueMicrotask(() => (this.#worker.threadId === -1 ? this.#lost() : this.emit('connect')));
    return this;
  }

  setNoDelay() {
    return this;
  }

  setKeepAlive() {
    return this;
  }

  ref() {
    return this;
  }

  unref() {
    return this;
  }

  override _read() {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void) {
    this.#send(chunk);
    done();
  }

  override _writev(chunks: { chunk: Buffer }[], done: (error?: Error | null) => void) {
    this.#send(Buffer.concat(chunks.map(({ chunk }) => chunk)));
    done();
  }

  override _final(done: (error?: Error | null) => void) {
    done();
    this.push(null);
  }

  #send(chunk: Buffer) {
    this.#worker.postMessage({
      type: 'data',
      bytes: new Uint8Array(chunk),
    } satisfies EngineMessage);
  }
}

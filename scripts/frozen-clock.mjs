import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { threadId } from 'node:worker_threads';

// Loaded before the server by `draw-manual.ts`, in the thread of its database engine too: the clock
// stands still, and what is drawn by lot is the same on every run. So the same data is in the demo
// centre each time, down to its ids, and a picture of it does not change.
const moment = Number(process.env['FROZEN_AT_MS']);

globalThis.Date = class extends Date {
  constructor(...values) {
    if (values.length === 0) super(moment);
    else super(...values);
  }

  static now() {
    return moment;
  }
};

let state = 0x9e3779b9 + threadId;

/** The next 32 bits of a series that begins with the thread (the generator mulberry32). */
function bits() {
  state = (state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return (mixed ^ (mixed >>> 14)) >>> 0;
}

function fill(view) {
  const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = bits() & 255;
  return view;
}

function randomBytes(size, callback) {
  const bytes = fill(Buffer.alloc(size));
  if (!callback) return bytes;
  setImmediate(callback, null, bytes);
  return undefined;
}

function randomFill(view, ...rest) {
  setImmediate(rest.at(-1), null, fill(view));
}

function randomUUID() {
  const bytes = fill(Buffer.alloc(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

Math.random = () => bits() / 2 ** 32;
Object.assign(crypto, { randomBytes, randomUUID, randomFill, randomFillSync: fill });
Object.assign(Object.getPrototypeOf(globalThis.crypto), { randomUUID, getRandomValues: fill });
syncBuiltinESMExports();

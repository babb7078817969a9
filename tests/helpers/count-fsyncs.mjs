// Loaded into the engine's thread before the engine: counts fsync calls, and what the count was at
// each answer.
import fs from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';

const [CALLS, CALLS_AT_LAST_ANSWER] = [0, 1];
const counts = new Int32Array(workerData.counts);
const { fsyncSync } = fs;
fs.fsyncSync = (descriptor) => {
  fsyncSync(descriptor);
  Atomics.add(counts, CALLS, 1);
};

const answer = parentPort.postMessage.bind(parentPort);
parentPort.postMessage = (...message) => {
  Atomics.store(counts, CALLS_AT_LAST_ANSWER, Atomics.load(counts, CALLS));
  answer(...message);
};

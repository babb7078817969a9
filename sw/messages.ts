/** The messages from a page to the worker. */
export type WorkerMessage = { type: 'SKIP_WAITING' };

/** What a page tells the worker. */
export type WorkerMessage = { type: 'SKIP_WAITING' };

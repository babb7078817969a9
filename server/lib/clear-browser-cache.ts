import type { FastifyReply } from 'fastify';

/** The header of an answer with which a session ends. */
export const endedCache = { 'clear-site-data': '"cache"' };

/**
 * Asks the browser to forget what it keeps of this origin's answers, because a session ends here.
 * Nothing of the API may be kept in any case (`no-store`); this is the second wall. It never says
 * `storage`, because drafts live there. A browser ignores the header over plain HTTP.
 */
export function clearBrowserCache(reply: FastifyReply): void {
  reply.headers(endedCache);
}

import type { ApiRoute } from './api-routes.ts';

/** The routes of billing and finance with their rules. */
export const financeRoutes: ApiRoute[] = [
  { method: 'GET', path: '/verification/counts', action: 'verification:read' },
  { method: 'GET', path: '/verification/slips', action: 'verification:read' },
  { method: 'POST', path: '/verification/slips/:id/confirm', action: 'verification:write' },
  { method: 'POST', path: '/verification/slips/:id/reject', action: 'verification:write' },
  { method: 'POST', path: '/verification/slips/:id/ask', action: 'verification:write' },
  { method: 'POST', path: '/payment-notes/:id/answer', action: 'orders:write' },
];

import type { ApiRoute } from './api-routes.ts';

/** The routes of billing and finance with their rules. */
export const financeRoutes: ApiRoute[] = [
  { method: 'GET', path: '/verification/counts', action: 'verification:read' },
  { method: 'GET', path: '/verification/slips', action: 'verification:read' },
  { method: 'POST', path: '/verification/slips/:id/confirm', action: 'verification:write' },
  { method: 'POST', path: '/verification/slips/:id/reject', action: 'verification:write' },
  { method: 'POST', path: '/verification/slips/:id/ask', action: 'verification:write' },
  { method: 'POST', path: '/payment-notes/:id/answer', action: 'orders:write' },
  { method: 'GET', path: '/verification/refunds', action: 'verification:read' },
  { method: 'POST', path: '/refund-requests/:id/pay', action: 'payments:refund' },
  { method: 'POST', path: '/refund-requests/:id/credit', action: 'payments:refund' },
  { method: 'GET', path: '/desk-news', action: 'orders:read' },
  { method: 'POST', path: '/desk-news/opened', action: 'orders:write' },
  {
    method: 'POST',
    path: '/verification/statements',
    query: '?bankAccountId=01890000-0000-7000-8000-000000000000',
    action: 'verification:write',
  },
  { method: 'POST', path: '/verification/statements/columns', action: 'verification:write' },
  { method: 'POST', path: '/verification/statements/:id/take-back', action: 'verification:write' },
  { method: 'GET', path: '/verification/statements/:id', action: 'verification:read' },
  {
    method: 'POST',
    path: '/verification/statement-lines/:id/record',
    action: 'verification:write',
  },
];

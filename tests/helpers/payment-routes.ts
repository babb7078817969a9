import type { ApiRoute } from './api-routes.ts';

/** Payments as finance reads them, and money that goes back. */
export const paymentRoutes: ApiRoute[] = [
  { method: 'GET', path: '/payments', action: 'payments:read' },
  { method: 'GET', path: '/payments/export', action: 'payments:read' },
  { method: 'GET', path: '/payments/:id', action: 'payments:read' },
  { method: 'GET', path: '/payments/sums', action: 'payments:read' },
  { method: 'GET', path: '/payments/choices', action: 'payments:read' },
  { method: 'POST', path: '/orders/:id/refunds', action: 'payments:refund' },
  { method: 'POST', path: '/payments/:id/refund', action: 'payments:refund' },
  { method: 'POST', path: '/credit-payouts', action: 'payments:refund' },
];

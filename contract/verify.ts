/** The tabs of Pending Payment. */
export const duePayments = ['balances', 'verify', 'refunds'] as const;
export type DuePayments = (typeof duePayments)[number];

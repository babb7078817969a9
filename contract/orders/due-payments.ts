/** The tabs of Pending Payment. */
export const duePayments = ['balances', 'verify', 'refunds'] as const;
export type DuePayments = (typeof duePayments)[number];

/** The work of a second person: slips and bank statements. */
export const verification = {
  name: 'verification',
  path: '/verification',
  read: 'verification:read',
  write: 'verification:write',
} as const;

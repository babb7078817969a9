/** The tabs of Pending Payment. */
export const duePayments = ['balances', 'verify', 'refunds'] as const;
export type DuePayments = (typeof duePayments)[number];

/** What a second person looks at: slips and bank statements. */
export const verification = {
  name: 'verification',
  path: '/verification',
  read: 'verification:read',
  write: 'verification:write',
} as const;

export const paymentMethods = ['cash', 'qr', 'transfer', 'opening'] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

/** The methods whose money reaches a bank account, where a second person looks for it. */
export const bankMethods = ['qr', 'transfer'] as const satisfies readonly PaymentMethod[];
export type BankMethod = (typeof bankMethods)[number];
export const isBankMethod = (method: PaymentMethod): method is BankMethod =>
  bankMethods.some((name) => name === method);

/** The methods by which money is handed over or sent at a desk. */
export const tenderMethods = ['cash', ...bankMethods] as const satisfies readonly PaymentMethod[];
export type TenderMethod = (typeof tenderMethods)[number];

/** Cash is confirmed at once; bank money waits for a second person. */
export const paymentStates = ['pending', 'confirmed', 'rejected', 'void'] as const;
export type PaymentState = (typeof paymentStates)[number];

export const receiptKinds = ['received', 'refund', 'void'] as const;
export type ReceiptKind = (typeof receiptKinds)[number];

/** The reasons for which money moves into or out of a drawer. */
export const drawerMovementKinds = [
  'float',
  'tender',
  'change',
  'refund',
  'tenderReversed',
  'changeReversed',
  'paidIn',
  'paidOut',
] as const;
export type DrawerMovementKind = (typeof drawerMovementKinds)[number];

/** The destinations of money that was taken out of a drawer. */
export const paidOutKinds = ['expense', 'safe', 'bank', 'otherDrawer'] as const;
/**
 * Only the server writes `countedBefore`: cash taken offline was in the drawer at a count before
 * its visit was sent.
 */
export const writtenPaidOutKinds = [...paidOutKinds, 'countedBefore'] as const;
export type PaidOutKind = (typeof writtenPaidOutKinds)[number];

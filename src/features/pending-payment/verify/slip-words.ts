import type { Slip } from '#contract/verify.ts';
import { showMoney } from '#src/lib/text/money.ts';
import { currentPayerName } from '#src/lib/text/person-name.ts';

export const sumOf = ({ tendered, currency }: Pick<Slip, 'tendered' | 'currency'>): string =>
  showMoney(tendered, currency);

/** Whether the bank says another sum than the desk. */
export const differsFromBank = ({ statement, tendered }: Slip): boolean =>
  statement !== null && statement.amount !== tendered;

/** What it is called where only one line is left. */
export const nameOf = ({
  reference,
  ...payer
}: Pick<Slip, 'payerName' | 'payerNameEn' | 'reference'>): string =>
  [currentPayerName(payer), reference].filter(Boolean).join(' · ');

/** What is wrong with most slips that are rejected. */
export const rejectReasons = [
  'amountDiffers',
  'notAtBank',
  'usedBefore',
  'unreadable',
  'other',
] as const;

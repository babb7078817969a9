import type { Slip } from '#contract/money/verify.ts';
import { DOT } from '#contract/words/dot.ts';
import { showMoney } from '#src/lib/text/money.ts';
import { currentPayerName } from '#src/lib/text/person-name.ts';

export const slipTotal = ({ tendered, currency }: Pick<Slip, 'tendered' | 'currency'>): string =>
  showMoney(tendered, currency);

/** True if the bank has another sum than the desk. */
export const differsFromBank = ({ statement, tendered }: Slip): boolean =>
  statement !== null && statement.amount !== tendered;

/** True if neither a picture nor a row of a statement shows the money. */
export const isUnseen = ({ slipFileId, statement }: Slip): boolean =>
  slipFileId === null && statement === null;

/** The name of a slip where there is one line only. */
export const nameOf = ({
  reference,
  ...payer
}: Pick<Slip, 'payerName' | 'payerNameEn' | 'reference'>): string =>
  [currentPayerName(payer), reference].filter(Boolean).join(DOT);

/** The usual reasons to reject a slip. */
export const rejectReasons = [
  'amountDiffers',
  'notAtBank',
  'usedBefore',
  'unreadable',
  'other',
] as const;

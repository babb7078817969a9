import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { text } from '#contract/fields.ts';
import type { OrderPagePayment } from '#contract/orders/order-page.ts';
import { DOT } from '#contract/words/dot.ts';
import { ChoiceField } from '#src/components/fields/choice-field.tsx';
import type { FieldOf } from '#src/components/fields/form-context.ts';
import { TextField } from '#src/components/fields/text-field.tsx';
import { showMoney } from '#src/lib/text/money.ts';

/** The fields that every void of money needs. */
export const moneyBackFields = {
  reason: text(200),
  moneyBack: z.enum(['back', 'never'], { error: 'required' }),
};
type MoneyBack = { reason: string; moneyBack: 'back' | 'never' };

/** True for cash that was received for an order or on a receipt, not for credit that was used. */
export const isCashIn = ({ method, state, asCredit }: OrderPagePayment) =>
  method === 'cash' && state === 'confirmed' && !asCredit;

/**
 * If there is cash, nothing is preselected, because the person who voids it must say where it is.
 */
export const moneyBackValues = (cash: readonly OrderPagePayment[]) => ({
  reason: '',
  moneyBack: cash.length > 0 ? ('' as 'back') : ('back' as const),
});

/** The reason, and whether the cash went back to the payer or never came in. */
export function MoneyBackFields({
  field,
  cash,
}: {
  field: FieldOf<MoneyBack>;
  cash: readonly OrderPagePayment[];
}) {
  const { t } = useTranslation('orders');
  const sums = cash
    .flatMap(({ currency, tendered, change }) => [
      `${showMoney(tendered, currency)} ${currency}`,
      ...change.map((one) => `−${showMoney(one.amount, one.currency)} ${one.currency}`),
    ])
    .join(DOT);
  const options = (['back', 'never'] as const).map((value) => ({
    value,
    label: t(`void.${value}`),
  }));
  return (
    <>
      <TextField {...field('reason')} label={t('ask.reason')} />
      {cash.length > 0 && (
        <ChoiceField
          {...field('moneyBack')}
          label={t('void.moneyBack')}
          help={t('void.cash', { sums })}
          options={options}
        />
      )}
    </>
  );
}

import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { id } from '#contract/fields.ts';
import { CheckListField } from '#src/components/fields/check-list-field.tsx';
import { SignedForm } from '#src/entities/approval/signed-form.tsx';
import { productName } from '#src/entities/product/product-name.ts';
import { useOrderPaymentWords } from '#src/features/orders/use-payment-words.ts';
import { useCan } from '#src/lib/session/use-can.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
import type { ActProps } from './act-dialog.tsx';
import { isCashIn, MoneyBackFields, moneyBackFields, moneyBackValues } from './money-back.tsx';
import { useOrderAct } from './use-order-act.ts';

const schema = z.object({ ...moneyBackFields, sentSlips: z.array(id), shelf: z.array(id) });

/**
 * Voids the whole visit, never a single row: asks where its cash is, which slips were really sent,
 * and which goods are back on the shelf.
 */
export function VoidOrderDialog({ order, onClose }: ActProps) {
  const { t } = useTranslation(['orders', 'approvals']);
  const language = useLanguage();
  const words = useOrderPaymentWords();
  const mayVoid = useCan('payments:void');
  const { send, saved } = useOrderAct('void', order, onClose);
  const { _id: orderId, branchId, number, totalLAK, paidLAK, pendingLAK, payments, lines } = order;
  const expectedCame = paidLAK + pendingLAK;
  const needsSigning = expectedCame > 0 && !mayVoid;
  const cash = payments.filter((payment) => payment.onOrderLAK > 0 && isCashIn(payment));
  const slips = payments.filter(({ state, onOrderLAK }) => state === 'pending' && onOrderLAK > 0);
  const given = lines.filter(({ goods }) => (goods?.given ?? 0) > 0);
  return (
    <SignedForm
      title={t('ask.void', { number })}
      description={t(expectedCame > 0 ? 'void.meansPaid' : 'means.void')}
      schema={schema}
      values={{ ...moneyBackValues(cash), sentSlips: [], shelf: given.map(({ _id }) => _id) }}
      submit={t(needsSigning ? 'approvals:finance' : 'acts.void')}
      isHarmful
      actOf={({ moneyBack }) =>
        needsSigning
          ? {
              kind: 'void',
              branchId,
              orderId,
              totalLAK,
              cameLAK: expectedCame,
              moneyBack: moneyBack === 'back',
            }
          : null
      }
      signText={t('void.signText', { number, sum: formatNumber(expectedCame) })}
      send={({ reason, moneyBack, sentSlips, shelf }, key, approvalToken) =>
        send(
          {
            reason,
            moneyBack: moneyBack === 'back',
            sentSlips,
            lostLines: given.flatMap(({ _id }) => (shelf.includes(_id) ? [] : _id)),
            expectedCame,
            approvalToken,
          },
          key,
        )
      }
      onSaved={saved}
      onClose={onClose}
    >
      {(field) => (
        <>
          <MoneyBackFields field={field} cash={cash} />
          {slips.length > 0 && (
            <CheckListField
              {...field('sentSlips')}
              label={t('void.sent')}
              help={t('void.sentHelp')}
              options={slips.map((slip) => ({ value: slip._id, label: words(slip) }))}
            />
          )}
          {given.length > 0 && (
            <CheckListField
              {...field('shelf')}
              label={t('void.shelf')}
              help={t('void.shelfHelp')}
              options={given.map((line) => ({
                value: line._id,
                label: `${productName(line, language)} × ${line.goods?.given ?? 0}`,
              }))}
            />
          )}
        </>
      )}
    </SignedForm>
  );
}

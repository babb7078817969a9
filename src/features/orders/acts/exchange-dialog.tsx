import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import type { ApprovedAct } from '#contract/centre/approvals.ts';
import { id, optionalId, text } from '#contract/fields.ts';
import { productsList } from '#contract/stock/products-list.ts';
import type { OrderChanged } from '#contract/orders/order-changes.ts';
import type { OrderPage } from '#contract/orders/order-page.ts';
import { freedAbove } from '#contract/orders/value-left.ts';
import type { Product } from '#contract/stock/products.ts';
import { DOT } from '#contract/words/dot.ts';
import { NumberField } from '#src/components/fields/number-field.tsx';
import type { FieldOf } from '#src/components/fields/form-context.ts';
import { SelectField } from '#src/components/fields/select-field.tsx';
import { SwitchField } from '#src/components/fields/switch-field.tsx';
import { TextField } from '#src/components/fields/text-field.tsx';
import { Totals } from '#src/components/kit/money.tsx';
import { SignedForm } from '#src/entities/approval/signed-form.tsx';
import { useDrawer } from '#src/entities/drawer/use-drawer.ts';
import { usePayRates } from '#src/entities/payment/pay-queries.ts';
import { productName } from '#src/entities/product/product-name.ts';
import { ApiError } from '#src/lib/request/api.ts';
import { useCan } from '#src/lib/session/use-can.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { showMoney } from '#src/lib/text/money.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
import { useCachedList } from '#src/offline/lists/cached-list.ts';
import type { ActProps } from './act-dialog.tsx';
import { exchangeSums } from './exchange-sums.ts';
import { useOrderAct } from './use-order-act.ts';

const schema = z.object({
  lineId: id,
  quantity: z.int().check(z.gte(1)),
  productId: optionalId,
  backOnShelf: z.boolean(),
  giveNow: z.boolean(),
  reason: text(200),
});
type Exchange = z.output<typeof schema>;
type Swap = Pick<Exchange, 'lineId' | 'quantity' | 'productId'>;
const NONE: readonly Product[] = [];

/** The effect of an exchange on the bill, while it is being chosen. */
function useExchangeSums(order: OrderPage, goods: readonly Product[]) {
  const { rates } = usePayRates();
  const sums = ({ lineId, quantity, productId }: Swap) => {
    const [line, product] = [
      order.lines.find(({ _id }) => _id === lineId),
      goods.find(({ _id }) => _id === productId),
    ];
    return line && (product || productId === null)
      ? exchangeSums(order, { line, quantity, product }, rates)
      : undefined;
  };
  return { sums, rateIds: { THB: rates.THB?.rateId ?? null, USD: rates.USD?.rateId ?? null } };
}

/** The server's total after an exchange; another choice has another total. */
type Corrected = Swap & { totalLAK: number | undefined };

function totalAfter(
  order: OrderPage,
  swap: Swap,
  sums: ReturnType<typeof useExchangeSums>['sums'],
  corrected: Corrected | undefined,
): number {
  const isCorrected =
    corrected?.lineId === swap.lineId &&
    corrected.quantity === swap.quantity &&
    corrected.productId === swap.productId;
  const found = sums(swap);
  return (
    (isCorrected ? corrected.totalLAK : undefined) ??
    order.totalLAK - (found?.backLAK ?? 0) + (found?.newLAK ?? 0)
  );
}

/** The cash for a walk-in, who has no credit account. */
const cashBack = (order: OrderPage, totalLAK: number) =>
  order.payer.kind === 'walkIn' ? freedAbove(order, totalLAK).freedLAK : 0;

type FieldsProps = {
  field: FieldOf<Exchange>;
  order: OrderPage;
  goods: readonly Product[];
  sums: ReturnType<typeof useExchangeSums>['sums'];
  corrected: Corrected | undefined;
};

function Fields({ field, order, goods, sums, corrected }: FieldsProps) {
  const { t } = useTranslation('orders');
  const language = useLanguage();
  const chosen = useWatch() as Exchange;
  const found = sums(chosen);
  const after = totalAfter(order, chosen, sums, corrected);
  const { freedLAK, freedPendingLAK } = freedAbove(order, found ? after : order.totalLAK);
  const confirmedLAK = freedLAK - freedPendingLAK;
  const lines = order.lines.filter((line) => (line.goods?.left ?? 0) > 0);
  const line = lines.find(({ _id }) => _id === chosen.lineId);
  return (
    <>
      <SelectField
        {...field('lineId')}
        label={t('exchange.back')}
        options={lines.map((one) => ({
          value: one._id,
          label: `${one.position}${DOT}${productName(one, language)}${DOT}${one.goods?.left ?? 0}`,
        }))}
        required
      />
      <NumberField {...field('quantity')} label={t('exchange.pieces')} />
      <SelectField
        {...field('productId')}
        label={t('exchange.instead')}
        help={t('exchange.nothing')}
        options={goods.map((one) => ({
          value: one._id,
          label: `${productName(one, language)}${DOT}${showMoney(one.price, one.currency)} ${one.currency}`,
        }))}
      />
      {(line?.goods?.given ?? 0) > 0 && (
        <SwitchField
          {...field('backOnShelf')}
          label={t('exchange.onShelf')}
          help={t('exchange.elseLoss')}
        />
      )}
      {chosen.productId !== null && (
        <SwitchField {...field('giveNow')} label={t('exchange.giveNow')} />
      )}
      <TextField {...field('reason')} label={t('ask.reason')} />
      {found && (
        <Totals
          lines={[
            { label: t('sums.totalLAK'), amount: order.totalLAK },
            { label: t('exchange.comesBack'), amount: -found.backLAK },
            { label: t('exchange.instead'), amount: found.newLAK },
          ]}
          label={t('exchange.after')}
          amount={after}
          currency="LAK"
        />
      )}
      {confirmedLAK > 0 && (
        <p>
          {t(order.payer.kind === 'walkIn' ? 'exchange.paidOut' : 'exchange.toCredit', {
            sum: formatNumber(confirmedLAK),
          })}
        </p>
      )}
      {freedPendingLAK > 0 && (
        <p>{t('exchange.toCreditLater', { sum: formatNumber(freedPendingLAK) })}</p>
      )}
    </>
  );
}

/** The server's total, which differs if cash rounding goes back with the goods. */
function totalOf(error: unknown): number | undefined {
  const rows =
    error instanceof ApiError
      ? (error.body as { rows?: readonly { changed?: string; after?: unknown }[] }).rows
      : undefined;
  const after = rows?.find(({ changed }) => changed === 'total')?.after;
  return typeof after === 'number' ? after : undefined;
}

/**
 * Exchanges goods for others at today's price; the bill shows both sums before anything is saved.
 */
export function ExchangeDialog({ order, onClose }: ActProps) {
  const { t } = useTranslation('orders');
  const { send, saved } = useOrderAct('exchange', order, onClose);
  const { rows = NONE } = useCachedList(productsList, { sort: 'nameEn', quiet: true });
  const goods = rows.filter(({ active }) => active);
  const { sums, rateIds } = useExchangeSums(order, goods);
  const [corrected, setCorrected] = useState<Corrected>();
  const mayRefund = useCan('payments:refund');
  const { shiftId } = useDrawer(order.branchId);
  const { _id: orderId, branchId, number, payer } = order;
  const actOf = (input: Exchange): ApprovedAct | null => {
    const { lineId, quantity, productId } = input;
    const cashLAK = cashBack(order, totalAfter(order, input, sums, corrected));
    return !mayRefund && cashLAK > 0
      ? { kind: 'cashBack', branchId, orderId, lineId, quantity, productId, cashLAK }
      : null;
  };
  const submit = async (input: Exchange, key: string, approvalToken: string | null) => {
    try {
      return await send<OrderChanged>(
        {
          ...input,
          rateIds,
          expectedTotal: totalAfter(order, input, sums, corrected),
          shiftId: payer.kind === 'walkIn' ? shiftId : null,
          approvalToken,
        },
        key,
      );
    } catch (error) {
      setCorrected({ ...input, totalLAK: totalOf(error) });
      throw error;
    }
  };
  return (
    <SignedForm
      title={t('ask.exchange', { number: order.number })}
      description={t('means.exchange')}
      schema={schema}
      values={{
        // The field takes the only line by itself; out of several, the clerk says which.
        lineId: '',
        quantity: 1,
        productId: null,
        backOnShelf: true,
        giveNow: true,
        reason: '',
      }}
      submit={t('acts.exchange')}
      actOf={actOf}
      signText={t('exchange.signText', { number })}
      send={submit}
      onSaved={saved}
      onClose={onClose}
    >
      {(field) => (
        <Fields field={field} order={order} goods={goods} sums={sums} corrected={corrected} />
      )}
    </SignedForm>
  );
}

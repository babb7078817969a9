import { useState } from 'react';
import { tenderFor } from '#contract/cash.ts';
import type { PriceCurrency } from '#contract/currencies.ts';
import type { DeskRules } from '#contract/desk.ts';
import type { OrderPage } from '#contract/order-page.ts';
import { pricePayment, type OrderPaymentInput } from '#contract/order-payments.ts';
import type { TenderMethod } from '#contract/payments.ts';
import { rateOf } from '#contract/visit-lines.ts';
import type { PricedVisit, VisitRates } from '#contract/visit-prices.ts';
import type { VisitPayer } from '#contract/visits.ts';
import type { TypedAmount } from '#src/components/money/money-input.tsx';
import { newIdempotencyKey } from '#src/lib/request/save.ts';

export type PayRow = { key: string; method: TenderMethod; currency: PriceCurrency; tendered: TypedAmount; bankAccountId: string | null; reference: string };

const payerOf = ({ payer: { kind, _id, name, phone } }: OrderPage): VisitPayer => {
  if (kind === 'walkIn' || _id === null) return { kind: 'walkIn', name, phone };
  return kind === 'parent' ? { kind, parentKey: _id } : { kind, studentKey: _id };
};

type Given = { order: OrderPage; rules: DeskRules; rates: VisitRates; shiftId: string | null };

/** A later payment while it is typed: its rows, what they come to, and what is sent. */
export function useLaterPayment({ order, rules, rates, shiftId }: Given) {
  const balance = order.totalLAK - order.paidLAK - order.pendingLAK;
  const [rows, setRows] = useState<readonly PayRow[]>([]);
  const [usesCredit, setUsesCredit] = useState(false);
  const creditLAK = usesCredit ? Math.min(order.payer.creditLAK, balance) : 0;
  const readable = rows.flatMap((row) => (typeof row.tendered === 'number' && row.tendered > 0 ? [{ ...row, tendered: row.tendered, slipFileId: null }] : []));
  const input: Omit<OrderPaymentInput, 'shiftId' | 'rateIds'> = { debts: [{ orderId: order._id, expectedBalance: balance }], creditLAK, tenders: readable, changeIn: 'LAK', changeOwedLAK: 0 };
  const priced: PricedVisit = pricePayment(input, { payer: payerOf(order), balances: { [order._id]: balance }, creditLAK: order.payer.creditLAK, cashStep: rules.cashStep }, rates);
  const leftFor = (key: string | undefined) => Math.max(0, priced.dueLAK - priced.rows.filter((row) => row.key !== key).reduce((sum, { worthLAK }) => sum + worthLAK, 0));
  const fill = (row: Pick<PayRow, 'method' | 'currency'> & { key?: string }): number | null => {
    const rate = rateOf(row, rates)?.rate;
    const left = leftFor(row.key);
    return rate === undefined || left === 0 ? null : tenderFor(left, { ...row, rate, step: rules.cashStep });
  };
  const isWhole = rows.length === readable.length && rows.every(({ method, reference }) => method === 'cash' || reference.trim() !== '');
  return {
    ...{ balance, rows, priced, leftFor, fill, creditLAK, usesCredit, setUsesCredit },
    /** Adds a row that fills what remains. */
    add: (method: TenderMethod) => {
      const account = method === 'cash' ? undefined : rules.bankAccounts.find(({ currency }) => currency === 'LAK');
      const row: PayRow = { key: newIdempotencyKey(), method, currency: 'LAK', tendered: fill({ method, currency: 'LAK' }), bankAccountId: account?._id ?? null, reference: '' };
      setRows([...rows, row]);
      return row.key;
    },
    change: (key: string, values: Partial<PayRow>) => setRows(rows.map((row) => (row.key === key ? { ...row, ...values } : row))),
    remove: (key: string) => setRows(rows.filter((row) => row.key !== key)),
    canSend: isWhole && priced.problems.length === 0 && (readable.length > 0 || creditLAK > 0),
    body: (): OrderPaymentInput => ({ ...input, shiftId: readable.some(({ method }) => method === 'cash') ? shiftId : null, rateIds: { THB: rates.THB?.rateId ?? null, USD: rates.USD?.rateId ?? null } }),
  };
}
export type LaterPayment = ReturnType<typeof useLaterPayment>;

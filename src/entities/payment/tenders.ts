import { isPartOf, tenderFor } from '#contract/money/cash.ts';
import type { PriceCurrency } from '#contract/money/currencies.ts';
import { payChips } from '#contract/desk/pay-chips.ts';
import { rateOf } from '#contract/desk/visit-lines.ts';
import type { PricedVisit, VisitRates } from '#contract/desk/visit-prices.ts';
import type { TenderMethod } from '#contract/orders/payments.ts';

/** An amount in minor units while it is typed; unreadable text stays a string. */
export type Typed = number | string | null;
/** A tender while it is typed. */
export type DraftTender = {
  key: string;
  method: TenderMethod;
  currency: PriceCurrency;
  tendered: Typed;
  bankAccountId: string | null;
  reference: string;
  slipFileId: string | null;
};
type NamedTarget = 'exact' | 'half' | 'deposit';
/** The amount that the chips ask for: a share of the sum due, or a number of kip. */
export type TenderTarget = NamedTarget | number;
/** The tenders and change of a visit or of a later payment while they are typed. */
export type MoneyDraft = {
  tenders: DraftTender[];
  target: TenderTarget;
  /** True if cash above the target is kept too, instead of given back as change. */
  keepsAll: boolean;
  changeIn: PriceCurrency;
  /** Change in kip that becomes credit because small notes are missing. */
  changeOwedLAK: number;
};
/** Changes the money of any draft. */
export type ChangeMoney = (next: <Draft extends MoneyDraft>(before: Draft) => Draft) => void;

/** True if a bank tender lacks its reference, by which the bank's payment is found. */
export const lacksReference = ({
  method,
  reference,
}: Pick<DraftTender, 'method' | 'reference'>): boolean =>
  method !== 'cash' && reference.trim() === '';

/** The server's objections to one tender, by field. */
export type TenderErrors = Partial<Record<keyof DraftTender, string>>;

/** The objections to the tender in this place, out of those to the whole visit or payment. */
export function tenderErrors(fields: Readonly<Record<string, string>>, at: number): TenderErrors {
  const start = `tenders.${at}.`;
  return Object.fromEntries(
    Object.entries(fields).flatMap(([path, text]) =>
      path.startsWith(start) ? [[path.slice(start.length), text]] : [],
    ),
  );
}

/** The place of the first tender that the server objects to. */
export const firstWrongTender = (
  tenders: readonly DraftTender[],
  fields: Readonly<Record<string, string>>,
): DraftTender | undefined =>
  tenders.find((_tender, at) => Object.keys(tenderErrors(fields, at)).length > 0);

export const targets = ['exact', 'half', 'deposit'] as const satisfies readonly NamedTarget[];

/** The sums with the tenders; `withoutMoney` has the same sums without any. */
export type Wallet = {
  priced: PricedVisit;
  withoutMoney: PricedVisit;
  rates: VisitRates;
  step: number;
};

/** The part of a wallet that is known without any tender. */
type Unpaid = Pick<Wallet, 'withoutMoney' | 'rates' | 'step'>;

const KIP_CASH = { method: 'cash', currency: 'LAK' } as const;

/** The kip that a chip asks for in total, over all tenders. */
export function targetLAK({ withoutMoney, rates, step }: Unpaid, target: TenderTarget): number {
  if (typeof target === 'number') return Math.min(target, withoutMoney.dueLAK);
  if (target === 'exact') return withoutMoney.dueLAK;
  // A step of cash may be more than all that is due; then the part is no part.
  const part = payChips(withoutMoney, KIP_CASH, { rates, step })?.[target] ?? 0;
  return Math.min(part, withoutMoney.dueLAK);
}

/** The part of the sum due that was chosen; null if all of it was. */
export function chosenPartLAK(
  { target }: Pick<MoneyDraft, 'target'>,
  unpaid: Unpaid,
): number | null {
  if (target === 'exact') return null;
  const part = targetLAK(unpaid, target);
  return part > 0 && isPartOf(part, unpaid.withoutMoney.dueLAK, unpaid.step) ? part : null;
}

/** The part above which cash is change; null if all of it is kept. */
export const partLAK = (draft: Pick<MoneyDraft, 'target' | 'keepsAll'>, unpaid: Unpaid) =>
  draft.keepsAll ? null : chosenPartLAK(draft, unpaid);

/** The part that was chosen, if more cash than that was tendered. */
export function exceededPartLAK(draft: Pick<MoneyDraft, 'target'>, wallet: Wallet): number | null {
  const part = chosenPartLAK(draft, wallet);
  const hasCash = wallet.priced.rows.some(({ method }) => method === 'cash');
  return part !== null && hasCash && tenderedLAK(wallet.priced) > part ? part : null;
}

/** The kip that the other tenders leave to this one. */
export function remainingLAK(
  { target }: Pick<MoneyDraft, 'target'>,
  key: string | null,
  wallet: Wallet,
): number {
  const others = wallet.priced.rows
    .filter((row) => row.key !== key)
    .reduce((sum, row) => sum + row.worthLAK, 0);
  return Math.max(0, targetLAK(wallet, target) - others);
}

/**
 * The kip that are kept above what is paid now, and pay more of the bill. What goes beyond the bill
 * is credit, and counts on its own.
 */
export const keptAboveLAK = ({ priced }: Wallet, paidNowLAK: number): number =>
  Math.max(0, priced.cashLAK + priced.pendingLAK - priced.toCreditLAK - paidNowLAK);

/** The kip that the tenders leave open, apart from what rounding settles. */
export function stillToPayLAK(draft: Pick<MoneyDraft, 'target'>, wallet: Wallet): number {
  const left = remainingLAK(draft, null, wallet);
  return wallet.priced.restLAK === 0 || left < wallet.step ? 0 : left;
}

/** The amount that this tender needs to fill the rest, in its own currency; null without a rate. */
export function remainingAmount(
  draft: Pick<MoneyDraft, 'target'>,
  row: { key: string | null; method: TenderMethod; currency: PriceCurrency },
  wallet: Wallet,
): number | null {
  const rate = rateOf(row, wallet.rates)?.rate;
  const left = remainingLAK(draft, row.key, wallet);
  return rate === undefined || left === 0
    ? null
    : tenderFor(left, { ...row, rate, step: wallet.step });
}

type Account = { _id: string; currency: PriceCurrency };
/**
 * The branch's bank accounts in a currency; the first one is used unless the clerk chooses another.
 */
export const accountsFor = <Of extends Account>(
  accounts: readonly Of[],
  currency: PriceCurrency,
): Of[] => accounts.filter((account) => account.currency === currency);

/** Adds a tender that fills the remaining amount. */
export function addTender<Draft extends MoneyDraft>(
  draft: Draft,
  row: Pick<DraftTender, 'key' | 'method' | 'bankAccountId'>,
  wallet: Wallet,
): Draft {
  const filled: DraftTender = {
    ...row,
    currency: 'LAK',
    reference: '',
    slipFileId: null,
    tendered: remainingAmount(draft, { ...row, currency: 'LAK' }, wallet),
  };
  return { ...draft, tenders: [...draft.tenders, filled] };
}

export const changeTender = <Draft extends MoneyDraft>(
  draft: Draft,
  key: string,
  changes: Partial<DraftTender>,
): Draft => ({
  ...draft,
  tenders: draft.tenders.map((row) => (row.key === key ? { ...row, ...changes } : row)),
});

/**
 * Changes a tender's currency and fills the remaining amount again; a bank tender moves to an
 * account in that currency.
 */
export function changeCurrency<Draft extends MoneyDraft>(
  draft: Draft,
  row: DraftTender,
  currency: PriceCurrency,
  { wallet, accounts }: { wallet: Wallet; accounts: readonly Account[] },
): Draft {
  const bankAccountId =
    row.method === 'cash' ? null : (accountsFor(accounts, currency)[0]?._id ?? null);
  return changeTender(draft, row.key, {
    currency,
    bankAccountId,
    tendered: remainingAmount(draft, { ...row, currency }, wallet),
  });
}

export function removeTender<Draft extends MoneyDraft>(draft: Draft, key: string): Draft {
  const tenders = draft.tenders.filter((row) => row.key !== key);
  return {
    ...draft,
    tenders,
    changeIn: tenders.some(({ currency }) => currency === draft.changeIn) ? draft.changeIn : 'LAK',
  };
}

/** Sets the target; a single tender follows it. */
export function chooseTarget<Draft extends MoneyDraft>(
  draft: Draft,
  target: TenderTarget,
  wallet: Wallet,
): Draft {
  const chosen = { ...draft, target, keepsAll: false };
  const [only, ...others] = chosen.tenders;
  if (!only || others.length > 0) return chosen;
  return changeTender(chosen, only.key, { tendered: remainingAmount(chosen, only, wallet) });
}

/** The worth of all tenders in kip. */
export const tenderedLAK = ({ rows }: Pick<PricedVisit, 'rows'>): number =>
  rows.reduce((sum, { worthLAK }) => sum + worthLAK, 0);

const OLD_AFTER_MS = 24 * 3_600_000;
/** True if a rate of this moment is so old that the clerk must confirm it before taking money. */
export const isOldRate = (at: string): boolean => Date.now() - Date.parse(at) > OLD_AFTER_MS;

/** The moments of the newest rates, by currency. */
export type RateMoments = Partial<Record<PriceCurrency, string>>;

/** The moment of the oldest rate that a price or tender uses; undefined if all is in kip. */
export const usedRatesAsOf = (at: RateMoments, { priced }: Wallet): string | undefined =>
  [
    ...priced.lines.map(({ price }) => price.currency),
    ...priced.rows.map(({ currency }) => currency),
  ]
    .flatMap((currency) => at[currency] ?? [])
    .toSorted()[0];

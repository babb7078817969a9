import { tenderFor } from '#contract/cash.ts';
import type { PriceCurrency } from '#contract/currencies.ts';
import { payChips } from '#contract/pay-chips.ts';
import { rateOf } from '#contract/visit-lines.ts';
import type { PricedVisit, VisitRates } from '#contract/visit-prices.ts';
import type { TenderMethod } from '#contract/payments.ts';
import type { InstalmentPart } from '#contract/visits.ts';
import type { DraftTender, Target, VisitDraft } from './visit-draft.ts';

export const targets = ['exact', 'half', 'deposit'] as const satisfies readonly Target[];

/** `bare` is the same visit before any money. */
export type Wallet = { priced: PricedVisit; instalments: InstalmentPart[]; bare: PricedVisit; rates: VisitRates; step: number };

const KIP_CASH = { method: 'cash', currency: 'LAK' } as const;

/** Kip that a chip asks for in all, however many rows pay it. */
export function targetLAK({ bare, rates, step }: Wallet, target: Target): number {
  return target === 'exact' ? bare.dueLAK : (payChips(bare, KIP_CASH, { rates, step })?.[target] ?? 0);
}

/** Kip of the target that the other rows leave to this one. */
export function leftFor(draft: VisitDraft, key: string | null, wallet: Wallet): number {
  const others = wallet.priced.rows.filter((row) => row.key !== key).reduce((sum, row) => sum + row.worthLAK, 0);
  return Math.max(0, targetLAK(wallet, draft.target) - others);
}

/** What a row has to say to pay that; nothing without a rate. */
export function fillFor(draft: VisitDraft, row: { key: string | null; method: TenderMethod; currency: PriceCurrency }, wallet: Wallet): number | null {
  const rate = rateOf(row, wallet.rates)?.rate;
  const left = leftFor(draft, row.key, wallet);
  return rate === undefined || left === 0 ? null : tenderFor(left, { ...row, rate, step: wallet.step });
}

type Account = { _id: string; currency: PriceCurrency };
/** The accounts of the branch that take a currency; the first one is taken unless the clerk chooses another. */
export const accountsFor = <Of extends Account>(accounts: readonly Of[], currency: PriceCurrency): Of[] => accounts.filter((account) => account.currency === currency);

/** Tapping a method adds a row that fills what remains. */
export function addTender(draft: VisitDraft, row: Pick<DraftTender, 'key' | 'method' | 'bankAccountId'>, wallet: Wallet): VisitDraft {
  const filled: DraftTender = { ...row, currency: 'LAK', reference: '', slipFileId: null, tendered: fillFor(draft, { ...row, currency: 'LAK' }, wallet) };
  return { ...draft, tenders: [...draft.tenders, filled] };
}

export const changeTender = (draft: VisitDraft, key: string, changes: Partial<DraftTender>): VisitDraft => ({ ...draft, tenders: draft.tenders.map((row) => (row.key === key ? { ...row, ...changes } : row)) });

/** Another currency of a row fills anew what remains; bank money goes to an account of that currency. */
export function changeCurrency(draft: VisitDraft, row: DraftTender, currency: PriceCurrency, { wallet, accounts }: { wallet: Wallet; accounts: readonly Account[] }): VisitDraft {
  const bankAccountId = row.method === 'cash' ? null : (accountsFor(accounts, currency)[0]?._id ?? null);
  return changeTender(draft, row.key, { currency, bankAccountId, tendered: fillFor(draft, { ...row, currency }, wallet) });
}

export function removeTender(draft: VisitDraft, key: string): VisitDraft {
  const tenders = draft.tenders.filter((row) => row.key !== key);
  return { ...draft, tenders, changeIn: tenders.some(({ currency }) => currency === draft.changeIn) ? draft.changeIn : 'LAK' };
}

/** A chip asks for another sum; the only row follows it. */
export function chooseTarget(draft: VisitDraft, target: Target, wallet: Wallet): VisitDraft {
  const chosen = { ...draft, target };
  const [only, ...others] = chosen.tenders;
  if (!only || others.length > 0) return chosen;
  return changeTender(chosen, only.key, { tendered: fillFor(chosen, only, wallet) });
}

/** What is handed over or sent in all, in kip. */
export const tenderedLAK = ({ rows }: PricedVisit): number => rows.reduce((sum, { worthLAK }) => sum + worthLAK, 0);

const OLD_AFTER_MS = 24 * 3_600_000;
/** Whether a rate of this moment is old enough to be asked about before money is taken at it. */
export const isOldRate = (at: string): boolean => Date.now() - Date.parse(at) > OLD_AFTER_MS;

/** Whether any price or row of money of the visit is in another currency than kip. */
export const usesRates = ({ priced }: Wallet): boolean => [...priced.lines.map(({ price }) => price.currency), ...priced.rows.map(({ currency }) => currency)].some((currency) => currency !== 'LAK');

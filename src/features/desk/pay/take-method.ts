import type { DeskRules } from '#contract/desk/desk.ts';
import type { TenderMethod } from '#contract/orders/payments.ts';
import {
  accountsFor,
  addTender,
  removeTender,
  stillToPayLAK,
  type Wallet,
} from '#src/entities/payment/tenders.ts';
import type { VisitDraft } from '#src/features/desk/visit-draft.ts';
import { newIdempotencyKey } from '#src/lib/request/save.ts';

type Taking = {
  wallet: Wallet;
  accounts: DeskRules['bankAccounts'];
  /** The row that is open. */
  openKey: string | undefined;
};

/**
 * The draft after a press on a method, and the row that is open then. A new row takes what is left.
 * If nothing is left, the row of this method opens again, or the open row changes its method.
 */
export function takeMethod(
  draft: VisitDraft,
  method: TenderMethod,
  { wallet, accounts, openKey }: Taking,
): { draft: VisitDraft; key: string } {
  const isCovered = draft.tenders.length > 0 && stillToPayLAK(draft, wallet) === 0;
  const waiting = draft.tenders.find((row) => row.method === method && row.tendered === null);
  const same = isCovered
    ? (draft.tenders.find((row) => row.key === openKey && row.method === method) ??
      draft.tenders.find((row) => row.method === method))
    : waiting;
  if (same) return { draft, key: same.key };
  const key = newIdempotencyKey();
  const [account] = accountsFor(accounts, 'LAK');
  const row = { key, method, bankAccountId: method === 'cash' ? null : (account?._id ?? null) };
  const old = draft.tenders.find((one) => one.key === openKey) ?? draft.tenders.at(-1);
  if (!isCovered || !old) return { draft: addTender(draft, row, wallet), key };
  const left = removeTender(draft, old.key);
  const others = wallet.priced.rows.filter((one) => one.key !== old.key);
  return {
    draft: addTender(left, row, { ...wallet, priced: { ...wallet.priced, rows: others } }),
    key,
  };
}

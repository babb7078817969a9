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
 * The draft after a press on a method, and the row that is open then. A new row takes what is left;
 * a second one of the same method is made only from its open row, so that a press that comes back
 * to a method finds what was counted. If nothing is left, the row of this method opens again, or
 * the open row changes its method.
 */
export function takeMethod(
  draft: VisitDraft,
  method: TenderMethod,
  { wallet, accounts, openKey }: Taking,
): { draft: VisitDraft; key: string } {
  const isCovered = draft.tenders.length > 0 && stillToPayLAK(draft, wallet) === 0;
  const ofMethod = draft.tenders.filter((row) => row.method === method);
  const open = ofMethod.find((row) => row.key === openKey);
  const waiting = ofMethod.find((row) => row.tendered === null);
  const same = isCovered
    ? (open ?? ofMethod[0])
    : (waiting ?? (open ? undefined : ofMethod.at(-1)));
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

/** The bar brings it along, because the desk is loaded before anybody pays. */
export type TakeMethod = typeof takeMethod;

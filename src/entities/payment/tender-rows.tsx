import { Banknote, Landmark, QrCode, X } from 'lucide-react';
import { useRef } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import type { DeskRules } from '#contract/desk/desk.ts';
import { tenderMethods, type TenderMethod } from '#contract/orders/payments.ts';
import { IconButton, Button } from '#src/components/kit/button.tsx';
import { HelpText } from '#src/components/kit/field.tsx';
import { newIdempotencyKey } from '#src/lib/request/save.ts';
import { formatNumber, formatRate } from '#src/lib/text/format.ts';
import { showSum } from '#src/lib/text/money.ts';
import {
  accountsFor,
  addTender,
  removeTender,
  type ChangeMoney,
  type MoneyDraft,
  type Wallet,
} from './tenders.ts';
import styles from './payment.module.css';

const icons = { cash: Banknote, qr: QrCode, transfer: Landmark } as const satisfies Record<
  TenderMethod,
  unknown
>;

export type TenderRowsProps = {
  draft: MoneyDraft;
  wallet: Wallet;
  change: ChangeMoney;
  /** The key of the tender that is open for editing. */
  openRow: string | undefined;
  onOpen: (key: string | undefined) => void;
  isLocked?: boolean;
};

/** The tenders, each with its worth in kip. */
export function TenderRows({
  draft,
  wallet,
  change,
  openRow,
  onOpen,
  isLocked = false,
}: TenderRowsProps) {
  const { t } = useTranslation(['payment', 'common']);
  const list = useRef<HTMLUListElement>(null);
  if (draft.tenders.length === 0) return null;
  // The pressed button is gone with its row, so the focus goes on to the next one.
  const remove = (key: string, at: number) => {
    const left = draft.tenders.filter((row) => row.key !== key);
    const next = left[at] ?? left.at(-1);
    flushSync(() => change((before) => removeTender(before, key)));
    if (next === undefined || openRow === key) onOpen(next?.key);
    else
      list.current
        ?.querySelectorAll<HTMLElement>('li > button:first-child')
        [left.indexOf(next)]?.focus();
  };
  return (
    <ul ref={list} className={styles.rows} aria-label={t('rows')}>
      {draft.tenders.map((row, at) => {
        const Icon = icons[row.method];
        const settled = wallet.priced.rows.find(({ key }) => key === row.key);
        const words = `${t(`method.${row.method}`)} ${typeof row.tendered === 'number' ? showSum(row.tendered, row.currency) : row.currency}`;
        return (
          <li key={row.key} data-open={row.key === openRow}>
            <button
              type="button"
              className={styles.rowButton}
              disabled={isLocked}
              onClick={() => onOpen(row.key)}
            >
              <Icon aria-hidden size={16} />
              <span>
                {words}
                <small>
                  {row.currency !== 'LAK' && settled && `× ${formatRate(settled.rate)} `}
                  {row.method !== 'cash' &&
                    t(row.reference.trim() === '' ? 'needsReference' : 'toBeVerified', {
                      reference: row.reference,
                    })}
                </small>
              </span>
              <b>{settled ? formatNumber(settled.worthLAK) : ''}</b>
            </button>
            <IconButton
              icon={X}
              disabled={isLocked}
              label={t('common:form.removeItem', { item: words })}
              onClick={() => remove(row.key, at)}
            />
          </li>
        );
      })}
    </ul>
  );
}

type MethodsProps = Pick<TenderRowsProps, 'wallet' | 'change' | 'onOpen'> & {
  accounts: DeskRules['bankAccounts'];
  /** True for methods that are not possible now. */
  isBarred: (method: TenderMethod) => boolean;
  /**
   * True if a tender of this method may be added. A `false` means that something is missing first;
   * the function then calls `add` later.
   */
  mayAdd?: (method: TenderMethod, add: () => void) => boolean;
};

/** The payment methods; each button adds a tender that fills the remaining amount. */
export function TenderMethods({
  wallet,
  change,
  onOpen,
  accounts,
  isBarred,
  mayAdd,
}: MethodsProps) {
  const { t } = useTranslation('payment');
  const [account] = accountsFor(accounts, 'LAK');
  const add = (method: TenderMethod) => {
    const key = newIdempotencyKey();
    change((before) =>
      addTender(
        before,
        { key, method, bankAccountId: method === 'cash' ? null : (account?._id ?? null) },
        wallet,
      ),
    );
    onOpen(key);
  };
  return (
    <>
      <div className={styles.three}>
        {tenderMethods.map((method) => {
          const Icon = icons[method];
          return (
            <Button
              icon={Icon}
              key={method}
              disabled={isBarred(method) || (method !== 'cash' && !account)}
              onClick={() => mayAdd?.(method, () => add(method)) !== false && add(method)}
            >
              {t(method === 'transfer' ? 'shortTransfer' : `method.${method}`)}
            </Button>
          );
        })}
      </div>
      {!account && <HelpText>{t('noAccount')}</HelpText>}
    </>
  );
}

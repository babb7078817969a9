import { Banknote, Clock, Landmark, QrCode, X } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { tenderMethods, type TenderMethod } from '#contract/payments.ts';
import { Sum } from '#src/components/money/sum.tsx';
import styles from '#src/features/desk/desk.module.css';
import payStyles from '#src/features/desk/pay.module.css';
import type { Visit } from '#src/features/desk/use-visit.ts';
import { leftLater } from '#src/features/desk/visit-input.ts';
import { accountsFor, addTender, chooseTarget, isOldRate, removeTender, targetLAK, targets, type Wallet } from '#src/features/desk/visit-money.ts';
import { newIdempotencyKey } from '#src/lib/request/save.ts';
import { formatDateTime, formatNumber, formatRate, formatTime } from '#src/lib/text/format.ts';
import { showMoney } from '#src/lib/text/money.ts';
import { useAway } from '#src/offline/use-away.ts';
import controls from '#src/theme/controls.module.css';
import { Bill } from './bill.tsx';

const icons = { cash: Banknote, qr: QrCode, transfer: Landmark } as const satisfies Record<TenderMethod, unknown>;

type PayProps = { visit: Visit; wallet: Wallet; openRow: string | undefined; onOpen: (key: string | undefined) => void };

const ChangePart = lazy(async () => ({ default: (await import('./change-part.tsx')).ChangePart }));
const PlanPart = lazy(async () => ({ default: (await import('./plan-part.tsx')).PlanPart }));

/** How old the rates are that foreign money and prices are taken at. */
function RatesAsOf({ at }: { at: string }) {
  const { t } = useTranslation('desk');
  return (
    <span className={`${styles.asOf} ${styles.end}`}>
      <Clock aria-hidden size={14} />
      {t('pay.ratesAsOf', { time: isOldRate(at) ? formatDateTime(at) : formatTime(at) })}
    </span>
  );
}

/** The rows of money, each with what it is worth in kip. */
function TenderRows({ visit: { draft, change }, wallet, openRow, onOpen }: PayProps) {
  const { t } = useTranslation(['desk', 'common']);
  if (draft.tenders.length === 0) return null;
  return (
    <ul className={payStyles.rows} aria-label={t('pay.rows')}>
      {draft.tenders.map((row) => {
        const Icon = icons[row.method];
        const settled = wallet.priced.rows.find(({ key }) => key === row.key);
        const words = `${t(`method.${row.method}`)} ${row.currency} ${typeof row.tendered === 'number' ? showMoney(row.tendered, row.currency) : ''}`;
        return (
          <li key={row.key} data-open={row.key === openRow}>
            <button type="button" className={payStyles.rowButton} disabled={draft.taken !== null} onClick={() => onOpen(row.key)}>
              <Icon aria-hidden size={16} />
              <span>
                {words}
                <small>
                  {row.currency !== 'LAK' && settled && `× ${formatRate(settled.rate)}`}
                  {row.method !== 'cash' && t(row.reference.trim() === '' ? 'pay.needsReference' : 'pay.toBeVerified', { reference: row.reference })}
                </small>
              </span>
              <b>{settled ? formatNumber(settled.worthLAK) : ''}</b>
            </button>
            <button
              type="button"
              className={controls.icon}
              disabled={draft.taken !== null}
              aria-label={t('common:form.removeItem', { item: words })}
              onClick={() => {
                change((before) => removeTender(before, row.key));
                onOpen(undefined);
              }}
            >
              <X aria-hidden size={16} />
            </button>
          </li>
        );
      })}
    </ul>
  );
}

/** The bill and how it is paid: how much now, and the rows of money. */
export function PayZone({ visit, wallet, openRow, onOpen, onCash, openLine, onOpenLine }: PayProps & { onCash: () => boolean; openLine: string | undefined; onOpenLine: (key: string) => void }) {
  const { t } = useTranslation(['desk', 'common']);
  const { draft, change, rules } = visit;
  const { priced } = wallet;
  const isTaken = draft.taken !== null;
  const isDue = priced.dueLAK > 0 && !isTaken;
  const isAway = useAway();
  const accounts = accountsFor(rules.data?.bankAccounts ?? [], 'LAK');
  const [account] = accounts;
  const hasChange = !isTaken && (priced.change.length > 0 || draft.changeOwedLAK > 0);
  const hasPlan = leftLater(priced) > 0 && draft.payer?.kind !== 'walkIn' && (draft.plan !== null || priced.rows.length > 0 || priced.missingLAK === 0);
  const add = (method: TenderMethod) => {
    if (method === 'cash' && !onCash()) return;
    const key = newIdempotencyKey();
    change((before) => addTender(before, { key, method, bankAccountId: method === 'cash' ? null : (account?._id ?? null) }, wallet));
    onOpen(key);
  };
  return (
    <section className={styles.zone} aria-labelledby="desk-pay" data-zone="pay">
      <h2 id="desk-pay">
        <span className={styles.step}>{3}</span>
        {t('pay.title')}
        {visit.ratesAsOf !== undefined && <RatesAsOf at={visit.ratesAsOf} />}
      </h2>
      <div className={styles.in}>
        <Bill visit={visit} priced={priced} openLine={openLine} onOpen={onOpenLine} />
        {priced.lines.length + draft.debts.length + draft.places.length === 0 && <p className={styles.hint}>{t('pay.nothing')}</p>}
        {priced.creditLAK > 0 && (
          <p className={payStyles.sum}>
            <span>{t('pay.credit')}</span>
            <Sum amount={-priced.creditLAK} currency="LAK" />
          </p>
        )}
        {priced.roundingLAK !== 0 && (
          <p className={payStyles.sum}>
            <span>{t('pay.rounding')}</span>
            <Sum amount={priced.roundingLAK} currency="LAK" />
          </p>
        )}
        {isDue && (
          <div className={payStyles.three} role="group" aria-label={t('pay.howMuch')}>
            {targets.map((target) => (
              <button key={target} type="button" className={payStyles.tender} aria-pressed={draft.target === target} onClick={() => change((before) => chooseTarget(before, target, wallet))}>
                {t(`pay.${target}`)}
                <small>{formatNumber(targetLAK(wallet, target))}</small>
              </button>
            ))}
          </div>
        )}
        <TenderRows visit={visit} wallet={wallet} openRow={openRow} onOpen={onOpen} />
        {isDue && (
          <div className={payStyles.three}>
            {tenderMethods.map((method) => {
              const Icon = icons[method];
              return (
                <button key={method} type="button" className={controls.button} disabled={method !== 'cash' && (!account || isAway)} onClick={() => add(method)}>
                  <Icon aria-hidden size={16} />
                  {t(`method.${method}`)}
                </button>
              );
            })}
          </div>
        )}
        {isAway && <p className={styles.hint}>{t('away.cashOnly')}</p>}
        <Suspense fallback={null}>
          {hasChange && <ChangePart visit={visit} wallet={wallet} />}
          {hasPlan && <PlanPart visit={visit} wallet={wallet} />}
        </Suspense>
      </div>
    </section>
  );
}

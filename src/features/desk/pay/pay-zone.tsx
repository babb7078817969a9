import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Money } from '#src/components/kit/money.tsx';
import { RatesAsOf } from '#src/entities/payment/rates-as-of.tsx';
import { TenderMethods, TenderRows } from '#src/entities/payment/tender-rows.tsx';
import {
  chooseTarget,
  exceededPartLAK,
  targetLAK,
  targets,
} from '#src/entities/payment/tenders.ts';
import tenderStyles from '#src/entities/payment/payment.module.css';
import styles from '#src/features/desk/desk.module.css';
import { type VisitWallet, leftLater } from '#src/features/desk/visit-pricing.ts';
import type { Visit } from '#src/features/desk/use-visit.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { Bill } from './bill.tsx';
import { useServerUnreachable } from '#src/offline/use-server-unreachable.ts';

type PayProps = {
  visit: Visit;
  wallet: VisitWallet;
  openRow: string | undefined;
  onOpen: (key: string | undefined) => void;
};

const ChangePart = lazy(async () => ({
  default: (await import('#src/entities/payment/change-part.tsx')).ChangePart,
}));
const PlanPart = lazy(async () => ({
  default: (await import('#src/entities/payment/plan-part.tsx')).PlanPart,
}));

/** The credit that reduces the bill before any money, and the rounding of cash. */
function Settling({ wallet: { priced } }: Pick<PayProps, 'wallet'>) {
  const { t } = useTranslation('desk');
  const sums = [
    { label: t('pay.credit'), amount: -priced.creditLAK },
    { label: t('pay.rounding'), amount: priced.roundingLAK },
  ];
  return sums
    .filter(({ amount }) => amount !== 0)
    .map(({ label, amount }) => (
      <p key={label} className={tenderStyles.sum}>
        <span>{label}</span>
        <Money amount={amount} currency="LAK" />
      </p>
    ));
}

/** The bill and its payment: the part to pay now, and the tenders. */
export function PayZone({
  visit,
  wallet,
  openRow,
  onOpen,
  onCash,
  openLine,
  onOpenLine,
}: PayProps & {
  onCash: (take: () => void) => boolean;
  openLine: string | undefined;
  onOpenLine: (key: string) => void;
}) {
  const { t } = useTranslation(['desk', 'payment']);
  const { draft, change, rules } = visit;
  const { priced } = wallet;
  const isTaken = draft.taken !== null;
  const isDue = priced.dueLAK > 0 && !isTaken;
  const isAway = useServerUnreachable();
  const mayBeCredit = draft.payer?.kind !== 'walkIn';
  const hasChange =
    !isTaken &&
    (priced.change.length > 0 ||
      draft.changeOwedLAK > 0 ||
      exceededPartLAK(draft, wallet) !== null);
  const hasPlan =
    leftLater(priced) > 0 &&
    mayBeCredit &&
    (draft.plan !== null || priced.rows.length > 0 || priced.missingLAK === 0);
  return (
    <section className={styles.zone} aria-labelledby="desk-pay" data-zone="pay">
      <h2 id="desk-pay">
        <span className={styles.step}>{3}</span>
        {t('pay.title')}
        {visit.ratesAsOf !== undefined && <RatesAsOf at={visit.ratesAsOf} />}
      </h2>
      <div className={styles.in}>
        <Bill visit={visit} priced={priced} openLine={openLine} onOpen={onOpenLine} />
        {priced.lines.length + draft.debts.length + draft.places.length === 0 && (
          <p className={styles.hint}>{t('pay.nothing')}</p>
        )}
        <Settling wallet={wallet} />
        {isDue && (
          <div className={tenderStyles.three} role="group" aria-label={t('pay.howMuch')}>
            {targets.map((target) => (
              <button
                key={target}
                type="button"
                className={tenderStyles.tender}
                aria-pressed={draft.target === target}
                onClick={() => change((before) => chooseTarget(before, target, wallet))}
              >
                {t(`payment:target.${target}`)}
                <small>{formatNumber(targetLAK(wallet, target))}</small>
              </button>
            ))}
          </div>
        )}
        <TenderRows
          draft={draft}
          wallet={wallet}
          change={change}
          openRow={openRow}
          onOpen={onOpen}
          isLocked={isTaken}
        />
        {isDue && (
          <TenderMethods
            wallet={wallet}
            change={change}
            onOpen={onOpen}
            accounts={rules.data?.bankAccounts ?? []}
            isBarred={(method) => isAway && method !== 'cash'}
            mayAdd={(method, add) => method !== 'cash' || onCash(add)}
          />
        )}
        {isAway && <p className={styles.hint}>{t('away.cashOnly')}</p>}
        <Suspense fallback={null}>
          {hasChange && (
            <ChangePart draft={draft} change={change} wallet={wallet} mayBeCredit={mayBeCredit} />
          )}
          {hasPlan && (
            <PlanPart
              plan={draft.plan}
              parts={wallet.instalments}
              left={leftLater(priced)}
              onChange={(plan) => change((before) => ({ ...before, plan }))}
            />
          )}
        </Suspense>
      </div>
    </section>
  );
}

import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { HelpText } from '#src/components/kit/field.tsx';
import { Totals } from '#src/components/kit/money.tsx';
import {
  accountsFor,
  chooseTarget,
  targetLAK,
  targets,
  type TenderTarget,
} from '#src/entities/payment/tenders.ts';
import tenderStyles from '#src/entities/payment/payment.module.css';
import styles from '#src/features/desk/desk.module.css';
import type { Visit } from '#src/features/desk/use-visit.ts';
import {
  hasSeat,
  leftLater,
  paidNowLAK,
  type VisitWallet,
} from '#src/features/desk/visit-pricing.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { useServerUnreachable } from '#src/offline/use-server-unreachable.ts';
import { Bill } from './bill.tsx';

// The money comes last, and its zone has loaded them by then.
const TenderRows = lazy(async () => ({
  default: (await import('#src/entities/payment/tender-rows.tsx')).TenderRows,
}));
const DuePart = lazy(async () => ({ default: (await import('./due-part.tsx')).DuePart }));

type PayProps = {
  visit: Visit;
  wallet: VisitWallet;
  /** The row that is open in the work zone. */
  openRow: string | undefined;
  onRow: (key: string | undefined) => void;
  openLine: string | undefined;
  onOpenLine: (key: string) => void;
  /** True if the seats are only to be held. */
  isHolding: boolean;
  onHold: (isHolding: boolean) => void;
};

/**
 * The parts of the sum that can be confirmed: all of it, and less where the rules allow less. A
 * walk-in pays everything.
 */
function partsOf({ draft }: Visit, wallet: VisitWallet): TenderTarget[] {
  const { dueLAK, missingLAK } = wallet.withoutMoney;
  const sums = new Map<number, TenderTarget>();
  for (const target of targets) {
    const sum = targetLAK(wallet, target);
    const isPart = sum >= missingLAK && sum > 0 && draft.payer?.kind !== 'walkIn';
    if ((sum === dueLAK || isPart) && !sums.has(sum)) sums.set(sum, target);
  }
  return [...sums.values()];
}

/** *Paid now*: which part of the sum, or none of it for seats that are held. */
function PaidNow({ visit, wallet, isHolding, onHold }: Omit<PayProps, 'openRow' | 'onRow'>) {
  const { t } = useTranslation(['desk', 'payment']);
  const { draft, change } = visit;
  const isAway = useServerUnreachable();
  const canHold =
    !isAway && hasSeat(wallet.priced) && draft.payer !== null && draft.payer.kind !== 'walkIn';
  const chip = (isChosen: boolean, words: string, sum: number, choose: () => void) => (
    <button
      key={words}
      type="button"
      className={tenderStyles.tender}
      aria-pressed={isChosen}
      onClick={choose}
    >
      {words}
      <small>{formatNumber(sum)}</small>
    </button>
  );
  return (
    <div className={tenderStyles.quick} role="group" aria-label={t('pay.howMuch')}>
      {partsOf(visit, wallet).map((target) =>
        chip(
          !isHolding && draft.target === target,
          target === 'exact' ? t('pay.all') : t(`payment:target.${target as 'half' | 'deposit'}`),
          target === 'exact' ? paidNowLAK(draft, wallet) : targetLAK(wallet, target),
          () => {
            onHold(false);
            change((before) => chooseTarget(before, target, wallet));
          },
        ),
      )}
      {canHold &&
        chip(isHolding, t('pay.hold'), 0, () => {
          onHold(true);
          change((before) => ({ ...before, tenders: [] }));
        })}
    </div>
  );
}

/** The choice of *Paid now* as one line while it is paid; pressing it leads back to the choice. */
function ChosenPart({
  visit: { draft },
  wallet,
  onRow,
}: Pick<PayProps, 'visit' | 'wallet' | 'onRow'>) {
  const { t } = useTranslation(['desk', 'payment']);
  const { target } = draft;
  const words =
    target === 'half' || target === 'deposit' ? t(`payment:target.${target}`) : t('pay.all');
  return (
    <button type="button" className={styles.chosen} onClick={() => onRow(undefined)}>
      <span>
        {t('pay.howMuch')} <b>{words}</b>
      </span>
      <b>{formatNumber(paidNowLAK(draft, wallet))}</b>
    </button>
  );
}

/** The bill, its total, and how much of it is paid now. Only the lines of the bill scroll. */
export function PayZone(props: PayProps) {
  const { visit, wallet, openRow, onRow, openLine, onOpenLine } = props;
  const { t } = useTranslation(['desk', 'payment']);
  const { draft, change, rules } = visit;
  const { priced } = wallet;
  const isTaken = draft.taken !== null;
  const isDue = wallet.withoutMoney.dueLAK > 0 && !isTaken;
  const isAway = useServerUnreachable();
  const count =
    priced.lines.length +
    draft.debts.length +
    draft.places.filter(({ joinsWaitingList, type }) => joinsWaitingList || type !== 'regular')
      .length;
  const isPaying = openRow !== undefined;
  const hasDue =
    leftLater(priced) > 0 &&
    draft.payer?.kind !== 'walkIn' &&
    !isTaken &&
    (draft.plan !== null || priced.rows.length > 0 || priced.missingLAK === 0);
  const settling = [
    { label: t('pay.credit'), amount: -priced.creditLAK },
    { label: t('pay.rounding'), amount: priced.roundingLAK },
  ].filter(({ amount }) => amount !== 0);
  return (
    <section className={styles.zone} aria-labelledby="desk-pay" data-zone="pay">
      <h2 id="desk-pay">
        <span className={styles.step}>{3}</span>
        {t('pay.title')}
        {count > 0 && <small className={styles.end}>{t('open.lines', { count })}</small>}
      </h2>
      <div className={`${styles.in} ${styles.lines}`}>
        <Bill visit={visit} priced={priced} openLine={openLine} onOpen={onOpenLine} />
        {count === 0 && <p className={styles.hint}>{t('pay.nothing')}</p>}
      </div>
      <div className={styles.sums}>
        {count > 0 && (
          <Totals
            lines={settling}
            label={t('bar.total')}
            amount={priced.dueLAK + priced.roundingLAK}
            currency="LAK"
          />
        )}
        {isDue && !isPaying && <PaidNow {...props} />}
        {isDue && isPaying && <ChosenPart visit={visit} wallet={wallet} onRow={onRow} />}
        {!isPaying && draft.tenders.length > 0 && (
          <Suspense fallback={null}>
            <TenderRows
              draft={draft}
              wallet={wallet}
              change={change}
              openRow={undefined}
              onOpen={onRow}
              isLocked={isTaken}
            />
          </Suspense>
        )}
        {draft.usesCredit && (draft.family?.askedBackLAK ?? 0) > 0 && (
          <HelpText>
            {t('payment:askedBack', { sum: formatNumber(draft.family?.askedBackLAK ?? 0) })}
          </HelpText>
        )}
        {isAway && <p className={styles.hint}>{t('away.cashOnly')}</p>}
        {isDue && !isAway && accountsFor(rules.data?.bankAccounts ?? [], 'LAK').length === 0 && (
          <HelpText>{t('payment:noAccount')}</HelpText>
        )}
        <Suspense fallback={null}>{hasDue && <DuePart visit={visit} wallet={wallet} />}</Suspense>
      </div>
    </section>
  );
}

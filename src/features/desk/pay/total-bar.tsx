import { Check } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { kipToForeign } from '#contract/money/money.ts';
import { readDay } from '#contract/words/typed-day.ts';
import { useTypedText } from '#src/components/fields/use-typed-text.ts';
import { Button } from '#src/components/kit/button.tsx';
import { Money } from '#src/components/kit/money.tsx';
import { useDrawerShort, type DrawerShort } from '#src/entities/drawer/drawer-short.ts';
import { targetLAK, tenderedLAK, type Wallet } from '#src/entities/payment/tenders.ts';
import tenderStyles from '#src/entities/payment/payment.module.css';
import payStyles from '#src/features/desk/pay.module.css';
import type { Visit } from '#src/features/desk/use-visit.ts';
import { notOffline } from '#src/features/desk/offline/not-offline.ts';
import type { VisitDraft } from '#src/features/desk/visit-draft.ts';
import { useVisitErrorText } from '#src/features/desk/visit-errors.ts';
import { isUnfinished } from '#src/features/desk/visit-pricing.ts';
import { failureText } from '#src/lib/request/failure-text.ts';
import { say } from '#src/lib/text/i18n.ts';
import { showDay } from '#src/lib/text/day.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { showSum } from '#src/lib/text/money.ts';
import { ErrorText } from '#src/components/kit/error-text.tsx';
import { useServerUnreachable } from '#src/offline/use-server-unreachable.ts';

/** The date on which the rest is due; it follows the branch's rule unless another day is typed. */
function DueDate({ visit: { draft, change, rules } }: { visit: Visit }) {
  const { t } = useTranslation('desk');
  const id = useId();
  const typed = useTypedText<string>({
    value: draft.dueDate,
    change: (dueDate) => change((before) => ({ ...before, dueDate })),
    read: readDay,
    show: showDay,
  });
  const problem = typed.isTyping ? undefined : typed.problem;
  return (
    <label className={payStyles.due}>
      <span className={tenderStyles.cap}>{t('bar.dueOn')}</span>
      <input
        inputMode="numeric"
        placeholder={t('bar.dueIn', { count: rules.data?.dueDays ?? 0 })}
        aria-invalid={problem !== undefined}
        aria-describedby={problem && id}
        value={typed.text}
        onChange={({ target }) => typed.type(target.value)}
        onBlur={typed.leave}
      />
      {problem && (
        <ErrorText as="span" id={id} role="status">
          {problem}
        </ErrorText>
      )}
    </label>
  );
}

function Figure({
  label,
  sum,
  isLarge = false,
}: {
  label: string;
  sum: number;
  isLarge?: boolean;
}) {
  return (
    <div className={payStyles.figure} data-large={isLarge}>
      <span className={tenderStyles.cap}>{label}</span>
      <b>{formatNumber(sum)}</b>
    </div>
  );
}

/** True if the buyer has no name yet; every order names its payer. */
const lacksName = ({ payer }: Visit['draft']): boolean =>
  payer?.kind === 'walkIn' && payer.name.trim() === '';

/**
 * The kip that are to be paid now: the visit and the older orders on it, less the credit, as far as
 * *How much now* asks.
 */
const toPayNow = (draft: VisitDraft, wallet: Wallet): number =>
  draft.target === 'exact' || draft.taken !== null
    ? wallet.priced.dueLAK + wallet.priced.roundingLAK
    : targetLAK(wallet, draft.target);

/** The reason why the visit cannot be confirmed yet; undefined if it can. */
function useReason(
  { draft, isWritable, edit, rules }: Visit,
  { priced }: Wallet,
  short: DrawerShort | undefined,
): string | undefined {
  const { t } = useTranslation(['desk', 'payment']);
  const isAway = useServerUnreachable();
  const errorText = useVisitErrorText();
  if (edit.failure?.outcome === 'invalid')
    return Object.entries(edit.failure.fields)
      .map(([path, text]) => errorText(path, text))
      .join(' · ');
  if (edit.failure)
    return failureText(edit.failure.outcome === 'offline' ? { outcome: 'offline' } : edit.failure);
  if (!isWritable) return t('bar.noRight');
  if (draft.taken === null && isAway) {
    const [barred] = notOffline(draft, rules.data?.discountLimitPercent ?? 0);
    if (barred) return t(`away.barred.${barred}`);
    if (!short && priced.problems.length === 0 && !isUnfinished(draft)) return t('away.willKeep');
  } else if (isAway) return `${say('offlineToast')} ${t('bar.offline')}`;
  if (lacksName(draft)) return t('bar.nameNeeded');
  if (draft.tenders.some(({ tendered }) => typeof tendered === 'string'))
    return t('bar.unreadable');
  const [problem] = priced.problems;
  if (!problem && short)
    return t('payment:drawerShort', { sum: showSum(short.holds, short.currency) });
  if (!problem && isUnfinished(draft)) return t('bar.unfinished');
  return (
    problem &&
    t(`problem.${problem.problem}`, {
      n: typeof problem.n === 'number' ? formatNumber(problem.n) : problem.n,
    })
  );
}

type TotalBarProps = {
  visit: Visit;
  wallet: Wallet;
  isLineOpen: boolean;
  onConfirm: (hold: boolean) => void;
};

/**
 * The sum to pay now with its worth in baht and dollars, the money received, the change, and the
 * buttons that end the visit.
 */
export function TotalBar({ visit, wallet, isLineOpen, onConfirm }: TotalBarProps) {
  const { t } = useTranslation('desk');
  const { draft, edit } = visit;
  const { priced } = wallet;
  const toPay = Math.max(0, toPayNow(draft, wallet));
  const short = useDrawerShort({ ...visit, hasLeft: draft.taken !== null }, priced);
  const reason = useReason(visit, wallet, short);
  const isAway = useServerUnreachable();
  const isTaken = draft.taken !== null;
  const isKeeping = isAway && !isTaken;
  const isBarred =
    (isTaken && !visit.isReviewed) ||
    (isAway &&
      (isTaken ||
        edit.failure?.outcome === 'unknown' ||
        notOffline(draft, visit.rules.data?.discountLimitPercent ?? 0).length > 0));
  const isEmpty =
    (!isTaken &&
      draft.places.length +
        draft.products.length +
        draft.adjustments.length +
        draft.debts.length ===
        0) ||
    draft.payer === null;
  const canHold =
    priced.lines.some(({ kind }) => kind === 'tuition' || kind === 'product') &&
    draft.payer?.kind !== 'walkIn';
  const isReady =
    !isEmpty &&
    visit.isWritable &&
    !lacksName(draft) &&
    !isBarred &&
    // Away from the network the sum may be old, so the clerk decides.
    (short === undefined || isAway) &&
    priced.problems.length === 0 &&
    !isUnfinished(draft) &&
    !isLineOpen;
  const change = priced.change.map(({ currency, amount }) => (
    <Money key={currency} amount={amount} currency={currency} />
  ));
  return (
    <section className={payStyles.bar} aria-label={t('bar.title')} data-save-bar>
      <div>
        <span className={tenderStyles.cap}>{t('bar.toPay')}</span>
        <output className={payStyles.total} aria-live="polite">
          <Money amount={toPay} currency="LAK" />
        </output>
      </div>
      <div className={payStyles.beside}>
        {(['THB', 'USD'] as const).map((currency) => {
          const rate = wallet.rates[currency]?.rate;
          return (
            rate !== undefined && (
              <Money
                key={currency}
                amount={kipToForeign(toPay, currency, rate)}
                currency={currency}
              />
            )
          );
        })}
      </div>
      {priced.rows.length > 0 && <Figure label={t('bar.tendered')} sum={tenderedLAK(priced)} />}
      {change.length > 0 && (
        <div className={payStyles.figure} data-large>
          <span className={tenderStyles.cap}>{t('bar.change')}</span>
          <b>{change}</b>
        </div>
      )}
      {priced.restLAK > 0 && priced.rows.length > 0 && (
        <Figure label={t('bar.rest')} sum={priced.restLAK} />
      )}
      {priced.restLAK > 0 && priced.rows.length > 0 && draft.plan?.kind !== 'typed' && (
        <DueDate visit={visit} />
      )}
      <p role="status" className={payStyles.reason}>
        {!isEmpty && (reason ?? (isLineOpen ? t('bar.lineOpen') : undefined))}
      </p>
      <div className={payStyles.acts}>
        {canHold && priced.restLAK > 0 && (
          <Button
            disabled={isEmpty || edit.isSaving || isAway || isLineOpen || isUnfinished(draft)}
            onClick={() => onConfirm(true)}
          >
            {t('bar.hold')}
          </Button>
        )}
        <Button
          icon={Check}
          look="solid"
          disabled={!isReady || edit.isSaving}
          aria-keyshortcuts="Control+Enter"
          onClick={() => onConfirm(false)}
        >
          {t(isTaken ? 'away.send' : isKeeping ? 'away.keep' : 'bar.confirm')}
        </Button>
      </div>
    </section>
  );
}

import { ClockAlert } from 'lucide-react';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { daysBetween } from '#contract/dates.ts';
import { seesAllBranches } from '#contract/roles.ts';
import { Button } from '#src/components/kit/button.tsx';
import { LeftToRight } from '#src/components/kit/left-to-right.tsx';
import { Money } from '#src/components/kit/money.tsx';
import { CopiedAt } from '#src/features/desk/copied-at.tsx';
import cards from '#src/features/desk/cards.module.css';
import { ACT_ID, leadTo } from '#src/features/desk/places.ts';
import type { Visit } from '#src/features/desk/use-visit.ts';
import type { DraftFamily } from '#src/features/desk/visit-draft.ts';
import { isOfFamily } from '#src/features/desk/visit-people.ts';
import { useStore } from '#src/lib/store.ts';
import { showDay } from '#src/lib/text/day.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { today } from '#src/lib/text/today.ts';

type Owed = DraftFamily['owed'][number];

/** The day an order is due, with how late it is. */
function useDueWords(): (dueOn: string | null) => string {
  const { t } = useTranslation('desk');
  return (dueOn) => {
    if (dueOn === null) return '';
    const late = daysBetween(dueOn, today());
    const day = t('who.dueOn', { day: showDay(dueOn) });
    return late > 0 ? `${day}, ${t('who.late', { count: late })}` : day;
  };
}

/**
 * What the payer owes besides this visit, said once: in one line below Who, with the button that
 * adds it to the bill. What is added leaves this line.
 */
export function DebtLine({ visit }: { visit: Visit }) {
  const { t } = useTranslation('desk');
  const { draft, change, branchId } = visit;
  const role = useStore((state) => state.user.role);
  const [isChoosing, setChoosing] = useState(false);
  const dueWords = useDueWords();
  const { family } = draft;
  if (!family || !isOfFamily(draft)) return null;
  const open = family.owed.filter(
    ({ orderId }) => !draft.debts.some((debt) => debt.orderId === orderId),
  );
  const copied = family.copied;
  const add = (owed: readonly Owed[]) => {
    flushSync(() =>
      change((before) => ({
        ...before,
        debts: [
          ...before.debts,
          ...owed.map(({ orderId, balanceLAK }) => ({ orderId, expectedBalance: balanceLAK })),
        ],
      })),
    );
    // The pressed button is gone with its debt; what is next is how they pay.
    if (document.activeElement === document.body) leadTo(ACT_ID);
  };
  const mayPay = (one: Owed) => one.branchId === branchId || seesAllBranches(role);
  const sum = open.reduce((total, { balanceLAK }) => total + balanceLAK, 0);
  const payable = open.filter(mayPay);
  const [first] = open;
  if (!first)
    return copied && copied.owedLAK > 0 ? (
      <section className={cards.debt} data-zone="debt" aria-label={t('who.owes')}>
        <ClockAlert aria-hidden size={18} />
        <p>
          <b>
            {t('who.owes')} <Money amount={copied.owedLAK} currency="LAK" />
          </b>
        </p>
        <CopiedAt at={copied.at} />
      </section>
    ) : null;
  const row = (one: Owed) => (
    <>
      <small>
        <LeftToRight>{one.number}</LeftToRight> {dueWords(one.dueOn)}
      </small>
      {mayPay(one) ? (
        <Button onClick={() => add([one])}>{t('who.addDebt')}</Button>
      ) : (
        <small>{t('who.otherBranch')}</small>
      )}
    </>
  );
  return (
    <section className={cards.debt} data-zone="debt" aria-label={t('who.owes')}>
      <ClockAlert aria-hidden size={18} />
      {open.length === 1 ? (
        <>
          <b>{t('who.owesOne', { sum: formatNumber(sum) })}</b>
          {row(first)}
        </>
      ) : (
        <>
          <b>{t('who.owesMany', { sum: formatNumber(sum), count: open.length })}</b>
          {payable.length > 0 && <Button onClick={() => add(payable)}>{t('who.payAll')}</Button>}
          <Button aria-expanded={isChoosing} onClick={() => setChoosing(!isChoosing)}>
            {t('who.choose')}
          </Button>
          {isChoosing && (
            <ul className={cards.debts}>
              {open.map((one) => (
                <li key={one.orderId}>
                  <b>{formatNumber(one.balanceLAK)}</b>
                  {row(one)}
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </section>
  );
}

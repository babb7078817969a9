import { Banknote, FileText, Hourglass, Undo2, X } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import type { PendingHold } from '#contract/pending.ts';
import { SelectionBar } from '#src/components/list/selection-bar.tsx';
import { RowMenu, type RowAction } from '#src/components/table/row-menu.tsx';
import { useSelection } from '#src/components/table/use-selection.ts';
import { deskPath, orderPath } from '#src/entities/order/order-path.ts';
import { useNow } from '#src/lib/browser/use-now.ts';
import { useCan } from '#src/lib/session/use-can.ts';
import { formatDate, formatNumber, formatTime, shortMoment } from '#src/lib/text/format.ts';
import { usePayerName } from '#src/lib/text/person-name.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
import controls from '#src/theme/controls.module.css';
import { cancel, prolong } from './acts.ts';
import { countdown, SOON_MS } from './countdown.ts';
import styles from './pending.module.css';
import { PendingRow } from './pending-row.tsx';
import { Place, useCalled, useSeatWords } from './place-words.tsx';
import { useActs } from './use-acts.tsx';

const ReasonDialog = lazy(async () => ({
  default: (await import('./reason-dialog.tsx')).ReasonDialog,
}));

/** How many wait for the classes of a hold. */
const waitersOf = ({ places }: PendingHold) => Math.max(0, ...places.map(({ waiting }) => waiting));

/** What is asked for it: what confirms it, or that nobody has billed it yet. */
function useAsked(): (hold: PendingHold) => readonly [string, string] | undefined {
  const { t } = useTranslation('pending');
  return ({ orderId, missingLAK, coveredLAK, totalLAK, isBelowMinimum }) => {
    if (orderId === null) return undefined;
    if (isBelowMinimum) return [formatNumber(missingLAK), t('holds.again')];
    if (missingLAK === 0) return [formatNumber(totalLAK), t('holds.enough')];
    return [
      formatNumber(missingLAK),
      coveredLAK > 0
        ? t('holds.more', { paid: formatNumber(coveredLAK) })
        : t('holds.confirms', { total: formatNumber(totalLAK) }),
    ];
  };
}

type HoldsTabProps = { rows: readonly PendingHold[]; isOff: boolean };

/** What is held, ending first, with what is asked and how long it still lasts. */
export function HoldsTab({ rows, isOff }: HoldsTabProps) {
  const { t } = useTranslation(['pending', 'common']);
  const language = useLanguage();
  const navigate = useNavigate();
  const [called, seatWords, askedOf, payerName] = [
    useCalled(),
    useSeatWords(),
    useAsked(),
    usePayerName(),
  ];
  const [mayWrite, mayLeave, mayOverride] = [
    useCan('enrolments:write'),
    useCan('enrolments:leave'),
    useCan('classes:override'),
  ];
  const selection = useSelection('holds');
  const { run, isBusy, outcome } = useActs();
  const [ending, setEnding] = useState<readonly PendingHold[]>();
  const now = useNow(1000);
  const isFixed = isOff || isBusy;
  const nameOf = ({ places, number, ...payer }: PendingHold) =>
    places.map((place) => called(place)).join(', ') || payerName(payer) || number;
  const mayProlong = (hold: PendingHold) => mayOverride || waitersOf(hold) === 0;
  const chosen = rows.filter(({ _id }) => selection.ids.has(_id));
  const prolongAll = (holds: readonly PendingHold[]) =>
    void run(
      holds.map((hold) => ({ name: nameOf(hold), write: prolong(hold) })),
      t('done.prolong'),
    ).then(selection.clear);
  const endAll = (reason: string) => {
    const holds = ending ?? [];
    setEnding(undefined);
    void run(
      holds.map((hold) => ({ name: nameOf(hold), write: cancel(hold, reason) })),
      t('done.cancel'),
    ).then(selection.clear);
  };
  const itemsOf = (hold: PendingHold): RowAction[] => {
    const { orderId, coveredLAK, isBelowMinimum } = hold;
    const hasMoney = coveredLAK > 0 || isBelowMinimum;
    const endIt = () =>
      orderId !== null && hasMoney ? void navigate(orderPath(orderId, 'void')) : setEnding([hold]);
    return [
      ...(orderId === null
        ? []
        : [
            { label: t('openOrder'), icon: FileText, run: () => void navigate(orderPath(orderId)) },
          ]),
      ...(mayLeave && !isFixed ? [{ label: t('holds.cancel'), icon: X, run: endIt }] : []),
    ];
  };
  return (
    <>
      <ul className={styles.list}>
        {rows.map((hold) => {
          const { _id, orderId, until, places, goods, isBelowMinimum } = hold;
          const left = Date.parse(until) - now;
          const isToday = formatDate(until) === formatDate(new Date(now).toISOString());
          const others = waitersOf(hold);
          const kept = goods.map((one) => (language === 'lo' ? one.nameLo : one.nameEn)).join(', ');
          return (
            <PendingRow
              key={_id}
              id={_id}
              name={nameOf(hold)}
              selection={mayWrite ? selection : undefined}
              leadTone={left < SOON_MS ? 'soon' : undefined}
              lead={[
                <>
                  <Hourglass aria-hidden size={14} />
                  {left > 0 ? <bdi dir="ltr">{countdown(left)}</bdi> : t('holds.over')}
                </>,
                t('until', { time: isToday ? formatTime(until) : shortMoment(until) }),
              ]}
              what={
                <>
                  {places.map((place) => (
                    <Place key={place.enrolmentId} place={place} more={[seatWords(place)]} />
                  ))}
                  {places.length === 0 && <b>{nameOf(hold)}</b>}
                  {(kept || isBelowMinimum) && (
                    <small>
                      {[kept && `+ ${kept}`, isBelowMinimum && t('holds.below')]
                        .filter(Boolean)
                        .join(' · ')}
                    </small>
                  )}
                </>
              }
              sum={askedOf(hold) ?? ['', t('holds.notBilled')]}
            >
              {mayWrite && (
                <>
                  <Link
                    className={`${controls.button} ${styles.go}`}
                    to={orderId === null ? deskPath('bill', _id) : orderPath(orderId, 'pay')}
                  >
                    {isBelowMinimum ? (
                      <Undo2 aria-hidden size={16} />
                    ) : (
                      <Banknote aria-hidden size={16} />
                    )}
                    {t(isBelowMinimum ? 'holds.record' : 'holds.pay')}
                  </Link>
                  {!mayProlong(hold) && <small>{t('holds.othersWait', { count: others })}</small>}
                  <button
                    type="button"
                    className={controls.button}
                    disabled={isFixed || !mayProlong(hold)}
                    aria-label={`${t('holds.prolong')}: ${nameOf(hold)}`}
                    onClick={() => prolongAll([hold])}
                  >
                    {t('holds.prolong')}
                  </button>
                </>
              )}
              <RowMenu label={t('moreOf', { name: nameOf(hold) })} items={() => itemsOf(hold)} />
            </PendingRow>
          );
        })}
      </ul>
      <SelectionBar selection={selection}>
        <button
          type="button"
          className={controls.button}
          disabled={isFixed}
          onClick={() => prolongAll(chosen)}
        >
          {t('holds.prolong')}
        </button>
        {mayLeave && (
          <button
            type="button"
            className={controls.button}
            disabled={isFixed}
            onClick={() => setEnding(chosen)}
          >
            {t('holds.cancel')}
          </button>
        )}
      </SelectionBar>
      {ending && (
        <Suspense>
          <ReasonDialog
            title={t('holds.cancel')}
            text={t('holds.cancelMeans')}
            names={ending.map(nameOf)}
            submit={t('holds.cancel')}
            onSubmit={endAll}
            onClose={() => setEnding(undefined)}
          />
        </Suspense>
      )}
      {outcome}
    </>
  );
}

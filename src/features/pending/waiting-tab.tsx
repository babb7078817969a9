import { Banknote, FileText, MessageSquare, UserCheck, X } from 'lucide-react';
import { Fragment, lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import type { PendingWait } from '#contract/pending.ts';
import { formatPhone } from '#contract/phone.ts';
import { SelectionBar } from '#src/components/list/selection-bar.tsx';
import { RowMenu, type RowAction } from '#src/components/table/row-menu.tsx';
import { useSelection } from '#src/components/table/use-selection.ts';
import { useTimesInWords } from '#src/entities/class/class-words.ts';
import { deskPath, orderPath } from '#src/entities/order/order-path.ts';
import { useNow } from '#src/lib/browser/use-now.ts';
import { useCan } from '#src/lib/session/use-can.ts';
import { loadWords } from '#src/lib/text/i18n.ts';
import { formatDate, formatDateTime } from '#src/lib/text/format.ts';
import controls from '#src/theme/controls.module.css';
import { offer, takeOff } from './acts.ts';
import { countdown, SOON_MS } from './countdown.ts';
import styles from './pending.module.css';
import { PendingRow } from './pending-row.tsx';
import { Place, useCalled, useSeatWords } from './place-words.tsx';
import { nextOf, stateOf } from './queue-state.ts';
import { useActs } from './use-acts.tsx';
const ReasonDialog = lazy(async () => ({
  default: (await import('./reason-dialog.tsx')).ReasonDialog,
}));
const MessageDialog = lazy(async () => ({
  default: (await import('./message-dialog.tsx')).MessageDialog,
}));
const OfferDialog = lazy(async () => {
  const [{ OfferDialog: Dialog }] = await Promise.all([
    import('./offer-dialog.tsx'),
    loadWords('allocation'),
  ]);
  return { default: Dialog };
});

const DAY_MS = 86_400_000;

function useAsked() {
  const [offered, setOffered] = useState<PendingWait>();
  const [told, setTold] = useState<PendingWait>();
  const [leaving, setLeaving] = useState<PendingWait>();
  return { offered, setOffered, told, setTold, leaving, setLeaving };
}

/**
 * The queues by class: whose turn it is, who has an offer and for how long, and who comes after.
 */
export function WaitingTab({
  rows,
  all,
  isOff,
}: {
  rows: readonly PendingWait[];
  all: readonly PendingWait[];
  isOff: boolean;
}) {
  const { t } = useTranslation(['pending', 'common']);
  const navigate = useNavigate();
  const [called, seatWords, timesOf] = [useCalled(), useSeatWords(), useTimesInWords()];
  const [mayWrite, mayLeave, mayOverride] = [
    useCan('enrolments:write'),
    useCan('enrolments:leave'),
    useCan('classes:override'),
  ];
  const selection = useSelection('waiting');
  const { run, isBusy, outcome } = useActs();
  const { offered, setOffered, told, setTold, leaving, setLeaving } = useAsked();
  const now = useNow(1000);
  const isFixed = isOff || isBusy;
  const chosen = rows
    .filter((row) => selection.ids.has(row._id) && row.offeredUntil === null)
    .toSorted((a, b) => a.position - b.position);
  const offerAll = () =>
    void run(
      chosen.map((row) => ({
        name: called(row),
        write: offer(row, { overrideReason: '', acceptWarnings: false }),
      })),
      t('done.offer'),
    ).then(selection.clear);
  const leave = (reason: string) => {
    if (leaving)
      void run([{ name: called(leaving), write: takeOff(leaving, reason) }], t('done.takeOff'));
    setLeaving(undefined);
  };
  const itemsOf = (row: PendingWait): RowAction[] => [
    ...(row.orderId === null
      ? []
      : [
          {
            label: t('openOrder'),
            icon: FileText,
            run: () => void navigate(orderPath(row.orderId ?? '')),
          },
        ]),
    ...(row.offeredUntil !== null
      ? [{ label: t('message.show'), icon: MessageSquare, run: () => setTold(row) }]
      : []),
    ...(mayOverride && row.offeredUntil === null && !isFixed
      ? [{ label: t('waiting.offerAnyway'), icon: UserCheck, run: () => setOffered(row) }]
      : []),
    ...(mayLeave && row.orderId === null && !isFixed
      ? [{ label: t('waiting.takeOff'), icon: X, run: () => setLeaving(row) }]
      : []),
  ];
  return (
    <>
      <ul className={styles.list}>
        {rows.map((row, at) => {
          const {
            _id,
            classId,
            classCode,
            position,
            offeredUntil,
            offeredAt,
            offeredBy,
            since,
            phone,
            orderId,
          } = row;
          const left = offeredUntil === null ? 0 : Date.parse(offeredUntil) - now;
          const state = stateOf(row, all);
          const next = offeredUntil === null ? undefined : nextOf(row, all);
          return (
            <Fragment key={_id}>
              {rows[at - 1]?.classId !== classId && (
                <li className={styles.group}>
                  <h2>{classCode}</h2>
                  <small>
                    {[timesOf(row.slots), seatWords({ ...row, waiting: 0 })].join(' · ')}
                  </small>
                </li>
              )}
              <PendingRow
                id={_id}
                name={called(row)}
                selection={mayWrite ? selection : undefined}
                tone={offeredUntil === null ? undefined : 'offer'}
                lead={[
                  position,
                  t('waiting.days', {
                    count: Math.max(0, Math.floor((now - Date.parse(since)) / DAY_MS)),
                  }),
                ]}
                what={
                  <>
                    <Place place={{ ...row, classCode: '', slots: [] }} />
                    <small>
                      {offeredAt === null || offeredUntil === null
                        ? [
                            phone && formatPhone(phone),
                            t('waiting.asked', { day: formatDate(since) }),
                          ]
                            .filter(Boolean)
                            .join(' · ')
                        : t('waiting.offered', { time: formatDateTime(offeredAt), by: offeredBy })}
                    </small>
                  </>
                }
                sumTone={left > 0 && left < SOON_MS ? 'soon' : undefined}
                sum={
                  offeredUntil === null
                    ? ['', t(`waiting.${state.is}`, { n: state.position })]
                    : [
                        <bdi key="left" dir="ltr">
                          {countdown(left)}
                        </bdi>,
                        next === undefined ? t('waiting.last') : t('waiting.then', { n: next }),
                      ]
                }
              >
                {mayWrite && offeredUntil !== null && (
                  <>
                    <Link
                      className={`${controls.button} ${styles.go}`}
                      to={orderId === null ? deskPath('bill', _id) : orderPath(orderId, 'pay')}
                    >
                      <Banknote aria-hidden size={16} />
                      {t('holds.pay')}
                    </Link>
                    <button
                      type="button"
                      className={controls.button}
                      aria-label={`${t('message.show')}: ${called(row)}`}
                      onClick={() => setTold(row)}
                    >
                      <MessageSquare aria-hidden size={16} />
                      {t('message.show')}
                    </button>
                  </>
                )}
                {mayWrite && offeredUntil === null && (
                  <button
                    type="button"
                    className={controls.button}
                    disabled={isFixed || state.is !== 'next'}
                    aria-label={`${t('waiting.offer')}: ${called(row)}`}
                    onClick={() => setOffered(row)}
                  >
                    {t('waiting.offer')}
                  </button>
                )}
                <RowMenu label={t('moreOf', { name: called(row) })} items={() => itemsOf(row)} />
              </PendingRow>
            </Fragment>
          );
        })}
      </ul>
      <SelectionBar selection={selection}>
        <button
          type="button"
          className={controls.button}
          disabled={isFixed || chosen.length === 0}
          onClick={offerAll}
        >
          {t('waiting.offer')}
        </button>
      </SelectionBar>
      <Suspense>
        {offered && (
          <OfferDialog
            row={offered}
            onClose={() => setOffered(undefined)}
            onOffered={(row) => (setOffered(undefined), setTold(row))}
          />
        )}
        {told && <MessageDialog row={told} onClose={() => setTold(undefined)} />}
        {leaving && (
          <ReasonDialog
            title={t('waiting.takeOff')}
            text={t('waiting.takeOffMeans')}
            names={[called(leaving)]}
            submit={t('waiting.takeOff')}
            onSubmit={leave}
            onClose={() => setLeaving(undefined)}
          />
        )}
      </Suspense>
      {outcome}
    </>
  );
}

import { FileText, MessageSquare, UserCheck, X } from 'lucide-react';
import { Fragment, lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { PendingWait } from '#contract/classes/pending.ts';
import { DOT } from '#contract/words/dot.ts';
import { Button } from '#src/components/kit/button.tsx';
import { SelectionBar } from '#src/components/list/selection-bar.tsx';
import type { RowAction } from '#src/components/table/row-menu.tsx';
import { useSelection } from '#src/components/table/use-selection.ts';
import { useTimesInWords } from '#src/entities/class/class-words.ts';
import { orderPath } from '#src/entities/order/order-path.ts';
import { useNow } from '#src/lib/browser/use-now.ts';
import { useCan } from '#src/lib/session/use-can.ts';
import { loadWords } from '#src/lib/text/i18n.ts';
import { offer, takeOffWaitingList } from './actions.ts';
import styles from './pending.module.css';
import { useCalled, useSeatWords } from './place-words.tsx';
import { useActions } from './use-actions.tsx';
import { WaitingRow } from './waiting-row.tsx';

const ReasonDialog = lazy(async () => ({
  default: (await import('./reason-dialog.tsx')).PendingReasonDialog,
}));
const OfferMessageDialog = lazy(async () => ({
  default: (await import('./offer-message-dialog.tsx')).OfferMessageDialog,
}));
const OfferDialog = lazy(async () => {
  const [{ OfferDialog: Dialog }] = await Promise.all([
    import('./offer-dialog.tsx'),
    loadWords('allocation'),
  ]);
  return { default: Dialog };
});

function useAsked() {
  const [offered, setOffered] = useState<PendingWait>();
  const [told, setTold] = useState<PendingWait>();
  const [leaving, setLeaving] = useState<PendingWait>();
  return { offered, setOffered, told, setTold, leaving, setLeaving };
}

/**
 * The waiting lists by class: the next student, the offers with their time left, and the students
 * after them.
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
  const [mayLeave, mayOverride] = [useCan('enrolments:leave'), useCan('classes:override')];
  const selection = useSelection('waiting');
  const { run, isBusy, outcome } = useActions();
  const { offered, setOffered, told, setTold, leaving, setLeaving } = useAsked();
  const now = useNow(1000);
  const isFixed = isOff || isBusy;
  const chosen = rows
    .filter((row) => selection.ids.has(row._id) && row.holdUntil === null)
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
      void run(
        [{ name: called(leaving), write: takeOffWaitingList(leaving, reason) }],
        t('done.takeOff'),
      );
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
    ...(row.holdUntil !== null
      ? [{ label: t('message.show'), icon: MessageSquare, run: () => setTold(row) }]
      : []),
    ...(mayOverride && row.holdUntil === null && !isFixed
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
          return (
            <Fragment key={row._id}>
              {rows[at - 1]?.classId !== row.classId && (
                <li className={styles.group}>
                  <h2>{row.classCode}</h2>
                  <small>{[timesOf(row.slots), seatWords({ ...row, waiting: 0 })].join(DOT)}</small>
                </li>
              )}
              <WaitingRow
                row={row}
                all={all}
                now={now}
                selection={selection}
                isFixed={isFixed}
                items={() => itemsOf(row)}
                onOffer={() => setOffered(row)}
                onTell={() => setTold(row)}
              />
            </Fragment>
          );
        })}
      </ul>
      <SelectionBar selection={selection}>
        <Button disabled={isFixed || chosen.length === 0} onClick={offerAll}>
          {t('waiting.offer')}
        </Button>
      </SelectionBar>
      <Suspense>
        {offered && (
          <OfferDialog
            row={all.find(({ _id }) => _id === offered._id) ?? offered}
            onClose={() => setOffered(undefined)}
            onOffered={(row) => (setOffered(undefined), setTold(row))}
          />
        )}
        {told && <OfferMessageDialog row={told} onClose={() => setTold(undefined)} />}
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

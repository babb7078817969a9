import { FileText, X } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { PendingHold } from '#contract/classes/pending.ts';
import { Button } from '#src/components/kit/button.tsx';
import { SelectionBar } from '#src/components/list/selection-bar.tsx';
import type { RowAction } from '#src/components/table/row-menu.tsx';
import { useSelection } from '#src/components/table/use-selection.ts';
import { orderPath } from '#src/entities/order/order-path.ts';
import { useNow } from '#src/lib/browser/use-now.ts';
import { useCan } from '#src/lib/session/use-can.ts';
import { usePayerName } from '#src/lib/text/person-name.ts';
import { cancel, prolong } from './actions.ts';
import { HoldRow } from './hold-row.tsx';
import styles from './pending.module.css';
import { useCalled } from './place-words.tsx';
import { useActions } from './use-actions.tsx';

const ReasonDialog = lazy(async () => ({
  default: (await import('./reason-dialog.tsx')).PendingReasonDialog,
}));

type HoldsTabProps = { rows: readonly PendingHold[]; isOff: boolean };

/** The holds, ending first, each with its sum and the time left. */
export function HoldsTab({ rows, isOff }: HoldsTabProps) {
  const { t } = useTranslation(['pending', 'common']);
  const navigate = useNavigate();
  const [called, payerName] = [useCalled(), usePayerName()];
  const mayLeave = useCan('enrolments:leave');
  const selection = useSelection('holds');
  const { run, isBusy, outcome } = useActions();
  const [ending, setEnding] = useState<readonly PendingHold[]>();
  const now = useNow(1000);
  const isFixed = isOff || isBusy;
  const nameOf = ({ places, number, ...payer }: PendingHold) =>
    places.map((place) => called(place)).join(', ') || payerName(payer) || number;
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
        {rows.map((hold) => (
          <HoldRow
            key={hold._id}
            hold={hold}
            name={nameOf(hold)}
            now={now}
            selection={selection}
            isFixed={isFixed}
            items={() => itemsOf(hold)}
            onProlong={() => prolongAll([hold])}
          />
        ))}
      </ul>
      <SelectionBar selection={selection}>
        <Button disabled={isFixed} onClick={() => prolongAll(chosen)}>
          {t('holds.prolong')}
        </Button>
        {mayLeave && (
          <Button disabled={isFixed} onClick={() => setEnding(chosen)}>
            {t('holds.cancel')}
          </Button>
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

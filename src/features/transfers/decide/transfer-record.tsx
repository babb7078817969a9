import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Transfer } from '#contract/classes/transfers.ts';
import { Button } from '#src/components/kit/button.tsx';
import { Mark } from '#src/components/kit/mark.tsx';
import { PageHeader } from '#src/components/page/page-header.tsx';
import { RecordStates } from '#src/components/page/record-states.tsx';
import { AuditLink } from '#src/entities/audit/audit-link.tsx';
import { useTimesInWords } from '#src/entities/class/class-words.ts';
import { orderPath } from '#src/entities/order/order-path.ts';
import { SumPanel } from '#src/features/transfers/sum-panel.tsx';
import { useTransfer } from '#src/features/transfers/transfer-queries.ts';
import { useNameOf, useTransferStatus } from '#src/features/transfers/transfer-words.ts';
import styles from '#src/features/transfers/transfers.module.css';
import { paths } from '#src/lib/paths.ts';
import { showDay } from '#src/lib/text/day.ts';
import { formatDateTime, formatNumber } from '#src/lib/text/format.ts';
import { usePersonName } from '#src/lib/text/person-name.ts';
import controls from '#src/theme/controls.module.css';
import { ChecksPanel } from './checks-panel.tsx';
import { DecideDialog, type Step } from './decide-dialog.tsx';

/** The old class and the new one, side by side. */
function Sides({ row }: { row: Transfer }) {
  const { t } = useTranslation('transfers');
  const inWords = useTimesInWords();
  const nameOf = useNameOf();
  return (
    <section className={`${styles.panel} ${styles.sides}`}>
      {(['from', 'to'] as const).map((side) => {
        const one = row[side];
        return (
          <div key={side}>
            <h2>
              <small>{t(`side.${side}`)}</small> {one.classCode} <small>{one.branchCode}</small>
            </h2>
            <p>{nameOf(one.courseNameEn, one.courseNameLo)}</p>
            <p>{inWords(row.times[side].slots)}</p>
            <p className={styles.muted}>
              {side === 'from'
                ? t('side.until', { day: showDay(row.effectiveDate) })
                : t('side.since', { day: showDay(row.effectiveDate) })}
            </p>
          </div>
        );
      })}
      <p>
        {t(`reasons.${row.reasonCode}`)}
        {row.reason !== '' && `: ${row.reason}`}
      </p>
    </section>
  );
}

/** The orders that a transfer reduces and creates. */
function Orders({ row: { oldOrders, newOrder } }: { row: Transfer }) {
  const { t } = useTranslation('transfers');
  if (oldOrders.length === 0 && newOrder === null) return null;
  const item = (order: NonNullable<Transfer['newOrder']>, label: string) => (
    <li key={order._id}>
      {label}{' '}
      <Link className={controls.link} to={orderPath(order._id)}>
        {order.number}
      </Link>
      <span className={styles.muted}>
        {t('orders.sums', {
          total: formatNumber(order.totalLAK),
          balance: formatNumber(order.balanceLAK),
        })}
      </span>
    </li>
  );
  return (
    <section className={styles.panel} aria-labelledby="transfer-orders">
      <h2 id="transfer-orders">{t('orders.title')}</h2>
      <div className={styles.inside}>
        <ul>
          {oldOrders.map((order) => item(order, t('orders.old')))}
          {newOrder && item(newOrder, t('orders.made'))}
        </ul>
      </div>
    </section>
  );
}

/** The decision of each branch, and the ones still missing. */
function Branches({ row }: { row: Transfer }) {
  const { t } = useTranslation('transfers');
  const nameOf = useNameOf();
  const sides =
    row.from.branchId === row.to.branchId ? (['from'] as const) : (['from', 'to'] as const);
  return (
    <section className={styles.panel} aria-labelledby="transfer-branches">
      <h2 id="transfer-branches">{t(sides.length > 1 ? 'branches.both' : 'branches.one')}</h2>
      <div className={styles.inside}>
        <ul>
          {sides.map((side) => {
            const agreed = row.approvals[side];
            return (
              <li key={side}>
                <Mark
                  tone={agreed ? 'on' : 'new'}
                  label={nameOf(row[side].branchName, row[side].branchNameLo)}
                />
                <small className={styles.muted}>
                  {agreed
                    ? t('branches.agreed', { by: agreed.by, at: formatDateTime(agreed.at) })
                    : t(row.status === 'open' ? 'branches.waits' : 'branches.never')}
                </small>
              </li>
            );
          })}
        </ul>
      </div>
    </section>
  );
}

function History({ row }: { row: Transfer }) {
  const { t } = useTranslation('transfers');
  return (
    <section className={styles.panel} aria-labelledby="transfer-history">
      <h2 id="transfer-history">{t('history.title')}</h2>
      <div className={styles.inside}>
        <ul>
          {row.history.toReversed().map(({ what, by, at, reason }, place) => (
            <li key={place}>
              {t(`history.${what}`)}
              <small className={styles.muted}>
                {formatDateTime(at)}
                {by !== '' && ` · ${by}`}
                {reason !== '' && ` · ${reason}`}
              </small>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function Buttons({ row, onAsk }: { row: Transfer; onAsk: (step: Step) => void }) {
  const { t } = useTranslation('transfers');
  const mayDecide = row.mayDecide.length > 0;
  return (
    <>
      {row.mayCancel && <Button onClick={() => onAsk('cancel')}>{t('steps.cancel')}</Button>}
      {mayDecide && <Button onClick={() => onAsk('refuse')}>{t('steps.refuse')}</Button>}
      {mayDecide && (
        <Button look="solid" onClick={() => onAsk('approve')}>
          {t('steps.approve')}
        </Button>
      )}
    </>
  );
}

function Record({ row }: { row: Transfer }) {
  const { t } = useTranslation('transfers');
  const status = useTransferStatus()(row);
  return (
    <>
      <p className={styles.facts}>
        <Mark label={status.text} tone={status.tone} />
        <span>{t('asked', { at: formatDateTime(row.askedAt), by: row.askedBy })}</span>
        {row.status === 'open' && <span>{t('endsAt', { at: formatDateTime(row.holdUntil) })}</span>}
        {row.endReason !== '' && <span>{row.endReason}</span>}
      </p>
      <div className={styles.columns}>
        <div className={styles.stack}>
          <Sides row={row} />
          {row.status === 'open' && <ChecksPanel row={row} />}
          <Orders row={row} />
          <History row={row} />
        </div>
        <aside className={styles.stack} aria-label={t('sum.title')}>
          {row.sums && (
            <SumPanel sums={row.sums} waives={row.waives} waiveReason={row.waiveReason} />
          )}
          <Branches row={row} />
        </aside>
      </div>
    </>
  );
}

/** One request: both classes, the money, the current checks, and the decision of each branch. */
export function ClassTransferRecord({ id }: { id: string }) {
  const { t } = useTranslation(['transfers', 'shell']);
  const nameOf = usePersonName();
  const [step, setStep] = useState<Step>();
  const record = useTransfer(id);
  const row = record.status === 'ready' ? record.row : undefined;
  return (
    <>
      <PageHeader
        title={row ? nameOf(row) : t('shell:nav.transferClass')}
        back={paths.transferClass}
      >
        {row && <AuditLink entity="transfers" entityId={row._id} />}
        {row && <Buttons row={row} onAsk={setStep} />}
      </PageHeader>
      <RecordStates record={record} failed={t('failedOne')} back={paths.transferClass}>
        {(found) => found && <Record row={found} />}
      </RecordStates>
      {row && step !== undefined && (
        <DecideDialog row={row} step={step} onClose={() => setStep(undefined)} />
      )}
    </>
  );
}

import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Transfer } from '#contract/classes/transfers.ts';
import { DOT } from '#contract/words/dot.ts';
import { HelpText } from '#src/components/kit/field.tsx';
import { LinkButton } from '#src/components/kit/link-button.tsx';
import { Button } from '#src/components/kit/button.tsx';
import { Mark } from '#src/components/kit/mark.tsx';
import { PageHeader } from '#src/components/page/page-header.tsx';
import { RecordStates } from '#src/components/page/record-states.tsx';
import { Columns, HeadLine } from '#src/components/kit/layout.tsx';
import { Panel, PanelList } from '#src/components/kit/panel.tsx';
import { AuditLink } from '#src/entities/audit/audit-link.tsx';
import { useTimesInWords } from '#src/entities/class/class-words.ts';
import { orderPath } from '#src/entities/order/order-path.ts';
import { SumPanel } from '#src/features/transfers/sum-panel.tsx';
import { useTransfer } from '#src/features/transfers/transfer-queries.ts';
import { useShownName, useTransferStatus } from '#src/features/transfers/transfer-words.ts';
import styles from '#src/features/transfers/transfers.module.css';
import { paths } from '#src/lib/paths.ts';
import { showDay } from '#src/lib/text/day.ts';
import { formatDateTime, formatNumber } from '#src/lib/text/format.ts';
import { usePersonName } from '#src/lib/text/person-name.ts';
import { ChecksPanel } from './checks-panel.tsx';
import { DecideDialog, type Step } from './decide-dialog.tsx';

/** The old class and the new one, side by side. */
function Sides({ row }: { row: Transfer }) {
  const { t } = useTranslation('transfers');
  const inWords = useTimesInWords();
  const shownName = useShownName();
  return (
    <section className={styles.sides}>
      {(['from', 'to'] as const).map((side) => {
        const one = row[side];
        return (
          <div key={side}>
            <h2>
              <small>{t(`side.${side}`)}</small> {one.classCode} <small>{one.branchCode}</small>
            </h2>
            <p>{shownName(one.courseNameEn, one.courseNameLo)}</p>
            <p>{inWords(row.times[side].slots)}</p>
            <HelpText>
              {side === 'from'
                ? t('side.until', { day: showDay(row.effectiveDate) })
                : t('side.since', { day: showDay(row.effectiveDate) })}
            </HelpText>
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
      <LinkButton look="text" to={orderPath(order._id)}>
        {order.number}
      </LinkButton>
      <small>
        {t('orders.sums', {
          total: formatNumber(order.totalLAK),
          balance: formatNumber(order.balanceLAK),
        })}
      </small>
    </li>
  );
  return (
    <Panel id="transfer-orders" title={t('orders.title')}>
      <PanelList>
        {oldOrders.map((order) => item(order, t('orders.old')))}
        {newOrder && item(newOrder, t('orders.made'))}
      </PanelList>
    </Panel>
  );
}

/** The decision of each branch, and the ones still missing. */
function Branches({ row }: { row: Transfer }) {
  const { t } = useTranslation('transfers');
  const shownName = useShownName();
  const sides =
    row.from.branchId === row.to.branchId ? (['from'] as const) : (['from', 'to'] as const);
  return (
    <Panel id="transfer-branches" title={t(sides.length > 1 ? 'branches.both' : 'branches.one')}>
      <PanelList>
        {sides.map((side) => {
          const agreed = row.approvals[side];
          return (
            <li key={side}>
              <Mark
                tone={agreed ? 'on' : 'new'}
                label={shownName(row[side].branchName, row[side].branchNameLo)}
              />
              <small>
                {agreed
                  ? t('branches.agreed', { by: agreed.by, at: formatDateTime(agreed.at) })
                  : t(row.status === 'open' ? 'branches.waits' : 'branches.never')}
              </small>
            </li>
          );
        })}
      </PanelList>
    </Panel>
  );
}

function History({ row }: { row: Transfer }) {
  const { t } = useTranslation('transfers');
  return (
    <Panel id="transfer-history" title={t('history.title')}>
      <PanelList>
        {row.history.toReversed().map(({ what, by, at, reason }, place) => (
          <li key={place}>
            {t(`history.${what}`)}
            <small>
              {formatDateTime(at)}
              {by !== '' && `${DOT}${by}`}
              {reason !== '' && `${DOT}${reason}`}
            </small>
          </li>
        ))}
      </PanelList>
    </Panel>
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
      <HeadLine>
        <Mark label={status.text} tone={status.tone} />
        <span>{t('asked', { at: formatDateTime(row.askedAt), by: row.askedBy })}</span>
        {row.status === 'open' && (
          <span>{t('holdUntil', { at: formatDateTime(row.holdUntil) })}</span>
        )}
        {row.endReason !== '' && <span>{row.endReason}</span>}
      </HeadLine>
      <Columns
        label={t('sum.title')}
        aside={
          <>
            {row.sums && (
              <SumPanel sums={row.sums} waives={row.waives} waiveReason={row.waiveReason} />
            )}
            <Branches row={row} />
          </>
        }
      >
        <Sides row={row} />
        {row.status === 'open' && <ChecksPanel row={row} />}
        <Orders row={row} />
        <History row={row} />
      </Columns>
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

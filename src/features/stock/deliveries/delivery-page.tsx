import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useQueryClient } from '@tanstack/react-query';
import type { Delivery } from '#contract/stock/deliveries.ts';
import { deliveriesList } from '#contract/stock/deliveries-list.ts';
import { DOT } from '#contract/words/dot.ts';
import { Note } from '#src/components/kit/note.tsx';
import { SmallTable } from '#src/components/kit/small-table.tsx';
import { Button } from '#src/components/kit/button.tsx';
import { PageHeader } from '#src/components/page/page-header.tsx';
import { RecordStates } from '#src/components/page/record-states.tsx';
import { PrintFrame } from '#src/components/print/print-frame.tsx';
import { PaperFacts } from '#src/features/stock/paper/facts.tsx';
import { PrintButton } from '#src/components/print/print-button.tsx';
import { StockReasonDialog } from '#src/features/stock/paper/reason-dialog.tsx';
import { stockPath } from '#src/features/stock/stock-path.ts';
import { useStockMoved } from '#src/features/stock/stock-queries.ts';
import { useBranches, useGoods } from '#src/features/stock/use-goods.ts';
import { api } from '#src/lib/request/api.ts';
import { recordKey, useRecordDetail } from '#src/lib/request/resource.ts';
import { withIdempotency } from '#src/lib/request/save.ts';
import { formatDateTime, formatNumber } from '#src/lib/text/format.ts';
import { showMoney } from '#src/lib/text/money.ts';
import { showToast } from '#src/lib/toast.ts';
import { useCan } from '#src/lib/session/use-can.ts';
import styles from '#src/features/stock/paper/paper.module.css';

/** The lines with the cost of one piece, as typed and in kip, and their sums. */
function Lines({ row }: { row: Delivery }) {
  const { t } = useTranslation('stock');
  const { nameOf, skuOf } = useGoods();
  const worth = row.lines.reduce(
    (sum, { quantity, costLAK }) => sum + quantity * (costLAK ?? 0),
    0,
  );
  const pieces = row.lines.reduce((sum, { quantity }) => sum + quantity, 0);
  return (
    <div className={styles.box}>
      <SmallTable label={t('lines.title')} isScrolling>
        <thead>
          <tr>
            <th scope="col">{t('product')}</th>
            <th scope="col" data-end>
              {t('deliveries.came')}
            </th>
            <th scope="col" data-end>
              {t('deliveries.cost')}
            </th>
            <th scope="col" data-end>
              {t('deliveries.sumLAK')}
            </th>
          </tr>
        </thead>
        <tbody>
          {row.lines.map(({ productId, quantity, cost, costLAK }) => (
            <tr key={productId} data-gone={row.takenBackAt !== null || undefined}>
              <th scope="row">
                {nameOf(productId)}
                <small>{skuOf(productId)}</small>
              </th>
              <td data-end>{formatNumber(quantity)}</td>
              <td data-end>
                {cost ? (
                  <bdi dir="ltr">{`${showMoney(cost.amount, cost.currency)} ${cost.currency}`}</bdi>
                ) : (
                  '–'
                )}
              </td>
              <td data-end>
                {costLAK === null ? '–' : <bdi dir="ltr">{formatNumber(costLAK * quantity)}</bdi>}
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('lines.sumOf', { n: formatNumber(row.lines.length) })}</th>
            <td data-end>{formatNumber(pieces)}</td>
            <td />
            <td data-end>
              <bdi dir="ltr">{formatNumber(worth)}</bdi>
            </td>
          </tr>
        </tfoot>
      </SmallTable>
    </div>
  );
}

function TakeBack({ row }: { row: Delivery }) {
  const { t } = useTranslation('stock');
  const client = useQueryClient();
  const moved = useStockMoved();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button isShort icon={Undo2} isFlipped onClick={() => setOpen(true)}>
        {t('deliveries.takeBack')}
      </Button>
      {open && (
        <StockReasonDialog<Delivery>
          title={t('deliveries.takeBackOf', { number: row.number })}
          description={t('deliveries.takeBackHint')}
          submit={t('deliveries.takeBack')}
          isHarmful
          send={(reason, key) =>
            api.post<Delivery>(
              `${deliveriesList.path}/${row._id}/take-back`,
              { reason },
              { ...withIdempotency(key), quiet: true },
            )
          }
          onSaved={(saved) => {
            client.setQueryData(recordKey(deliveriesList, row._id), saved);
            showToast('success', t('deliveries.wasTakenBack', { number: saved.number }));
            moved();
            setOpen(false);
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

/** One booked delivery; it can be reversed as a whole, and printed. */
export function DeliveryPage({ id }: { id: string }) {
  const { t } = useTranslation('stock');
  const back = stockPath('deliveries');
  const record = useRecordDetail<Delivery>(deliveriesList, id);
  const { nameOf } = useBranches();
  const mayWrite = useCan(deliveriesList.write);
  const shown = record.status === 'ready' ? record.row : undefined;
  const title = t('deliveries.one', { number: shown?.number ?? '' });
  return (
    <>
      <PageHeader title={title} back={back}>
        {shown && (
          <>
            {mayWrite && shown.takenBackAt === null && <TakeBack row={shown} />}
            <PrintButton label={t('print')} />
          </>
        )}
      </PageHeader>
      <RecordStates record={record} failed={t('failed.deliveries')} back={back}>
        {(row) =>
          row && (
            <>
              <PrintFrame title={title} branch={nameOf(row.branchId)} />
              {row.takenBackAt !== null && (
                <Note tone="bad">
                  <strong>{t('deliveries.takenBack')}</strong>
                  {DOT}
                  {t('paper.stamp', { by: row.takenBackBy, at: formatDateTime(row.takenBackAt) })}
                  {DOT}
                  {row.takenBackReason}
                </Note>
              )}
              <PaperFacts
                facts={[
                  { label: t('deliveries.supplier'), value: row.supplier },
                  { label: t('deliveries.supplierNote'), value: row.supplierNote },
                  { label: t('branch'), value: nameOf(row.branchId) },
                  { label: t('deliveries.receivedAt'), value: formatDateTime(row.receivedAt) },
                  { label: t('by'), value: row.receivedBy },
                ]}
              />
              <Lines row={row} />
            </>
          )
        }
      </RecordStates>
    </>
  );
}

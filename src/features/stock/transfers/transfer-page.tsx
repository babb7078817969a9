import { PackageCheck, Pencil, Send } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { seesAllBranches } from '#contract/roles.ts';
import { stockTransfersList } from '#contract/stock/stock-transfers-list.ts';
import type { StockTransfer } from '#contract/stock/stock-transfers.ts';
import { Button } from '#src/components/kit/button.tsx';
import { LinkButton } from '#src/components/kit/link-button.tsx';
import { Mark } from '#src/components/kit/mark.tsx';
import { PageHeader } from '#src/components/page/page-header.tsx';
import { RecordStates } from '#src/components/page/record-states.tsx';
import { PrintFrame } from '#src/components/print/print-frame.tsx';
import { PaperFacts } from '#src/features/stock/paper/facts.tsx';
import { PrintButton } from '#src/components/print/print-button.tsx';
import { StockReasonDialog } from '#src/features/stock/paper/reason-dialog.tsx';
import { stockPath } from '#src/features/stock/stock-path.ts';
import { useBranches } from '#src/features/stock/use-goods.ts';
import { useRecordDetail } from '#src/lib/request/resource.ts';
import { useCan } from '#src/lib/session/use-can.ts';
import { useStore } from '#src/lib/store.ts';
import { formatDateTime } from '#src/lib/text/format.ts';
import { showToast } from '#src/lib/toast.ts';
import { TransferTable } from './transfer-table.tsx';
import { transferTones } from './transfer-words.ts';
import { useTransferStep, type TransferStep } from './use-transfer-step.ts';

const ReceiveDialog = lazy(async () => ({
  default: (await import('./receive-dialog.tsx')).ReceiveDialog,
}));
const TransferForm = lazy(async () => ({
  default: (await import('./transfer-form.tsx')).StockTransferForm,
}));

/** The sides of a transfer that this person acts for; both for a superadmin. */
function useSides({ fromBranchId, toBranchId }: StockTransfer) {
  const mayWrite = useCan(stockTransfersList.write);
  const own = useStore(({ user }) => user.userData?.branchId);
  const isWide = useStore(({ user }) => seesAllBranches(user.role));
  const isOn = (branchId: string) => mayWrite && (isWide || own === branchId);
  return { sends: isOn(fromBranchId), receives: isOn(toBranchId) };
}

const harmful: ReadonlySet<TransferStep> = new Set(['cancel', 'call-back']);

/** The next steps of a transfer, each for the branch that may take it. */
function Steps({ row }: { row: StockTransfer }) {
  const { t } = useTranslation('stock');
  const { sends, receives } = useSides(row);
  const { take, taken } = useTransferStep(row);
  const [asked, setAsked] = useState<TransferStep>();
  const done = (step: TransferStep) => (saved: StockTransfer) => {
    showToast('success', t(`transfers.done.${step}`, { number: saved.number }));
    taken(saved);
    setAsked(undefined);
  };
  const isDraft = row.status === 'draft';
  const isSent = row.status === 'sent';
  return (
    <>
      {isDraft && sends && (
        <>
          <Button onClick={() => setAsked('cancel')}>{t('transfers.steps.cancel')}</Button>
          <LinkButton isShort icon={Pencil} to={stockPath('transfers', { id: row._id, edit: '1' })}>
            {t('transfers.edit')}
          </LinkButton>
          <Button icon={Send} look="solid" isFlipped onClick={() => setAsked('send')}>
            {t('transfers.steps.send')}
          </Button>
        </>
      )}
      {isSent && sends && (
        <Button onClick={() => setAsked('call-back')}>{t('transfers.steps.call-back')}</Button>
      )}
      {isSent && receives && (
        <Button icon={PackageCheck} look="solid" onClick={() => setAsked('receive')}>
          {t('transfers.receive')}
        </Button>
      )}
      {asked === 'receive' && (
        <Suspense>
          <ReceiveDialog
            row={row}
            onReceived={done('receive')}
            onClose={() => setAsked(undefined)}
          />
        </Suspense>
      )}
      {asked !== undefined && asked !== 'receive' && (
        <StockReasonDialog<StockTransfer>
          title={t(`transfers.ask.${asked}`, { number: row.number })}
          description={t(`transfers.means.${asked}`)}
          submit={t(`transfers.steps.${asked}`)}
          isHarmful={harmful.has(asked)}
          isOptional
          send={(reason, key) => take(asked, { reason }, key)}
          onSaved={done(asked)}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  );
}

function Paper({ row }: { row: StockTransfer }) {
  const { t } = useTranslation('stock');
  const { nameOf } = useBranches();
  const stamp = (by: string, at: string | null) =>
    at === null ? '' : t('paper.stamp', { by, at: formatDateTime(at) });
  return (
    <>
      <PrintFrame
        title={t('transfers.one', { number: row.number })}
        branch={`${nameOf(row.fromBranchId)} → ${nameOf(row.toBranchId)}`}
      />
      <PaperFacts
        facts={[
          {
            label: t('status'),
            value: (
              <Mark
                label={t(`transfers.statuses.${row.status}`)}
                tone={transferTones[row.status]}
              />
            ),
          },
          { label: t('transfers.from'), value: nameOf(row.fromBranchId) },
          { label: t('transfers.to'), value: nameOf(row.toBranchId) },
          { label: t('transfers.note'), value: row.note },
          { label: t('transfers.createdAt'), value: stamp(row.createdBy, row.createdAt) },
          { label: t('transfers.sentAt'), value: stamp(row.sentBy, row.sentAt) },
          { label: t('transfers.endedAt'), value: stamp(row.endedBy, row.endedAt) },
          { label: t('reason'), value: row.endReason },
        ]}
      />
      <TransferTable row={row} />
    </>
  );
}

/** One transfer, from its draft to its end; both branches see the same. */
export function TransferPage({ id }: { id: string }) {
  const { t } = useTranslation('stock');
  const [params] = useSearchParams();
  const record = useRecordDetail<StockTransfer>(stockTransfersList, id);
  const shown = record.status === 'ready' ? record.row : undefined;
  const isEdited = params.has('edit') && shown?.status === 'draft';
  const back = isEdited ? stockPath('transfers', { id }) : stockPath('transfers');
  return (
    <>
      <PageHeader title={t('transfers.one', { number: shown?.number ?? '' })} back={back}>
        {shown && !isEdited && (
          <>
            <PrintButton label={t('print')} />
            <Steps row={shown} />
          </>
        )}
      </PageHeader>
      <RecordStates record={record} failed={t('failed.transfers')} back={back}>
        {(row) =>
          row &&
          (isEdited ? (
            <Suspense>
              <TransferForm row={row} />
            </Suspense>
          ) : (
            <Paper row={row} />
          ))
        }
      </RecordStates>
    </>
  );
}

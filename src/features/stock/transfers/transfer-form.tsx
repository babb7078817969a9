import { useEffect } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import * as z from 'zod/mini';
import {
  stockTransferInput,
  stockTransfers,
  toAnotherBranch,
  type StockTransfer,
  type StockTransferInput,
} from '#contract/stock/stock-transfers.ts';
import type { FieldOf } from '#src/components/fields/form-context.ts';
import { FormSection } from '#src/components/fields/form-section.tsx';
import { SelectField } from '#src/components/fields/select-field.tsx';
import { TextField } from '#src/components/fields/text-field.tsx';
import { RecordForm } from '#src/components/form/record-form.tsx';
import { PageHeader } from '#src/components/page/page-header.tsx';
import { NEW, stockPath } from '#src/features/stock/stock-path.ts';
import { useBranches } from '#src/features/stock/use-goods.ts';
import { useSaver } from '#src/lib/request/resource.ts';
import { showToast } from '#src/lib/toast.ts';
import { useBranchChoice, useNewRecordBranchId } from '#src/offline/branch-choice.ts';
import { TransferLines } from './transfer-lines.tsx';

// A new form starts without lines; that there is one is checked only when it is sent.
const schema = z
  .object({ ...stockTransferInput.shape, lines: z._default(stockTransferInput.shape.lines, []) })
  .check(toAnotherBranch);

/** The two branches; only a superadmin sends from another branch than the own one. */
function BranchFields({ field }: { field: FieldOf<StockTransferInput> }) {
  const { t } = useTranslation('stock');
  const own = useNewRecordBranchId();
  const { options } = useBranchChoice();
  const { rows, nameOf } = useBranches();
  const { getValues, setValue } = useFormContext<StockTransferInput>();
  const from = useWatch<StockTransferInput, 'fromBranchId'>({ name: 'fromBranchId' });
  useEffect(() => {
    if (!getValues('fromBranchId')) setValue('fromBranchId', own);
  }, [own, getValues, setValue]);
  const others = (rows ?? [])
    .filter(({ _id, active }) => active && _id !== from)
    .map(({ _id, code }) => ({ value: _id, label: `${nameOf(_id)} ${code}` }));
  return (
    <>
      {options.length > 0 && (
        <SelectField {...field('fromBranchId')} label={t('transfers.from')} options={options} />
      )}
      <SelectField
        {...field('toBranchId')}
        label={t('transfers.to')}
        options={others}
        decidedBy={rows && from}
      />
    </>
  );
}

/** The fields of a transfer that was not sent yet. */
export function StockTransferForm({ row }: { row: StockTransfer | undefined }) {
  const { t } = useTranslation('stock');
  const navigate = useNavigate();
  const saver = useSaver(stockTransfers);
  const back = row ? stockPath('transfers', { id: row._id }) : stockPath('transfers');
  return (
    <RecordForm
      schema={schema}
      row={row}
      action={stockTransfers.write}
      failed={t('failed.transfer')}
      draft={{ form: stockTransfers.name, record: row?._id ?? NEW }}
      saver={saver}
      ways={[{ label: t('transfers.save'), values: {} }]}
      onSaved={({ _id, number }) => {
        showToast('success', t('transfers.saved', { number }));
        void navigate(stockPath('transfers', { id: _id }), { replace: true });
      }}
      onCancel={() => void navigate(back)}
    >
      {(field) => (
        <>
          <FormSection title={t('transfers.way')}>
            <BranchFields field={field} />
            <TextField {...field('note')} label={t('transfers.note')} />
          </FormSection>
          <FormSection title={t('lines.title')}>
            <TransferLines />
          </FormSection>
        </>
      )}
    </RecordForm>
  );
}

/** A new transfer, which is a draft until it is sent. */
export function NewTransfer() {
  const { t } = useTranslation('stock');
  return (
    <>
      <PageHeader title={t('transfers.add')} back={stockPath('transfers')} />
      <StockTransferForm row={undefined} />
    </>
  );
}

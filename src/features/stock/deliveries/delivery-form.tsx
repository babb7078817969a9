import { useEffect, useMemo } from 'react';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router-dom';
import * as z from 'zod/mini';
import {
  deliveries,
  deliveryInput,
  deliveryLine,
  type Delivery,
} from '#contract/stock/deliveries.ts';
import { FormSection } from '#src/components/fields/form-section.tsx';
import { SelectField } from '#src/components/fields/select-field.tsx';
import { TextField } from '#src/components/fields/text-field.tsx';
import { RecordForm } from '#src/components/form/record-form.tsx';
import { PageHeader } from '#src/components/page/page-header.tsx';
import { NEW, stockPath } from '#src/features/stock/stock-path.ts';
import { useStockMoved } from '#src/features/stock/stock-queries.ts';
import { api } from '#src/lib/request/api.ts';
import { type Saver, withIdempotency } from '#src/lib/request/save.ts';
import { showToast } from '#src/lib/toast.ts';
import { useBranchChoice, useNewRecordBranchId } from '#src/offline/branch-choice.ts';
import { DeliveryLines } from './delivery-lines.tsx';

type Lines = z.output<typeof deliveryInput>['lines'];

// The form starts with these lines; that there is one is checked only when it is sent.
const schemaWith = (lines: Lines) =>
  z.extend(deliveryInput, { lines: z._default(deliveryInput.shape.lines, lines) });

/**
 * The first line, if the address has a product that runs out. Without a cost the last one stays.
 */
function useAskedLines(): Lines {
  const [params] = useSearchParams();
  const [product, quantity] = [params.get('product'), params.get('quantity')];
  return useMemo(() => {
    const line = deliveryLine.safeParse({
      productId: product,
      quantity: Number(quantity),
      cost: null,
    });
    return line.success ? [line.data] : [];
  }, [product, quantity]);
}

/** Starts with the branch in the address, or else the person's own one. */
function OwnBranch() {
  const own = useNewRecordBranchId();
  const asked = useSearchParams()[0].get('branch');
  const { options } = useBranchChoice();
  const branchId = options.find(({ value }) => value === asked)?.value ?? own;
  const { getValues, setValue } = useFormContext<{ branchId: string }>();
  useEffect(() => {
    const now = getValues('branchId');
    // The branches may load later than the form.
    if (!now || now === own) setValue('branchId', branchId);
  }, [branchId, own, getValues, setValue]);
  return null;
}

/** A new delivery; its goods are in stock as soon as it is booked. */
export function NewDelivery() {
  const { t } = useTranslation('stock');
  const navigate = useNavigate();
  const moved = useStockMoved();
  const { options } = useBranchChoice();
  const back = stockPath('deliveries');
  const lines = useAskedLines();
  const schema = useMemo(() => schemaWith(lines), [lines]);
  const saver: Saver<z.output<typeof schema>, Delivery> = {
    send: (input, _row, key) => api.post<Delivery>(deliveries.path, input, withIdempotency(key)),
    onConfirmed: moved,
  };
  return (
    <>
      <PageHeader title={t('deliveries.add')} back={back} />
      <RecordForm
        schema={schema}
        row={undefined}
        action={deliveries.write}
        failed={t('failed.delivery')}
        draft={{ form: deliveries.name, record: NEW }}
        saver={saver}
        ways={[{ label: t('deliveries.book'), values: {} }]}
        onSaved={({ _id, number }) => {
          showToast('success', t('deliveries.booked', { number }));
          void navigate(stockPath('deliveries', { id: _id }), { replace: true });
        }}
        onCancel={() => void navigate(back)}
      >
        {(field) => (
          <>
            <OwnBranch />
            <FormSection title={t('deliveries.from')}>
              {options.length > 0 && (
                <SelectField {...field('branchId')} label={t('branch')} options={options} />
              )}
              <TextField {...field('supplier')} label={t('deliveries.supplier')} />
              <TextField
                {...field('supplierNote')}
                label={t('deliveries.supplierNote')}
                help={t('deliveries.supplierNoteHelp')}
              />
            </FormSection>
            <FormSection title={t('lines.title')}>
              <DeliveryLines />
            </FormSection>
          </>
        )}
      </RecordForm>
    </>
  );
}

import { useTranslation } from 'react-i18next';
import { stockMovementInput, type StockMovement } from '#contract/stock/stock-movements.ts';
import { stockMovementsList } from '#contract/stock/stock-movements-list.ts';
import { DOT } from '#contract/words/dot.ts';
import { NumberField } from '#src/components/fields/number-field.tsx';
import { SelectField } from '#src/components/fields/select-field.tsx';
import { TextField } from '#src/components/fields/text-field.tsx';
import { DialogForm } from '#src/components/form/dialog-form.tsx';
import { useStockMoved } from '#src/features/stock/stock-queries.ts';
import { api } from '#src/lib/request/api.ts';
import { withIdempotency } from '#src/lib/request/save.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { showToast } from '#src/lib/toast.ts';
import { useBranchChoice, useNewRecordBranchId } from '#src/offline/branch-choice.ts';
import type { HandRow } from './hand-rows.ts';

type Props = { row: HandRow; type: 'opening' | 'loss' | 'issueFree'; onClose: () => void };

/** Enters a movement without a paper: its quantity and its reason. */
export function MovementDialog({ row, type, onClose }: Props) {
  const { t } = useTranslation(['stock', 'common']);
  const branchId = useNewRecordBranchId();
  const { options } = useBranchChoice();
  const moved = useStockMoved();
  return (
    <DialogForm
      title={t(`byHand.${type}`)}
      description={`${row.name}${DOT}${row.product.sku}`}
      schema={stockMovementInput}
      values={{ productId: row._id, branchId, type, quantity: '' as unknown as number, reason: '' }}
      submit={t('byHand.save')}
      isHarmful={type !== 'opening'}
      send={(input, key) =>
        api.post<StockMovement>(stockMovementsList.path, input, {
          ...withIdempotency(key),
          quiet: true,
        })
      }
      onSaved={({ qtyAfter }) => {
        showToast('success', t('byHand.saved', { n: formatNumber(qtyAfter) }));
        moved();
        onClose();
      }}
      onClose={onClose}
    >
      {(field) => (
        <>
          {options.length > 0 && (
            <SelectField {...field('branchId')} label={t('branch')} options={options} />
          )}
          <NumberField
            {...field('quantity')}
            label={t(type === 'opening' ? 'byHand.came' : 'byHand.went')}
          />
          <TextField {...field('reason')} label={t('reason')} />
        </>
      )}
    </DialogForm>
  );
}

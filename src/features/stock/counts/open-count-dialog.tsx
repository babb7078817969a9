import { useTranslation } from 'react-i18next';
import { productCategoriesList } from '#contract/stock/product-categories-list.ts';
import { stockCountsList } from '#contract/stock/stock-counts-list.ts';
import { stockCountInput, type StockCount } from '#contract/stock/stock-counts.ts';
import { SelectField } from '#src/components/fields/select-field.tsx';
import { DialogForm } from '#src/components/form/dialog-form.tsx';
import { api } from '#src/lib/request/api.ts';
import { withIdempotency } from '#src/lib/request/save.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
import { useBranchChoice, useNewRecordBranchId } from '#src/offline/branch-choice.ts';
import { useCachedList } from '#src/offline/lists/cached-list.ts';

type Props = { onOpened: (count: StockCount) => void; onClose: () => void };

/** Chooses the extent of a count: one category, or everything. */
export function OpenCountDialog({ onOpened, onClose }: Props) {
  const { t } = useTranslation('stock');
  const language = useLanguage();
  const branchId = useNewRecordBranchId();
  const { options } = useBranchChoice();
  const { rows } = useCachedList(productCategoriesList, { quiet: true });
  const categories = (rows ?? [])
    .filter(({ active }) => active)
    .map(({ _id, nameEn, nameLo }) => ({ value: _id, label: language === 'lo' ? nameLo : nameEn }));
  return (
    <DialogForm
      title={t('counts.add')}
      description={t('counts.addHint')}
      schema={stockCountInput}
      values={{ branchId, categoryId: null }}
      submit={t('counts.open')}
      send={(input, key) =>
        api.post<StockCount>(stockCountsList.path, input, { ...withIdempotency(key), quiet: true })
      }
      onSaved={onOpened}
      onClose={onClose}
    >
      {(field) => (
        <>
          {options.length > 0 && (
            <SelectField {...field('branchId')} label={t('branch')} options={options} />
          )}
          <SelectField
            {...field('categoryId')}
            label={t('counts.category')}
            help={t('counts.categoryHelp')}
            options={categories}
          />
        </>
      )}
    </DialogForm>
  );
}

import { useTranslation } from 'react-i18next';
import { tellScan } from '#src/components/scan/tell-scan.ts';
import { useScan } from '#src/components/scan/use-scan.ts';
import { useProductCode } from '#src/entities/product/use-product-scan.ts';
import type { Visit } from '#src/features/desk/use-visit.ts';
import { sellProduct } from '#src/features/desk/visit-basket.ts';
import { newIdempotencyKey } from '#src/lib/request/save.ts';

/** Puts scanned products on the bill, also while a tender or a line is open. */
export function GoodsScan({ visit }: { visit: Visit }) {
  const { t } = useTranslation('desk');
  const { take } = useProductCode(
    ({ _id }) => visit.change((before) => sellProduct(before, _id, newIdempotencyKey())),
    ({ active }) => active,
  );
  useScan(
    async (code) => {
      if (!(await take(code))) tellScan(t('what.unknownCode', { code }));
    },
    { isBusy: visit.edit.isSaving },
  );
  return null;
}

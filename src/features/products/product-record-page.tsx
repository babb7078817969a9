import { Barcode } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { productsList } from '#contract/stock/products-list.ts';
import { LinkButton } from '#src/components/kit/link-button.tsx';
import { PageHeader } from '#src/components/page/page-header.tsx';
import { RecordStates } from '#src/components/page/record-states.tsx';
import { useRecordTitle } from '#src/components/page/use-record-title.ts';
import { AuditLink } from '#src/entities/audit/audit-link.tsx';
import { paths } from '#src/lib/paths.ts';
import { useRecord } from '#src/lib/request/resource.ts';
import { labelsPath } from '#src/features/products/labels/labels-path.ts';
import { ProductForm } from './product-form.tsx';

/** Adds a product, or changes the one whose id is in the address, with a link to its labels. */
export function ProductRecordPage() {
  const { t } = useTranslation(['products', 'shell']);
  const [params] = useSearchParams();
  const id = params.get('id');
  const record = useRecord(productsList, id);
  const title = useRecordTitle(
    t(id === null ? 'shell:page.addProduct' : 'shell:page.editProduct'),
    record,
  );
  return (
    <>
      <PageHeader title={title} back={paths.productList}>
        {id !== null && <AuditLink entity="products" entityId={id} />}
        {record.status === 'ready' && (
          <LinkButton icon={Barcode} to={labelsPath([record.row._id])}>
            {t('labels.open')}
          </LinkButton>
        )}
      </PageHeader>
      <RecordStates record={record} failed={t('failed.one')} back={paths.productList}>
        {(product) => <ProductForm product={product} />}
      </RecordStates>
    </>
  );
}

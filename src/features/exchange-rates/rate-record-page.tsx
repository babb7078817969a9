import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { PageHeader } from '#src/components/page/page-header.tsx';
import { RecordStates } from '#src/components/page/record-states.tsx';
import { useRecordTitle } from '#src/components/page/use-record-title.ts';
import { paths } from '#src/lib/paths.ts';
import { RateForm } from './rate-form.tsx';
import { useRate } from './rate-queries.ts';

/** Adds a rate, or changes the one whose id is in the address. */
export function RateRecordPage() {
  const { t } = useTranslation(['exchange-rates', 'shell']);
  const [params] = useSearchParams();
  const id = params.get('id');
  const record = useRate(id);
  const title = useRecordTitle(
    t(id === null ? 'shell:page.addRate' : 'shell:page.editRate'),
    record,
  );
  return (
    <>
      <PageHeader title={title} back={paths.exchangeRate} />
      <RecordStates record={record} failed={t('failed.list')} back={paths.exchangeRate}>
        {(rate) => <RateForm rate={rate} />}
      </RecordStates>
    </>
  );
}

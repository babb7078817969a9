import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { academicTerms } from '#contract/academic-terms.ts';
import { PageHeader } from '#src/components/page/page-header.tsx';
import { RecordStates } from '#src/components/page/record-states.tsx';
import { paths } from '#src/lib/paths.ts';
import { useRecord } from '#src/lib/resource.ts';
import { TermForm } from './term-form.tsx';
import { TermState } from './term-state.tsx';

/** Adds a term, or changes the one whose id is in the address and takes it through its states. */
export function TermRecordPage() {
  const { t } = useTranslation('shell');
  const [params] = useSearchParams();
  const id = params.get('id');
  const record = useRecord(academicTerms, id);
  return (
    <>
      <PageHeader title={t(id === null ? 'page.addTerm' : 'page.editTerm')} back={paths.terms} />
      <RecordStates record={record} failed="termFetch" back={paths.terms}>
        {(term) => (
          <>
            {term && <TermState term={term} />}
            <TermForm key={term && `${term._id} ${term.version}`} term={term} />
          </>
        )}
      </RecordStates>
    </>
  );
}

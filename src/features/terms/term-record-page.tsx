import { CalendarCheck, Copy, MessageCircleReply, Users } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { classesList } from '#contract/classes/classes-list.ts';
import { academicTermsList } from '#contract/courses/academic-terms-list.ts';
import { LinkButton } from '#src/components/kit/link-button.tsx';
import { PageHeader } from '#src/components/page/page-header.tsx';
import { RecordStates } from '#src/components/page/record-states.tsx';
import { useRecordTitle } from '#src/components/page/use-record-title.ts';
import { paths } from '#src/lib/paths.ts';
import { useRecord } from '#src/lib/request/resource.ts';
import { useCan } from '#src/lib/session/use-can.ts';
import { TermForm } from './term-form.tsx';

// Only a saved term has a status panel.
const TermState = lazy(async () => ({ default: (await import('./term-state.tsx')).TermState }));

/** Adds a term, or changes the one whose id is in the address and takes it through its states. */
export function TermRecordPage() {
  const { t } = useTranslation(['terms', 'shell']);
  const [params] = useSearchParams();
  const id = params.get('id');
  const record = useRecord(academicTermsList, id);
  const mayCopy = useCan(classesList.write);
  const mayCloseYear = useCan('overview:read');
  const mayAnswer = useCan('enrolments:write');
  const title = useRecordTitle(
    t(id === null ? 'shell:page.addTerm' : 'shell:page.editTerm'),
    record,
  );
  return (
    <>
      <PageHeader title={title} back={paths.terms}>
        {mayCloseYear && (
          <LinkButton icon={CalendarCheck} to={`${paths.terms}?view=year`}>
            {t('yearClose')}
          </LinkButton>
        )}
        {mayCopy && record.status === 'ready' && (
          <>
            <LinkButton icon={Copy} to={`${paths.terms}?view=copy&id=${id}`}>
              {t('copyClasses')}
            </LinkButton>
            <LinkButton icon={Users} to={`${paths.terms}?view=continuing&id=${id}`}>
              {t('continuingStudents')}
            </LinkButton>
          </>
        )}
        {mayAnswer && record.status === 'ready' && (
          <LinkButton icon={MessageCircleReply} to={`${paths.terms}?view=answers&id=${id}`}>
            {t('answers.link')}
          </LinkButton>
        )}
      </PageHeader>
      <RecordStates record={record} failed={t('failed.one')} back={paths.terms}>
        {(term) => (
          <>
            <Suspense>{term && <TermState term={term} />}</Suspense>
            <TermForm key={term && `${term._id} ${term.version}`} term={term} />
          </>
        )}
      </RecordStates>
    </>
  );
}

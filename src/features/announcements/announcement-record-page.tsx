import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { announcementsList } from '#contract/centre/announcements-list.ts';
import { PageHeader } from '#src/components/page/page-header.tsx';
import { RecordStates } from '#src/components/page/record-states.tsx';
import { useRecordTitle } from '#src/components/page/use-record-title.ts';
import { paths } from '#src/lib/paths.ts';
import { useRecord } from '#src/lib/request/resource.ts';
import { AnnouncementForm } from './announcement-form.tsx';

/** Adds an announcement, or changes the one whose id is in the address. */
export function AnnouncementRecordPage() {
  const { t } = useTranslation(['announcements', 'shell']);
  const [params] = useSearchParams();
  const id = params.get('id');
  const record = useRecord(announcementsList, id);
  const title = useRecordTitle(
    t(id === null ? 'shell:page.addAnnouncement' : 'shell:page.editAnnouncement'),
    record,
  );
  return (
    <>
      <PageHeader title={title} back={paths.announcements} />
      <RecordStates record={record} failed={t('failed.one')} back={paths.announcements}>
        {(saved) => <AnnouncementForm saved={saved} />}
      </RecordStates>
    </>
  );
}

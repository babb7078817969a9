import { useTranslation } from 'react-i18next';
import { schoolInfoInput } from '#contract/school-info.ts';
import { RecordForm } from '#src/components/form/record-form.tsx';
import { PageHeader } from '#src/components/page/page-header.tsx';
import { RecordStates } from '#src/components/page/record-states.tsx';
import { useBackToList } from '#src/components/page/use-back-to-list.ts';
import { homePath } from '#src/lib/paths.ts';
import { useStore } from '#src/lib/store.ts';
import { showToast } from '#src/lib/toast.ts';
import { SchoolInfoFields } from './school-info-fields.tsx';
import { useSchoolInfo, useSchoolInfoSaver } from './school-info-queries.ts';

/** The centre as a whole: its names, logo, contact, what is printed on receipts. There is one, so no list. */
export function SchoolInfoPage() {
  const { t } = useTranslation(['common', 'shell']);
  const info = useSchoolInfo();
  const saver = useSchoolInfoSaver();
  const home = homePath(useStore(({ user }) => user.role));
  const { cancel } = useBackToList(home);
  return (
    <>
      <PageHeader title={t('shell:nav.schoolInfo')} />
      <RecordStates record={info} failed="schoolInfoFetch" back={home}>
        {(row) => (
          <RecordForm
            schema={schoolInfoInput}
            row={row}
            action="school-info:write"
            failed="schoolInfoUpdate"
            draft={{ form: 'school-info', record: 'centre' }}
            saver={saver}
            onSaved={() => showToast('success', t('saved'))}
            onCancel={cancel}
          >
            {(field) => <SchoolInfoFields field={field} />}
          </RecordForm>
        )}
      </RecordStates>
    </>
  );
}

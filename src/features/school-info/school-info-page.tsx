import { FileInput, FileOutput, UserRoundX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { backups } from '#contract/centre/backups.ts';
import { schoolInfoInput } from '#contract/centre/school-info.ts';
import { LinkButton } from '#src/components/kit/link-button.tsx';
import { RecordForm } from '#src/components/form/record-form.tsx';
import { PageHeader } from '#src/components/page/page-header.tsx';
import { RecordStates } from '#src/components/page/record-states.tsx';
import { useBackToList } from '#src/components/page/use-back-to-list.ts';
import { AuditLink } from '#src/entities/audit/audit-link.tsx';
import { personalDataPath } from '#src/entities/person/personal-data-path.ts';
import { homePath, paths } from '#src/lib/paths.ts';
import { useStore } from '#src/lib/store.ts';
import { useCan } from '#src/lib/session/use-can.ts';
import { showToast } from '#src/lib/toast.ts';
import { BackupsSection } from './backups-section.tsx';
import { SchoolInfoFields } from './school-info-fields.tsx';
import { useSchoolInfo, useSchoolInfoSaver } from './school-info-queries.ts';

/** The centre's names, logo, contact and receipt texts. There is one record, so no list. */
export function SchoolInfoPage() {
  const { t } = useTranslation(['school-info', 'shell', 'common']);
  const info = useSchoolInfo();
  const saver = useSchoolInfoSaver();
  const home = homePath(useStore(({ user }) => user.role));
  const mayBackUp = useCan(backups.read);
  const mayMoveIn = useCan('moves:write');
  const mayReadPeople = useCan('personal-data:read');
  const mayTakeBranch = useCan('branch-export:read');
  const { cancel } = useBackToList(home);
  return (
    <>
      <PageHeader title={t('shell:nav.schoolInfo')}>
        {mayMoveIn && (
          <LinkButton icon={FileInput} to={`${paths.schoolInfo}?view=moving-in`}>
            {t('shell:page.movingIn')}
          </LinkButton>
        )}
        {(mayMoveIn || mayTakeBranch) && (
          <LinkButton icon={FileOutput} to={`${paths.schoolInfo}?view=export`}>
            {t(mayMoveIn ? 'exportAll' : 'exportBranch')}
          </LinkButton>
        )}
        {mayReadPeople && (
          <LinkButton icon={UserRoundX} to={personalDataPath()}>
            {t('shell:page.personalData')}
          </LinkButton>
        )}
        <AuditLink />
      </PageHeader>
      <RecordStates record={info} failed={t('failed.one')} back={home}>
        {(row) => (
          <RecordForm
            schema={schoolInfoInput}
            row={row}
            action="school-info:write"
            failed={t('failed.update')}
            draft={{ form: 'school-info', record: 'centre' }}
            saver={saver}
            onSaved={() => showToast('success', t('common:saved'))}
            onCancel={cancel}
          >
            {(field) => <SchoolInfoFields field={field} />}
          </RecordForm>
        )}
      </RecordStates>
      {mayBackUp && <BackupsSection />}
    </>
  );
}

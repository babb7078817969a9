import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { staffAccountsList } from '#contract/centre/staff-accounts-list.ts';
import { PageHeader } from '#src/components/page/page-header.tsx';
import { RecordStates } from '#src/components/page/record-states.tsx';
import { useBackToList, useSaySaved } from '#src/components/page/use-back-to-list.ts';
import { useRecordTitle } from '#src/components/page/use-record-title.ts';
import { AuditLink } from '#src/entities/audit/audit-link.tsx';
import { editPath, homePath, paths } from '#src/lib/paths.ts';
import { useRecord } from '#src/lib/request/resource.ts';
import { useStore } from '#src/lib/store.ts';
import { useCan } from '#src/lib/session/use-can.ts';
import { PasswordDialog } from './password-dialog.tsx';
import { StaffForm } from './staff-form.tsx';
import type { SavedAccount } from './staff-saver.ts';

// Loaded lazily: only an admin needs it, because a superadmin has the list.
const FindAccount = lazy(async () => ({
  default: (await import('./find-account.tsx')).FindAccount,
}));

const BranchHelpers = lazy(async () => ({
  default: (await import('./account-grants.tsx')).BranchHelpers,
}));

/** The page after saving: the list for people who may see it; an admin stays with the account. */
function useWays() {
  const navigate = useNavigate();
  const saySaved = useSaySaved();
  const mayList = useCan(staffAccountsList.read);
  const home = useStore(({ user }) => homePath(user.role));
  const list = useBackToList(paths.staff);
  if (mayList) return { mayList, back: paths.staff, ...list };
  return {
    mayList,
    back: home,
    saved: (account: SavedAccount) => {
      saySaved(account);
      void navigate(editPath(paths.editStaff, account._id));
    },
    cancel: () => void navigate(home),
  };
}

/** Adds an account, or changes the one whose id is in the address. */
export function StaffRecordPage() {
  const { t } = useTranslation(['staff-accounts', 'shell']);
  const [params] = useSearchParams();
  const id = params.get('id');
  const record = useRecord(staffAccountsList, id);
  const title = useRecordTitle(
    t(id === null ? 'shell:page.addStaff' : 'shell:page.editStaff'),
    record,
  );
  const { mayList, back, saved, cancel } = useWays();
  const [added, setAdded] = useState<SavedAccount>();
  const finish = (account: SavedAccount) => {
    if (account.temporaryPassword === undefined) saved(account);
    else setAdded(account);
  };
  return (
    <>
      <PageHeader title={title} back={back}>
        {id !== null && <AuditLink entity="staff-accounts" entityId={id} />}
      </PageHeader>
      <Suspense>
        {id === null && !mayList && (
          <>
            <FindAccount />
            <BranchHelpers />
          </>
        )}
      </Suspense>
      <RecordStates record={record} failed={t('failed.one')} back={back}>
        {(account) => <StaffForm key={id} account={account} onSaved={finish} onCancel={cancel} />}
      </RecordStates>
      {added && (
        <PasswordDialog
          name={`${added.firstName} ${added.lastName}`}
          password={added.temporaryPassword ?? null}
          onClose={() => {
            setAdded(undefined);
            saved(added);
          }}
        />
      )}
    </>
  );
}

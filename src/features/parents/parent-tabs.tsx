import { lazy, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { enrolments } from '#contract/classes/enrolments.ts';
import { parentsList } from '#contract/people/parents-list.ts';
import type { ParentRecord } from '#contract/people/parents.ts';
import { RecordTabs } from '#src/components/record/record-tabs.tsx';
import { useCan } from '#src/lib/session/use-can.ts';
import { AccountPart } from './parent-account.tsx';

const EnrolmentsPart = lazy(async () => ({
  default: (await import('./parent-enrolments.tsx')).EnrolmentsPart,
}));
const HistoryPanel = lazy(async () => ({
  default: (await import('#src/entities/person/history-entries.tsx')).HistoryPanel,
}));

/** The parts of a parent's record. */
export function ParentTabs({ parent, children }: { parent: ParentRecord; children: ReactNode }) {
  const { t } = useTranslation('record');
  const seesPlaces = useCan(enrolments.read);
  return (
    <RecordTabs
      tabs={[
        { id: 'account', label: t('account'), show: () => <AccountPart parent={parent} /> },
        seesPlaces && {
          id: 'enrolments',
          label: t('enrolments'),
          show: () => <EnrolmentsPart parent={parent} />,
        },
        {
          id: 'history',
          label: t('history'),
          show: () => <HistoryPanel resource={parentsList} id={parent._id} />,
        },
      ]}
    >
      {children}
    </RecordTabs>
  );
}

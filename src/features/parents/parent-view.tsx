import { Banknote, Wallet } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { formatPhone } from '#contract/people/phone.ts';
import { parentsList } from '#contract/people/parents-list.ts';
import type { Parent, ParentRecord } from '#contract/people/parents.ts';
import { LinkButton } from '#src/components/kit/link-button.tsx';
import { Mark } from '#src/components/kit/mark.tsx';
import { BarPrimary } from '#src/components/page/bar-primary.tsx';
import { RecordStates } from '#src/components/page/record-states.tsx';
import { RecordHead } from '#src/components/record/record-head.tsx';
import { RecordSkeleton } from '#src/components/record/record-skeleton.tsx';
import { useKnownRow } from '#src/components/record/use-known-row.ts';
import { familyPath } from '#src/entities/order/order-path.ts';
import { BarCall } from '#src/entities/person/bar-call.tsx';
import { MergedState } from '#src/entities/person/merged-state.tsx';
import { RecordActions } from '#src/entities/person/record-actions.tsx';
import { editPath, paths } from '#src/lib/paths.ts';
import { useRecordDetail } from '#src/lib/request/resource.ts';
import { useCan } from '#src/lib/session/use-can.ts';
import { usePersonName } from '#src/lib/text/person-name.ts';
import { ParentChildren } from './parent-children.tsx';
import { ParentForm } from './parent-form.tsx';
import { ParentTabs } from './parent-tabs.tsx';
import { ParentStrip, ParentTimeline } from './parent-account.tsx';

const merge = { action: 'parents:merge', edit: paths.editParent } as const;

function Acts({ parent }: { parent: ParentRecord }) {
  const { t } = useTranslation(['record', 'people']);
  const navigate = useNavigate();
  const mayPay = useCan('orders:write') && parent.mergedIntoId === null;
  return (
    <>
      {parent.phone !== '' && (
        <BarCall phone={parent.phone} short={t('call.student')}>
          {t('call.student')}
        </BarCall>
      )}
      {mayPay && (
        <BarPrimary>
          <LinkButton look="solid" icon={Banknote} to={familyPath(parent._id, 'pay')}>
            {t('takePayment')}
          </LinkButton>
        </BarPrimary>
      )}
      <RecordActions
        resource={parentsList}
        row={parent}
        merge={merge}
        acts={[
          {
            icon: Wallet,
            text: t('people:parents.account'),
            run: () => void navigate(familyPath(parent._id)),
          },
        ]}
      />
    </>
  );
}

/** A parent, read first: the account of the family, the children, and how to reach the person. */
export function ParentView({ id }: { id: string }) {
  const { t } = useTranslation(['people', 'shell']);
  const record = useRecordDetail<ParentRecord>(parentsList, id);
  const parent = record.status === 'ready' ? record.row : undefined;
  const tapped = useKnownRow<Parent>(parentsList, id);
  const known = parent ?? tapped;
  const nameOf = usePersonName();
  return (
    <>
      <RecordHead
        title={known ? nameOf(known) : t('shell:page.editParent')}
        back={paths.parents}
        face={{ fileId: parent?.photoFileId ?? null, name: known ? nameOf(known) : '' }}
        mark={known?.archived && <Mark on={false} label={t('archived')} />}
        under={
          known && [
            <bdi key="phone" dir="ltr">
              {formatPhone(known.phone)}
            </bdi>,
            known.occupation,
          ]
        }
      >
        {parent && <Acts parent={parent} />}
      </RecordHead>
      <RecordStates
        record={record}
        failed={t('parents.failed.one')}
        back={paths.parents}
        skeleton={<RecordSkeleton />}
      >
        {() =>
          parent &&
          (parent.mergedIntoId ? (
            <MergedState to={editPath(paths.editParent, parent.mergedIntoId)} />
          ) : (
            <>
              <ParentStrip parent={parent} />
              <ParentTabs parent={parent}>
                <ParentForm
                  parent={parent}
                  reads={{ before: <ParentChildren parentId={parent._id} /> }}
                  aside={<ParentTimeline parent={parent} />}
                />
              </ParentTabs>
            </>
          ))
        }
      </RecordStates>
    </>
  );
}

import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { EnrolmentPage } from '#contract/classes/enrolment-page.ts';
import { Mark } from '#src/components/kit/mark.tsx';
import { Freshness } from '#src/components/page/freshness.tsx';
import { PageHeader } from '#src/components/page/page-header.tsx';
import { RecordStates } from '#src/components/page/record-states.tsx';
import { Stack, Columns, HeadLine } from '#src/components/kit/layout.tsx';
import { Note } from '#src/components/kit/note.tsx';
import { paths } from '#src/lib/paths.ts';
import { formatDateTime } from '#src/lib/text/format.ts';
import { usePersonName } from '#src/lib/text/person-name.ts';
import { useBranchChoice } from '#src/offline/branch-choice.ts';
import { useLiveSeats } from '#src/offline/live/live-seats.ts';
import { ChangesPanel } from './changes-panel.tsx';
import { ClassPanel } from './class-panel.tsx';
import { useEnrolmentPage, usePlaceChanged } from './enrolment-queries.ts';
import { AttendancePanel, ScoresPanel } from './marks-panels.tsx';
import { PersonPanel } from './person-panel.tsx';
import { ActionsPanel, useMeans, type EnrolmentAction } from './enrolment-actions.tsx';
import { PlaceOrders, PricePanel } from './price-panel.tsx';
import { placeTone } from '#src/entities/enrolment/place.ts';

const ChangeDialog = lazy(async () => ({
  default: (await import('#src/entities/enrolment/change-dialog.tsx')).ChangeDialog,
}));
const FeeDialog = lazy(async () => ({ default: (await import('./fee-dialog.tsx')).FeeDialog }));

/** The end of a hold, the position in the queue, or the reason why the enrolment has ended. */
function StateNote({ row }: { row: EnrolmentPage }) {
  const { t } = useTranslation('enrolment');
  const { status, holdUntil, waitPosition, statusReason } = row;
  if (status === 'pending' && holdUntil !== null)
    return <Note tone="wait">{t('note.held', { time: formatDateTime(holdUntil) })}</Note>;
  if (status === 'expired' && holdUntil !== null)
    return <Note>{t('note.expired', { time: formatDateTime(holdUntil) })}</Note>;
  if (status === 'waitlisted' && waitPosition !== null)
    return <Note tone="wait">{t('note.waits', { place: waitPosition })}</Note>;
  if (status === 'suspended')
    return <Note tone="wait">{t('note.suspended', { reason: statusReason })}</Note>;
  return statusReason === '' || statusReason === 'undone' ? null : (
    <Note>{t('note.reason', { reason: statusReason })}</Note>
  );
}

type AskProps = {
  act: EnrolmentAction;
  row: EnrolmentPage;
  onClose: () => void;
  onDone: () => void;
  onRefused: () => void;
};

/** The question before a step, with its cost or credit. */
function Ask({ act, row, onClose, onDone, onRefused }: AskProps) {
  const means = useMeans(row);
  if (act === 'fee')
    return <FeeDialog row={row} onClose={onClose} onDone={onDone} onRefused={onRefused} />;
  const { _id, version, student, place } = row;
  const text = act === 'suspend' || act === 'resume' || act === 'complete' ? means[act] : '';
  return (
    <ChangeDialog
      change={act}
      row={{ ...student, _id, version }}
      classCode={place.classCode}
      onClose={onClose}
      onDone={onDone}
      onRefused={onRefused}
    >
      {text !== '' && <Note>{text}</Note>}
    </ChangeDialog>
  );
}

function Place({ row, onAct }: { row: EnrolmentPage; onAct: (act: EnrolmentAction) => void }) {
  const { t } = useTranslation(['enrolment', 'class-page']);
  const { nameOf: branchOf } = useBranchChoice();
  return (
    <>
      <HeadLine>
        <Mark label={t(`class-page:roster.statuses.${row.status}`)} tone={placeTone(row.status)} />
        <span>{row.place.classCode}</span>
        {branchOf && <span>{branchOf(row.branchId)}</span>}
        {row.enrolledBy !== '' && (
          <span>{t('made', { by: row.enrolledBy, at: formatDateTime(row.createdAt) })}</span>
        )}
        {row.note !== '' && <span>{row.note}</span>}
      </HeadLine>
      <Stack>
        <StateNote row={row} />
        <Columns
          isAsideFirst
          label={t('aside')}
          aside={
            <>
              <ActionsPanel row={row} onAct={onAct} />
              <PersonPanel student={row.student} />
              <ClassPanel row={row} />
              <PlaceOrders orders={row.orders} refunds={row.refundRequests} />
            </>
          }
        >
          <PricePanel row={row} />
          <AttendancePanel row={row} />
          <ScoresPanel row={row} />
          <ChangesPanel row={row} />
        </Columns>
      </Stack>
    </>
  );
}

/** One enrolment: its student, its price with the reasons, and the possible steps. */
export function PlaceRecord({ id }: { id: string }) {
  const { t } = useTranslation('enrolment');
  const nameOf = usePersonName();
  useLiveSeats();
  const { loaded, row, fetchedAt, failed, refreshing, error, refetch } = useEnrolmentPage(id);
  const changed = usePlaceChanged(refetch);
  const [act, setAct] = useState<EnrolmentAction>();
  const close = () => setAct(undefined);
  const list = { rows: row && [row], total: 1, fetchedAt, failed, refreshing, error, refetch };
  return (
    <>
      <PageHeader
        title={row && loaded.status === 'ready' ? nameOf(row.student) : t('title')}
        back={paths.manageEnrollment}
        freshness={<Freshness list={list} />}
      />
      <RecordStates record={loaded} failed={t('failed')} back={paths.manageEnrollment}>
        {(place) => place && <Place row={place} onAct={setAct} />}
      </RecordStates>
      {act !== undefined && row && (
        <Suspense>
          <Ask
            act={act}
            row={row}
            onClose={close}
            onDone={() => {
              close();
              changed();
            }}
            onRefused={changed}
          />
        </Suspense>
      )}
    </>
  );
}

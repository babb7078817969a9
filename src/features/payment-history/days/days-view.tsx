import { useSearchParams } from 'react-router-dom';
import { useNewRecordBranchId } from '#src/offline/branch-choice.ts';
import { ClosingDays } from './day-list.tsx';
import { DayPage } from './day-page.tsx';

/** The days of a branch, or the one whose date is in the address. */
export function DaysView() {
  const [params] = useSearchParams();
  const branchId = useNewRecordBranchId();
  const day = params.get('id');
  return day === null ? (
    <ClosingDays branchId={branchId} before={params.get('before')} />
  ) : (
    <DayPage key={`${branchId} ${day}`} branchId={branchId} day={day} />
  );
}

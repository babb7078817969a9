import { useSearchParams } from 'react-router-dom';
import { useNewRecordBranchId } from '#src/offline/branch-choice.ts';
import { ShiftList } from './shift-list.tsx';
import { ShiftPage } from './shift-page.tsx';

/** The drawers of a branch by day, or the shift whose id is in the address. */
export function DrawersView() {
  const [params] = useSearchParams();
  const branchId = useNewRecordBranchId();
  const shiftId = params.get('id');
  return shiftId === null ? (
    <ShiftList branchId={branchId} before={params.get('before')} />
  ) : (
    <ShiftPage key={shiftId} shiftId={shiftId} />
  );
}

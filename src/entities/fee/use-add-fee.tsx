import { lazy } from 'react';
import { useTranslation } from 'react-i18next';
import type { Adding } from '#src/components/fields/add-inline.tsx';

const AddFee = lazy(async () => ({ default: (await import('./add-fee.tsx')).AddFee }));

/** Adds a price of one course from a form that chooses one. */
export function useAddFee(courseId: string, branchId: string | null): Adding {
  const { t } = useTranslation('shell');
  return {
    label: t('page.addFee'),
    action: 'course-fees:write',
    dialog: (props) => <AddFee {...props} courseId={courseId} branchId={branchId} />,
  };
}

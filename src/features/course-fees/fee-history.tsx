import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { CourseFee } from '#contract/courses/course-fees.ts';
import { Stack } from '#src/components/kit/layout.tsx';
import type { ListColumn } from '#src/components/table/columns.ts';
import { RecordTable } from '#src/components/table/record-table.tsx';
import { editPath, paths } from '#src/lib/paths.ts';
import { showPrice, showValidity } from '#src/entities/fee/fee-words.ts';

const open = ({ _id }: CourseFee) => editPath(paths.editFee, _id);

/** Every version of a price, the newest first. */
export function FeeHistory({ versions }: { versions: readonly CourseFee[] }) {
  const { t } = useTranslation('courses');
  const columns = useMemo<ListColumn<CourseFee>[]>(
    () => [
      {
        field: 'validFrom',
        label: t('valid'),
        priority: 1,
        ltrNoWrap: true,
        cell: (row) => showValidity(row, t('open')),
      },
      {
        field: 'amount',
        label: t('amount'),
        priority: 1,
        align: 'end',
        ltrNoWrap: true,
        cell: (row) => showPrice(row),
      },
    ],
    [t],
  );
  return (
    <Stack gap={3}>
      <h2>{t('history')}</h2>
      <RecordTable label={t('history')} rows={versions} columns={columns} open={open} />
    </Stack>
  );
}

import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Row, Stack } from '#src/components/kit/layout.tsx';
import { teachersList } from '#contract/people/teachers-list.ts';
import type { TeacherRate } from '#contract/people/teacher-rates.ts';
import { DOT } from '#contract/words/dot.ts';
import { Button } from '#src/components/kit/button.tsx';
import { HelpText } from '#src/components/kit/field.tsx';
import { TableSkeleton } from '#src/components/kit/skeleton.tsx';
import { LoadFailed } from '#src/components/page/load-failed.tsx';
import type { ListColumn } from '#src/components/table/columns.ts';
import { RecordTable } from '#src/components/table/record-table.tsx';
import { api } from '#src/lib/request/api.ts';
import { useCan } from '#src/lib/session/use-can.ts';
import { showDay } from '#src/lib/text/day.ts';
import { showMoney } from '#src/lib/text/money.ts';

const RateDialog = lazy(async () => ({ default: (await import('./rate-dialog.tsx')).RateDialog }));

function useColumns(): ListColumn<TeacherRate>[] {
  const { t } = useTranslation('teachers');
  return useMemo(
    () => [
      {
        field: 'validFrom',
        label: t('rates.valid'),
        priority: 1,
        cell: ({ validFrom, validUntil, createdBy, approvedBy, isReplaced, note }) => (
          <>
            <bdi dir="ltr">{`${showDay(validFrom)} – ${showDay(validUntil)}`}</bdi>
            <HelpText>
              {[
                isReplaced ? t('rates.replaced') : '',
                createdBy,
                approvedBy === '' ? '' : t('rates.signed', { name: approvedBy }),
                note,
              ]
                .filter(Boolean)
                .join(DOT)}
            </HelpText>
          </>
        ),
      },
      {
        field: 'amount',
        label: t('rates.amount'),
        priority: 1,
        align: 'end',
        ltrNoWrap: true,
        cell: ({ amount, currency, kind }) => (
          <>
            {`${showMoney(amount, currency)} ${currency}`}
            <HelpText>{t(`rates.kinds.${kind}`)}</HelpText>
          </>
        ),
      },
    ],
    [t],
  );
}

/** The rates of a teacher, newest first, and the dialog that adds one. */
export function TeacherRates({ teacherId }: { teacherId: string }) {
  const { t } = useTranslation('teachers');
  const columns = useColumns();
  const [isAdding, setAdding] = useState(false);
  const mayAdd = useCan('teacher-rates:write');
  // Rates are pay, so no copy of them stays on the device.
  const { data, error, refetch } = useQuery({
    queryKey: [teachersList.name, 'rates', teacherId],
    queryFn: ({ signal }) =>
      api.get<TeacherRate[]>(`${teachersList.path}/${teacherId}/rates`, { signal, quiet: true }),
    gcTime: 0,
    meta: { persist: false },
  });
  const close = () => setAdding(false);
  return (
    <section aria-label={t('rates.title')}>
      <Stack gap={3}>
        <h2>{t('rates.title')}</h2>
        {data && data.length > 0 && (
          <RecordTable label={t('rates.title')} rows={data} columns={columns} />
        )}
        {data?.length === 0 && <HelpText>{t('rates.empty')}</HelpText>}
        {!data &&
          (error ? (
            <LoadFailed error={error} failed={t('failed.rates')} onRetry={() => void refetch()} />
          ) : (
            <TableSkeleton columns={columns.length} />
          ))}
        {data && mayAdd && (
          <Row>
            <Button onClick={() => setAdding(true)}>{t('rates.add')}</Button>
          </Row>
        )}
        <Suspense>
          {data && isAdding && (
            <RateDialog teacherId={teacherId} newest={data[0]} onClose={close} />
          )}
        </Suspense>
      </Stack>
    </section>
  );
}

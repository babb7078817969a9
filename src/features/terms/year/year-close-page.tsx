import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { yearClose, type YearClose } from '#contract/reports/year-close.ts';
import { Stack } from '#src/components/kit/layout.tsx';
import { Note } from '#src/components/kit/note.tsx';
import { PlainSelect } from '#src/components/kit/plain-field.tsx';
import { TableSkeleton } from '#src/components/kit/skeleton.tsx';
import { LoadFailed } from '#src/components/page/load-failed.tsx';
import { PageHeader } from '#src/components/page/page-header.tsx';
import { PrintButton } from '#src/components/print/print-button.tsx';
import { PrintFrame } from '#src/components/print/print-frame.tsx';
import { paths } from '#src/lib/paths.ts';
import { api } from '#src/lib/request/api.ts';
import { today } from '#src/lib/text/today.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
import { LastNumbers } from './last-numbers.tsx';
import { YearLines } from './year-lines.tsx';
import styles from './year-close.module.css';

/** Room for a name, a signature and a day by hand. */
const LINE = '_'.repeat(60);
const YEARS_BACK = 5;

function useYearClose(year: number) {
  return useQuery({
    queryKey: ['year-close', year],
    queryFn: ({ signal }) =>
      api.get<YearClose>(yearClose.path, { signal, quiet: true, query: { year: String(year) } }),
    meta: { persist: false },
  });
}

/** The close of a year: what is left to do, and the paper of last numbers to sign. */
export function YearClosePage() {
  const { t } = useTranslation('year-close');
  const isLao = useLanguage() === 'lo';
  const [params, setParams] = useSearchParams();
  const thisYear = Number(today().slice(0, 4));
  const years = Array.from({ length: YEARS_BACK + 1 }, (_, back) => thisYear - back);
  const asked = Number(params.get('year'));
  const year = years.includes(asked) ? asked : thisYear;
  const { data: close, error, refetch } = useYearClose(year);
  const title = t('title', { year });
  return (
    <>
      <PageHeader title={title} back={paths.terms}>
        {close && <PrintButton />}
      </PageHeader>
      {close && (
        <PrintFrame
          isBuilt
          title={title}
          branch={close.branches.map(({ code }) => code).join(', ')}
          filters={[]}
        />
      )}
      <Stack>
        <PlainSelect
          label={t('year')}
          value={String(year)}
          onChange={({ target }) => setParams({ view: 'year', year: target.value })}
        >
          {years.map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </PlainSelect>
        {close && !close.isOver && <Note tone="wait">{t('notOver', { year })}</Note>}
        {close && <YearLines close={close} />}
        {close?.branches.map((branch) => (
          <LastNumbers
            key={branch._id}
            branch={branch}
            name={isLao ? branch.branchNameLo || branch.branchName : branch.branchName}
          />
        ))}
        {close && (
          <p className={styles.onPaper} data-paper>
            {t('byHand')} {LINE}
          </p>
        )}
        {!close &&
          (error ? (
            <LoadFailed error={error} failed={t('failed')} onRetry={() => void refetch()} />
          ) : (
            <TableSkeleton columns={4} />
          ))}
      </Stack>
    </>
  );
}

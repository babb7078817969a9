import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Award, Printer } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { certificates } from '#contract/words/certificate-code.ts';
import type { Certificate } from '#contract/classes/certificates.ts';
import { DOT } from '#contract/words/dot.ts';
import { Button } from '#src/components/kit/button.tsx';
import { Note } from '#src/components/kit/note.tsx';
import { TableSkeleton } from '#src/components/kit/skeleton.tsx';
import { LoadFailed } from '#src/components/page/load-failed.tsx';
import { PageHeader } from '#src/components/page/page-header.tsx';
import { PrintSheet } from '#src/components/print/print-sheet.tsx';
import { paths } from '#src/lib/paths.ts';
import { api } from '#src/lib/request/api.ts';
import { failureText } from '#src/lib/request/failure-text.ts';
import { saveOnce, withIdempotency } from '#src/lib/request/save.ts';
import { useCan } from '#src/lib/session/use-can.ts';
import { showToast } from '#src/lib/toast.ts';
import { ErrorText } from '#src/components/kit/error-text.tsx';
import own from '#src/features/academic-report/academic-report.module.css';
import { CertificateSheet } from './certificate-sheet.tsx';
import { checkPath } from '#src/entities/report/report-paths.ts';
import { useReportCards, type CardsOf } from './use-report-cards.ts';

/** The valid certificates, and the enrolments that passed without one. */
function useCertificates(of: CardsOf) {
  const given = useQuery({
    queryKey: [certificates.name, of],
    queryFn: ({ signal }) =>
      api.get<Certificate[]>(certificates.path, { query: of, signal, quiet: true }),
    meta: { persist: false },
  });
  const cards = useReportCards(of);
  const valid = given.data?.filter(({ revokedAt }) => revokedAt === null);
  const passed = cards.data?.answer.flatMap(({ classes }) =>
    classes.filter(({ result }) => result === 'pass').map(({ enrolmentId }) => enrolmentId),
  );
  const missing =
    passed?.filter((id) => !valid?.some(({ enrolmentId }) => enrolmentId === id)) ?? [];
  const refetch = () => void Promise.all([given.refetch(), cards.refetch()]);
  return {
    valid,
    missing,
    isReady: valid !== undefined && passed !== undefined,
    error: given.error ?? cards.error,
    refetch,
  };
}

/** Issues the missing certificates. After a lost answer it asks what has become of them. */
function useIssue(missing: readonly string[]) {
  const { t } = useTranslation('academic-report');
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const issue = async () => {
    setBusy(true);
    setProblem('');
    const result = await saveOnce((key) =>
      api.post<Certificate[]>(
        certificates.path,
        { enrolmentIds: missing },
        { ...withIdempotency(key), quiet: true },
      ),
    );
    if (result.outcome === 'saved')
      showToast('success', t('certificates.done', { count: missing.length }));
    else setProblem(failureText(result));
    await client.invalidateQueries({ queryKey: [certificates.name] });
    setBusy(false);
  };
  return { issue, isBusy, problem };
}

function Sheets({ valid }: { valid: readonly Certificate[] }) {
  const { t } = useTranslation('academic-report');
  if (valid.length === 0) return <Note>{t('certificates.none')}</Note>;
  return (
    <>
      <p className={own.numbers}>
        {valid.map(({ _id, number, check, content }) => (
          <Link key={_id} to={checkPath(number, check)}>
            {`${number}${DOT}${content.student.name}`}
          </Link>
        ))}
      </p>
      <div className={own.preview}>
        <PrintSheet size="a4-across" label={t('certificates.title')} isBare>
          {valid.map((one) => (
            <CertificateSheet key={one._id} certificate={one} />
          ))}
        </PrintSheet>
      </div>
    </>
  );
}

/** The certificates of a student or a class: issued for every pass, and printed all at once. */
export function CertificatesPage() {
  const { t } = useTranslation('academic-report');
  const [params] = useSearchParams();
  const of: CardsOf = params.has('class')
    ? { classId: params.get('class') ?? '' }
    : { studentId: params.get('student') ?? '' };
  const { valid, missing, isReady, error, refetch } = useCertificates(of);
  const { issue, isBusy, problem } = useIssue(missing);
  const mayWrite = useCan(certificates.write);
  return (
    <>
      <PageHeader title={t('certificates.title')} back={paths.academicReports}>
        {mayWrite && missing.length > 0 && (
          <Button icon={Award} disabled={isBusy} onClick={() => void issue()}>
            {t('certificates.issue', { count: missing.length })}
          </Button>
        )}
        {valid !== undefined && valid.length > 0 && (
          <Button icon={Printer} onClick={() => window.print()}>
            {t('print')}
          </Button>
        )}
      </PageHeader>
      {problem !== '' && <ErrorText role="alert">{problem}</ErrorText>}
      {isReady && valid && <Sheets valid={valid} />}
      {!isReady &&
        (error ? (
          <LoadFailed error={error} failed={t('failed.certificates')} onRetry={refetch} />
        ) : (
          <TableSkeleton columns={2} />
        ))}
    </>
  );
}

import { useQuery } from '@tanstack/react-query';
import { CircleCheck, SearchX, TriangleAlert } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { certificates, parseCertificateCode } from '#contract/words/certificate-code.ts';
import type { CertificateCheck } from '#contract/classes/certificates.ts';
import { DOT } from '#contract/words/dot.ts';
import { Button } from '#src/components/kit/button.tsx';
import { EmptyState } from '#src/components/kit/empty-state.tsx';
import { Note } from '#src/components/kit/note.tsx';
import { Panel, PanelText } from '#src/components/kit/panel.tsx';
import { PlainField } from '#src/components/kit/plain-field.tsx';
import { TableSkeleton } from '#src/components/kit/skeleton.tsx';
import { LoadFailed } from '#src/components/page/load-failed.tsx';
import { PageHeader } from '#src/components/page/page-header.tsx';
import { ScanButton } from '#src/components/scan/scan-button.tsx';
import { useScan } from '#src/components/scan/use-scan.ts';
import { api } from '#src/lib/request/api.ts';
import { isNotFound } from '#src/lib/request/resource.ts';
import { useCan } from '#src/lib/session/use-can.ts';
import { formatDate } from '#src/lib/text/format.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
import own from './academic-report.module.css';

const RevokeDialog = lazy(async () => ({
  default: (await import('./revoke-dialog.tsx')).RevokeDialog,
}));

function Found({
  found: { certificate, differences, hasPaperCode },
  onChanged,
}: {
  found: CertificateCheck;
  onChanged: () => void;
}) {
  const { t } = useTranslation('academic-report');
  const language = useLanguage();
  const [revokes, setRevokes] = useState(false);
  const mayWrite = useCan(certificates.write);
  const { content, number, check, issuedBy, revokedAt, revokeReason } = certificate;
  const isGood = differences.length === 0;
  const Icon = isGood ? CircleCheck : TriangleAlert;
  const facts = [
    content.student.latin,
    content.student.code,
    content.course[language],
    formatDate(content.issuedOn),
    issuedBy,
  ];
  return (
    <Panel
      title={`${number}${DOT}${content.student.name}`}
      tools={
        mayWrite &&
        revokedAt === null && <Button onClick={() => setRevokes(true)}>{t('revoke.open')}</Button>
      }
    >
      <PanelText>
        <Note role={isGood ? 'status' : 'alert'} tone={isGood ? 'good' : 'bad'} icon={Icon}>
          <strong>
            {isGood ? t('check.agrees') : differences.map((one) => t(`check.${one}`)).join(' ')}
          </strong>
        </Note>
      </PanelText>
      <PanelText isMuted>{facts.filter(Boolean).join(DOT)}</PanelText>
      {!hasPaperCode && (
        <PanelText isMuted>{t('check.compare', { check: check.toUpperCase() })}</PanelText>
      )}
      {revokedAt !== null && (
        <PanelText isMuted>{[formatDate(revokedAt), revokeReason].join(DOT)}</PanelText>
      )}
      {revokes && (
        <Suspense fallback={null}>
          <RevokeDialog
            certificate={certificate}
            onClose={() => {
              setRevokes(false);
              onChanged();
            }}
          />
        </Suspense>
      )}
    </Panel>
  );
}

function Answer({ number, check }: { number: string; check: string }) {
  const { t } = useTranslation('academic-report');
  const { data, error, refetch } = useQuery({
    queryKey: [certificates.name, 'check', number, check],
    queryFn: ({ signal }) =>
      api.get<CertificateCheck>(`${certificates.path}/check`, {
        query: { number, check },
        signal,
        quiet: true,
      }),
    meta: { persist: false },
    retry: false,
  });
  if (data) return <Found found={data} onChanged={() => void refetch()} />;
  if (isNotFound(error)) return <EmptyState icon={SearchX} title={t('failed.check')} failed />;
  return error ? (
    <LoadFailed error={error} failed={t('failed.check')} onRetry={() => void refetch()} />
  ) : (
    <TableSkeleton columns={2} />
  );
}

/** Checks whether a certificate on paper is the centre's, by its scanned or typed code. */
export function CheckView() {
  const { t } = useTranslation('academic-report');
  const [params, setParams] = useSearchParams();
  const [number, check] = [params.get('number') ?? '', params.get('check') ?? ''];
  const [typed, setTyped] = useState(number);
  const ask = (text: string) => {
    const read = parseCertificateCode(text);
    setTyped(read.number);
    if (read.number !== '') setParams({ view: 'check', number: read.number, check: read.check });
  };
  useScan(ask);
  return (
    <>
      <PageHeader title={t('check.title')} />
      <form
        className={own.ask}
        onSubmit={(event) => {
          event.preventDefault();
          ask(typed);
        }}
      >
        <PlainField
          label={t('check.code')}
          autoComplete="off"
          dir="ltr"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        <ScanButton onScan={ask} />
        <Button type="submit">{t('check.submit')}</Button>
      </form>
      {number !== '' && <Answer key={`${number} ${check}`} number={number} check={check} />}
    </>
  );
}

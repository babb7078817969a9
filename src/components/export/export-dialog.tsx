import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { exportFormats, type ExportFormat } from '#contract/reports/exports.ts';
import { DOT } from '#contract/words/dot.ts';
import { Button } from '#src/components/kit/button.tsx';
import { Dialog } from '#src/components/kit/dialog.tsx';
import { ErrorText } from '#src/components/kit/error-text.tsx';
import { HelpText } from '#src/components/kit/field.tsx';
import { Row, Stack } from '#src/components/kit/layout.tsx';
import { api, CancelledError } from '#src/lib/request/api.ts';
import { asOfOf } from '#src/lib/request/as-of.ts';
import { readFailureText } from '#src/lib/request/failure-text.ts';
import { formatDateTime, formatNumber, formatSize } from '#src/lib/text/format.ts';
import { saveFile } from '#src/lib/browser/save-file.ts';
import { readFile } from '#src/lib/request/streamed-answer.ts';
import { showToast } from '#src/lib/toast.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
import { Segments } from '#src/components/kit/segments.tsx';
import { Progress } from '#src/components/kit/progress.tsx';

export type ExportRequest = {
  /** The list's path, and its search, filters and order. */
  path: string;
  query: Record<string, string | undefined>;
  /** The start of the file's name. */
  name: string;
};

type Progress = { rows: number; bytes: number; total: number };

const LINE_END = 10;
/**
 * The lines of a CSV so far. Line breaks inside a cell make the count run ahead, so it is capped at
 * the total.
 */
const linesIn = (part: Uint8Array) =>
  part.reduce((lines, byte) => lines + (byte === LINE_END ? 1 : 0), 0);

/** The time of a file that was read from a standby, as a part of its name. */
const fileTime = (asOf: string) => `-${formatDateTime(asOf).replaceAll(/\D+/g, '-')}`;

function useExport({ path, query, name }: ExportRequest, onDone: () => void) {
  const { t } = useTranslation(['tables', 'common']);
  const language = useLanguage();
  const [progress, setProgress] = useState<Progress>();
  const [failed, setFailed] = useState('');
  const work = useRef<AbortController>(undefined);
  useEffect(() => () => work.current?.abort(), []);

  const start = async (format: ExportFormat) => {
    work.current = new AbortController();
    setFailed('');
    setProgress({ rows: 0, bytes: 0, total: 0 });
    let asOf: string | undefined;
    const read = (response: Response) => {
      let [rows, bytes] = [-1, 0];
      asOf = asOfOf(response);
      const total = Number(response.headers.get('x-total-count'));
      return readFile(response, (part) => {
        rows += format === 'csv' ? linesIn(part) : 0;
        bytes += part.length;
        setProgress({ rows: Math.min(Math.max(rows, 0), total), bytes, total });
      });
    };
    try {
      const options = {
        query: { ...query, format, language },
        signal: work.current.signal,
        quiet: true,
      };
      const file = await api.send('GET', `${path}/export`, options, read);
      saveFile(file, `${name}${asOf === undefined ? '' : fileTime(asOf)}.${format}`);
      const age = asOf && t('common:list.asOf', { time: formatDateTime(asOf) });
      showToast('success', [t('export.done'), age].filter(Boolean).join(DOT));
      onDone();
    } catch (error) {
      setProgress(undefined);
      if (!(error instanceof CancelledError))
        setFailed(`${readFailureText(error)} ${t('export.failed')}`.trim());
    }
  };
  return { progress, failed, start, cancel: () => work.current?.abort() };
}

function ProgressLine({
  progress: { rows, bytes, total },
  counted,
}: {
  progress: Progress;
  counted: boolean;
}) {
  const { t } = useTranslation('tables');
  const all = { count: total, total: formatNumber(total) };
  const words = counted
    ? t('export.rows', { ...all, done: formatNumber(rows) })
    : t('export.bytes', { ...all, size: formatSize(bytes) });
  return (
    <Stack gap={1}>
      <Progress
        aria-label={t('export.working')}
        {...(counted && total > 0 && { value: rows, max: total })}
      />
      <HelpText>{total === 0 ? t('export.working') : words}</HelpText>
    </Stack>
  );
}

/** Asks for the format, shows the progress of the file, and saves it. */
export function ExportDialog({ onClose, ...request }: ExportRequest & { onClose: () => void }) {
  const { t } = useTranslation(['tables', 'common']);
  const [format, setFormat] = useState<ExportFormat>('xlsx');
  const { progress, failed, start, cancel } = useExport(request, onClose);
  const leave = progress ? cancel : onClose;
  return (
    <Dialog
      title={t('export.title')}
      description={t('export.text')}
      onClose={leave}
      footer={
        <>
          <Button onClick={leave}>{t('common:action.cancel')}</Button>
          <Button
            look="solid"
            autoFocus
            disabled={progress !== undefined}
            onClick={() => void start(format)}
          >
            {t('export.start')}
          </Button>
        </>
      }
    >
      <Stack>
        <Row>
          {' '}
          <Segments
            label={t('export.format')}
            options={exportFormats.map((option) => ({
              value: option,
              label: t(`export.${option}`),
            }))}
            value={format}
            onChoose={setFormat}
            isDisabled={progress !== undefined}
          />
        </Row>{' '}
        {progress && <ProgressLine progress={progress} counted={format === 'csv'} />}
        <ErrorText role="alert">{failed}</ErrorText>
      </Stack>
    </Dialog>
  );
}

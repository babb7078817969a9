import { Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  branchExport,
  centreExports,
  type CentreExport,
  type CentreExportState,
} from '#contract/imports/centre-exports.ts';
import { DOT } from '#contract/words/dot.ts';
import { Button } from '#src/components/kit/button.tsx';
import { ErrorText } from '#src/components/kit/error-text.tsx';
import { Row, Stack } from '#src/components/kit/layout.tsx';
import { Mark, type MarkTone } from '#src/components/kit/mark.tsx';
import { Panel, PanelList, PanelText } from '#src/components/kit/panel.tsx';
import { PasswordField } from '#src/components/kit/plain-field.tsx';
import { TableSkeleton } from '#src/components/kit/skeleton.tsx';
import { LoadFailed } from '#src/components/page/load-failed.tsx';
import { PageHeader } from '#src/components/page/page-header.tsx';
import { saveFile } from '#src/lib/browser/save-file.ts';
import { paths } from '#src/lib/paths.ts';
import { api } from '#src/lib/request/api.ts';
import { useCan } from '#src/lib/session/use-can.ts';
import { formatDateTime, formatNumber, formatSize } from '#src/lib/text/format.ts';
import { useOnline } from '#src/offline/use-online.ts';
import { useCentreExportActs, useCentreExports, type CentreExportActs } from './export-queries.ts';

const tones: Record<CentreExportState, MarkTone> = {
  running: 'wait',
  ready: 'on',
  failed: 'off',
  gone: 'off',
};

/** What the file holds, and the password that begins it. */
function BeginPanel({ acts, isRunning }: { acts: CentreExportActs; isRunning: boolean }) {
  const { t } = useTranslation('centre-export');
  const [password, setPassword] = useState('');
  const isOnline = useOnline();
  const start = () => void acts.start(password).then(() => setPassword(''));
  return (
    <Panel title={t('begin.title')}>
      <PanelText>
        <Stack>
          <p>{t('begin.text')}</p>
          <p>{t('begin.leftOut')}</p>
          <PasswordField
            label={t('begin.password')}
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
          <Row>
            <Button
              look="solid"
              busy={acts.isBusy}
              disabled={!isOnline || isRunning || password === ''}
              onClick={start}
            >
              {t('begin.start')}
            </Button>
          </Row>
          <ErrorText role="alert">{acts.problem}</ErrorText>
        </Stack>
      </PanelText>
    </Panel>
  );
}

/** What there is to say about one export beside its state. */
function useFacts() {
  const { t } = useTranslation('centre-export');
  return ({ state, done, of, bytes, expiresAt, reason }: CentreExport): string => {
    if (state === 'running') return t('running', { done: formatNumber(done), count: of });
    if (state === 'ready' && expiresAt !== null)
      return t('ready', { size: formatSize(bytes ?? 0), at: formatDateTime(expiresAt) });
    return reason === '' ? '' : t(`reason.${reason}`);
  };
}

function ExportRow({ row, acts }: { row: CentreExport; acts: CentreExportActs }) {
  const { t } = useTranslation('centre-export');
  const factsOf = useFacts();
  const at = formatDateTime(row.startedAt);
  return (
    <li>
      <Row>
        <strong>{at}</strong>
        <Mark label={t(`state.${row.state}`)} tone={tones[row.state]} />
        <span role={row.state === 'running' ? 'status' : undefined}>
          {[row.by, factsOf(row)].filter(Boolean).join(DOT)}
        </span>
        {row.state === 'ready' && (
          <Button
            icon={Download}
            disabled={acts.isBusy}
            aria-label={t('downloadOf', { at })}
            onClick={() => void acts.download(row)}
          >
            {t('download')}
          </Button>
        )}
      </Row>
    </li>
  );
}

/** The people and classes of the own branch, for an admin; the request reports its failure. */
function BranchPanel() {
  const { t } = useTranslation('centre-export');
  const isOnline = useOnline();
  const save = async () => {
    const read = (response: Response) => response.blob();
    const file = await api.send('GET', branchExport.path, {}, read).catch(() => undefined);
    if (file) saveFile(file, 'branch.xlsx');
  };
  return (
    <Panel title={t('branch.title')}>
      <PanelText>
        <Stack>
          <p>{t('branch.text')}</p>
          <Row>
            <Button icon={Download} look="solid" disabled={!isOnline} onClick={() => void save()}>
              {t('branch.start')}
            </Button>
          </Row>
        </Stack>
      </PanelText>
    </Panel>
  );
}

/** The exports of everything that were begun, and the panel that begins one. */
function CentreExports() {
  const { t } = useTranslation('centre-export');
  const query = useCentreExports();
  const acts = useCentreExportActs();
  const { data: rows } = query;
  return (
    <>
      <BeginPanel acts={acts} isRunning={rows?.some(({ state }) => state === 'running') === true} />
      <Panel title={t('list')}>
        {!rows &&
          (query.error ? (
            <LoadFailed
              error={query.error}
              failed={t('failed')}
              onRetry={() => void query.refetch()}
            />
          ) : (
            <TableSkeleton columns={3} />
          ))}
        {rows?.length === 0 && <PanelText isMuted>{t('none')}</PanelText>}
        {rows && rows.length > 0 && (
          <PanelList label={t('list')}>
            {rows.map((row) => (
              <ExportRow key={row._id} row={row} acts={acts} />
            ))}
          </PanelList>
        )}
      </Panel>
    </>
  );
}

/**
 * Everything of the centre in one file, for a centre that leaves or wants to keep it; for an admin
 * the people and classes of the branch.
 */
export function CentreExportPage() {
  const { t } = useTranslation('centre-export');
  const mayTakeAll = useCan(centreExports.write);
  return (
    <>
      <PageHeader title={t(mayTakeAll ? 'title' : 'branch.title')} back={paths.schoolInfo} />
      <Stack>{mayTakeAll ? <CentreExports /> : <BranchPanel />}</Stack>
    </>
  );
}

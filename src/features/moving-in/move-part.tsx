import { Download, Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { isMoveBusy, type Move } from '#contract/imports/moving-in.ts';
import { DOT } from '#contract/words/dot.ts';
import { Button } from '#src/components/kit/button.tsx';
import { PanelSkeleton } from '#src/components/kit/form-skeleton.tsx';
import { Row, Stack } from '#src/components/kit/layout.tsx';
import { Panel, PanelText } from '#src/components/kit/panel.tsx';
import { LoadFailed } from '#src/components/page/load-failed.tsx';
import { PageHeader } from '#src/components/page/page-header.tsx';
import { MoveButtons, MoveCounts } from '#src/entities/import/move-acts.tsx';
import { useMove } from '#src/entities/import/move-queries.ts';
import { SheetLinks } from '#src/entities/import/sheet-links.tsx';
import { SheetPanel } from '#src/entities/import/sheet-panel.tsx';
import { saveFile } from '#src/lib/browser/save-file.ts';
import { paths } from '#src/lib/paths.ts';
import { api } from '#src/lib/request/api.ts';
import { useOnline } from '#src/offline/use-online.ts';
import { AccountsPanel } from './accounts-panel.tsx';
import { useCentreMoveActs } from './centre-move-queries.ts';
import { OpeningPanel } from './money-panel.tsx';
import { useMoveFiles, type RefusedFile } from './move-files.ts';
import { PickFiles, RefusedFiles } from './pick-files.tsx';
import { PlanPanels } from './plan-panels.tsx';

/** The same sheets with a remark beside each row; the request itself reports its failure. */
function RemarksButton({ move }: { move: Move }) {
  const { t } = useTranslation('moving-in');
  const isOnline = useOnline();
  const save = async () => {
    const read = (response: Response) => response.blob();
    const path = `/moves/${move._id}/remarks`;
    const file = await api.send('GET', path, {}, read).catch(() => undefined);
    if (file) saveFile(file, 'moving-in-remarks.xlsx');
  };
  return (
    <Row>
      <Button
        icon={Download}
        disabled={!isOnline || move.state === 'checking'}
        onClick={() => void save()}
      >
        {t('remarks')}
      </Button>
    </Row>
  );
}

/** Further files of the same move, such as the next CSV file. */
function FurtherFiles({ move }: { move: Move }) {
  const { t } = useTranslation('moving-in');
  const { isBusy, read } = useMoveFiles();
  const came = useLocation().state as { refused?: RefusedFile[] } | null;
  const [refused, setRefused] = useState(came?.refused ?? []);
  if (move.state === 'undone') return null;
  const add = async (files: File[]) => setRefused((await read(files, '', move)).refused);
  return (
    <Panel title={t('upload.further')}>
      <PanelText>
        <Stack>
          <p>{t('upload.furtherText')}</p>
          <Row>
            <PickFiles
              icon={Plus}
              label={t('upload.add')}
              isBusy={isBusy || isMoveBusy(move.state)}
              onFiles={(files) => void add(files)}
            />
          </Row>
          <RefusedFiles files={refused} />
        </Stack>
      </PanelText>
    </Panel>
  );
}

/** One move: its counts and acts, and below them each sheet with the rows that need a person. */
export function MovePart({ id }: { id: string }) {
  const { t } = useTranslation('moving-in');
  const { data: move, error, refetch } = useMove(id, null);
  const acts = useCentreMoveActs();
  const back = `${paths.schoolInfo}?view=moving-in`;
  if (!move)
    return (
      <>
        <PageHeader title={t('title')} back={back} />
        {error ? (
          <LoadFailed failed={t('failed')} error={error} onRetry={() => void refetch()} />
        ) : (
          <PanelSkeleton />
        )}
      </>
    );
  return (
    <>
      <PageHeader title={`${t('title')}${DOT}${move.fileName}`} back={back} />
      <Stack>
        <Panel title={t('made')}>
          <PanelText>
            <Stack>
              <MoveCounts counts={move.counts} />
              <MoveButtons move={move} acts={acts} />
              <RemarksButton move={move} />
            </Stack>
          </PanelText>
        </Panel>
        <PlanPanels move={move} />
        <FurtherFiles move={move} />
        <SheetLinks move={move} />
        <AccountsPanel move={move} acts={acts} />
        <OpeningPanel move={move} acts={acts} />
        {move.sheets.map((sheet) => (
          <SheetPanel key={sheet._id} move={move} sheet={sheet} acts={acts} />
        ))}
      </Stack>
      {acts.dialog}
    </>
  );
}

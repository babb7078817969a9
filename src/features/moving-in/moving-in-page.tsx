import { Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { Button } from '#src/components/kit/button.tsx';
import { Row, Stack } from '#src/components/kit/layout.tsx';
import { Mark, type MarkTone } from '#src/components/kit/mark.tsx';
import { Panel, PanelList, PanelText } from '#src/components/kit/panel.tsx';
import { PlainSelect } from '#src/components/kit/plain-field.tsx';
import { PageHeader } from '#src/components/page/page-header.tsx';
import { saveFile } from '#src/lib/browser/save-file.ts';
import { paths } from '#src/lib/paths.ts';
import { api } from '#src/lib/request/api.ts';
import { formatDateTime, formatNumber } from '#src/lib/text/format.ts';
import { useBranchChoice } from '#src/offline/branch-choice.ts';
import { useOnline } from '#src/offline/use-online.ts';
import type { MoveState } from '#contract/imports/moving-in.ts';
import { DOT } from '#contract/words/dot.ts';
import { ComparisonPage } from './comparison-page.tsx';
import { COMPARISON, moveAddress } from './move-address.ts';
import { useMoveFiles, type RefusedFile } from './move-files.ts';
import { MovePart } from './move-part.tsx';
import { PickFiles, RefusedFiles } from './pick-files.tsx';
import { useMoves } from './centre-move-queries.ts';

const tones: Record<MoveState, MarkTone> = {
  checking: 'wait',
  read: 'new',
  running: 'wait',
  stopped: 'wait',
  done: 'on',
  undoing: 'wait',
  undone: 'off',
};

/** The workbook to fill; the request itself reports its failure. */
async function saveTemplate(): Promise<void> {
  const read = (response: Response) => response.blob();
  const file = await api.send('GET', '/moves/template', {}, read).catch(() => undefined);
  if (file) saveFile(file, 'moving-in.xlsx');
}

/** The first step: a file, and the branch of rows that name none. */
function UploadPanel() {
  const { t } = useTranslation('moving-in');
  const { options } = useBranchChoice();
  const [branchId, setBranchId] = useState('');
  const { isBusy, read } = useMoveFiles();
  const [refused, setRefused] = useState<RefusedFile[]>([]);
  const navigate = useNavigate();
  const isOnline = useOnline();
  const upload = async (files: File[]) => {
    setRefused([]);
    const { move, refused: others } = await read(files, branchId);
    if (move) await navigate(moveAddress(move._id), { state: { refused: others } });
    else setRefused(others);
  };
  return (
    <Panel title={t('upload.title')}>
      <PanelText>
        <Stack>
          <p>{t('upload.text')}</p>
          <PlainSelect
            label={t('upload.branch')}
            help={t('upload.branchHelp')}
            value={branchId}
            onChange={(event) => setBranchId(event.target.value)}
          >
            <option value="">{t('upload.noBranch')}</option>
            {options.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </PlainSelect>
          <Row>
            <PickFiles
              look="solid"
              label={t('upload.choose')}
              isBusy={isBusy}
              onFiles={(files) => void upload(files)}
            />
          </Row>
          <Row>
            <Button icon={Download} disabled={!isOnline} onClick={() => void saveTemplate()}>
              {t('upload.template')}
            </Button>
          </Row>
          <RefusedFiles files={refused} />
        </Stack>
      </PanelText>
    </Panel>
  );
}

/** Files that were moved in before, the newest first. */
function EarlierMoves() {
  const { t } = useTranslation('moving-in');
  const { data: moves = [] } = useMoves();
  if (moves.length === 0) return null;
  return (
    <Panel title={t('earlier')}>
      <PanelList>
        {moves.map(({ _id, fileName, state, at, counts }) => (
          <li key={_id}>
            <Link to={moveAddress(_id)}>{fileName === '' ? t('noName') : fileName}</Link>{' '}
            <Mark label={t(`state.${state}`)} tone={tones[state]} />
            <small>
              {formatDateTime(at)}
              {DOT}
              {t('inOf', { in: formatNumber(counts.in), count: counts.rows })}
            </small>
          </li>
        ))}
      </PanelList>
    </Panel>
  );
}

/** A whole centre comes in from its own sheets: file, sheets, dry run, import, and the way back. */
export function MovingInPage() {
  const { t } = useTranslation('moving-in');
  const [params] = useSearchParams();
  const id = params.get('id');
  if (id !== null && params.get('part') === COMPARISON) return <ComparisonPage key={id} id={id} />;
  if (id !== null) return <MovePart key={id} id={id} />;
  return (
    <>
      <PageHeader title={t('title')} back={paths.schoolInfo} />
      <Stack>
        <UploadPanel />
        <EarlierMoves />
      </Stack>
    </>
  );
}

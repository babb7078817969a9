import { useTranslation } from 'react-i18next';
import { DOT } from '#contract/words/dot.ts';
import { PanelSkeleton } from '#src/components/kit/form-skeleton.tsx';
import { Stack } from '#src/components/kit/layout.tsx';
import { Panel, PanelText } from '#src/components/kit/panel.tsx';
import { LoadFailed } from '#src/components/page/load-failed.tsx';
import { PageHeader } from '#src/components/page/page-header.tsx';
import { MoveButtons, MoveCounts } from '#src/entities/import/move-acts.tsx';
import { useMove } from '#src/entities/import/move-queries.ts';
import { SheetLinks } from '#src/entities/import/sheet-links.tsx';
import { SheetPanel } from '#src/entities/import/sheet-panel.tsx';
import { paths } from '#src/lib/paths.ts';
import { AccountsPanel } from './accounts-panel.tsx';
import { useCentreMoveActs } from './centre-move-queries.ts';
import { OpeningPanel } from './money-panel.tsx';

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
            </Stack>
          </PanelText>
        </Panel>
        <SheetLinks move={move} />
        <AccountsPanel move={move} acts={acts} />
        <OpeningPanel move={move} acts={acts} />
        {move.sheets.map((sheet) => (
          <SheetPanel key={sheet._id} move={move} sheet={sheet} acts={acts} />
        ))}
      </Stack>
    </>
  );
}

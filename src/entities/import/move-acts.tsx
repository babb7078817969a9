import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isMoveBusy, type Move, type MoveUndone } from '#contract/imports/moving-in.ts';
import { Button } from '#src/components/kit/button.tsx';
import { useConfirm } from '#src/components/kit/dialog.tsx';
import { ErrorText } from '#src/components/kit/error-text.tsx';
import { Fact, Facts } from '#src/components/kit/facts.tsx';
import { Stack } from '#src/components/kit/layout.tsx';
import { Note } from '#src/components/kit/note.tsx';
import { Toolbar } from '#src/components/kit/toolbar.tsx';
import { formatNumber } from '#src/lib/text/format.ts';
import { useOnline } from '#src/offline/use-online.ts';
import type { MoveActs } from './move-queries.ts';

/** So many used records are named. */
const MOST_NAMED = 10;
const shown = ['ready', 'changed', 'same', 'problem', 'waiting', 'out', 'in'] as const;

type CountsProps = Pick<Move, 'counts'> & {
  /** Leaves out the states that no row is in. */
  isShort?: boolean;
};

/** Everything that is known before the run: each row is counted in exactly one of these. */
export function MoveCounts({ counts, isShort = false }: CountsProps) {
  const { t } = useTranslation('moving-in');
  return (
    <Facts look="figures" label={t('counts')}>
      {shown
        .filter((state) => !isShort || counts[state] > 0)
        .map((state) => (
          <Fact
            key={state}
            label={t(`row.${state}`)}
            isLate={state === 'problem' && counts[state] > 0}
          >
            {formatNumber(counts[state])}
          </Fact>
        ))}
      <Fact label={t('row.all')}>{formatNumber(counts.rows)}</Fact>
    </Facts>
  );
}

type ActsProps = { move: Move; acts: MoveActs };

type Kept = MoveUndone['kept'];
type KeptProps = { kept: Kept; onBegun: () => void };

/** The first records that something else uses. */
function KeptList({ kept }: { kept: Kept }) {
  const { t } = useTranslation('moving-in');
  return (
    <ul>
      {kept.slice(0, MOST_NAMED).map(({ kind, name, usedBy }, at) => (
        <li key={`${at} ${name}`}>
          {t(`kind.${kind}`)}: {name}
          {usedBy && ' '}
          {usedBy && t(`undo.usedBy.${usedBy.as}`, { courses: usedBy.name })}
        </li>
      ))}
    </ul>
  );
}

/** What is used stays; the rest can be taken back without it. */
function StillUsed({ move, acts, kept, onBegun }: ActsProps & KeptProps) {
  const { t } = useTranslation('moving-in');
  return (
    <Note tone="wait" role="alert" title={t('undo.kept', { count: kept.length })}>
      <KeptList kept={kept} />
      <Button
        busy={acts.isBusy}
        onClick={() => void acts.undo(move, true).then((begun) => begun && onBegun())}
      >
        {t('undo.others')}
      </Button>
    </Note>
  );
}

/** How far a move was taken back, and what has stayed. */
function UndoneFacts({ move, undo }: { move: Move; undo: MoveUndone }) {
  const { t } = useTranslation('moving-in');
  const { state, counts } = move;
  const { removed, archived, keptCount, kept, moneyLeft, stopped } = undo;
  return (
    <Stack gap={2}>
      <p role="status">
        {state === 'undoing' && t('undo.going', { count: counts.in })}
        {state === 'undoing' && moneyLeft > 0 && ` ${t('undo.money', { count: moneyLeft })}`}
        {state === 'undone' && t('undo.done', { count: removed })}
        {archived > 0 && ` ${t('undo.archived', { count: archived })}`}
      </p>
      {state === 'stopped' && stopped !== null && (
        <Note tone="wait" role="alert" title={t('undo.stopped')}>
          {stopped}
        </Note>
      )}
      {keptCount > 0 && (
        <Note tone="wait" title={t('undo.stays', { count: keptCount })}>
          <KeptList kept={kept} />
        </Note>
      )}
    </Stack>
  );
}

/** The button that writes, the one that stops it, and the way back. */
export function MoveButtons({ move, acts }: ActsProps) {
  const { t } = useTranslation(['moving-in', 'common']);
  const isOnline = useOnline();
  const [used, setUsed] = useState<Kept>([]);
  const { ask, dialog } = useConfirm();
  const { state, counts } = move;
  const isBusy = isMoveBusy(state);
  // Debts and credits are written with the money, after all people are in.
  const people = move.sheets.filter(({ kind }) => kind !== 'balances');
  const due = people.reduce((sum, of) => sum + of.counts.ready + of.counts.changed, 0);
  const undo = async () => {
    const isSure = await ask({
      title: t('undo.title'),
      text: t('undo.text', { count: counts.in }),
      confirm: t('undo.act'),
      cancel: t('common:action.cancel'),
    });
    if (isSure) setUsed((await acts.undo(move, false))?.kept ?? []);
  };
  return (
    <Stack>
      <Toolbar>
        {isBusy ? (
          <Button busy={acts.isBusy} onClick={() => void acts.stop(move)}>
            {t('stop')}
          </Button>
        ) : (
          state !== 'undone' && (
            <Button
              look="solid"
              busy={acts.isBusy}
              disabled={!isOnline || due === 0}
              onClick={() => void acts.run(move)}
            >
              {t('run', { count: due })}
            </Button>
          )
        )}
        {!isBusy && state !== 'undone' && counts.waiting > 0 && (
          <Button disabled={!isOnline || acts.isBusy} onClick={() => void acts.check(move)}>
            {t('checkAgain')}
          </Button>
        )}
        {(state === 'done' || state === 'stopped') && (
          <Button tone="danger" disabled={!isOnline || acts.isBusy} onClick={() => void undo()}>
            {t('undo.act')}
          </Button>
        )}
      </Toolbar>
      <p role="status">
        {state === 'checking' && t('checking')}
        {state === 'running' &&
          t('running', { in: formatNumber(counts.in), count: counts.in + due })}
        {state === 'done' && t('done', { count: counts.in })}
        {state === 'stopped' && t('stopped', { count: counts.in })}
        {state === 'undone' && !move.undo && t('undone')}
      </p>
      {move.undo && !['checking', 'running', 'done'].includes(state) && (
        <UndoneFacts move={move} undo={move.undo} />
      )}
      {used.length > 0 && !isBusy && state !== 'undone' && (
        <StillUsed move={move} acts={acts} kept={used} onBegun={() => setUsed([])} />
      )}
      <ErrorText role="alert">{acts.problem}</ErrorText>
      {dialog}
    </Stack>
  );
}

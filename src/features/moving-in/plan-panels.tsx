import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { MovePlan, PlannedSums } from '#contract/imports/move-plan.ts';
import { isMoveBusy, isMoveWriting, type Move } from '#contract/imports/moving-in.ts';
import { DOT } from '#contract/words/dot.ts';
import { LoadFailed } from '#src/components/page/load-failed.tsx';
import { Stack } from '#src/components/kit/layout.tsx';
import { Panel, PanelText } from '#src/components/kit/panel.tsx';
import { SmallTable } from '#src/components/kit/small-table.tsx';
import { CardTable } from '#src/entities/report/card-table.tsx';
import { moveKey, unkeptMove } from '#src/entities/import/move-queries.ts';
import { api } from '#src/lib/request/api.ts';
import { formatNumber } from '#src/lib/text/format.ts';

/** Nothing of a move is planned while it is written or taken back. */
const isPlanned = ({ state }: Move) => !isMoveWriting(state) && state !== 'undone';

/** What is shown stays until the next check has ended, so that no row moves under a hand. */
const useMovePlan = (move: Move) =>
  useQuery({
    queryKey: [...moveKey(move._id), 'plan', move.state, JSON.stringify(move.counts)],
    queryFn: ({ signal }) => api.get<MovePlan>(`/moves/${move._id}/plan`, { signal, quiet: true }),
    enabled: isPlanned(move) && !isMoveBusy(move.state),
    placeholderData: (before, query) => (query?.queryKey[2] === move._id ? before : undefined),
    ...unkeptMove,
  });

const states = ['ready', 'changed', 'same'] as const;

/** The rows of each sheet and branch; narrow enough for a phone. */
function PlannedRowsPanel({ plan: { rows } }: { plan: MovePlan }) {
  const { t } = useTranslation('moving-in');
  const title = t('plan.rows');
  if (rows.every(({ ready, changed }) => ready + changed === 0)) return null;
  return (
    <Panel title={title}>
      <SmallTable label={title}>
        <thead>
          <tr>
            <th scope="col">{t('plan.sheet')}</th>
            {states.map((state) => (
              <th key={state} scope="col" data-end>
                {t(`row.${state}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={`${row.kind} ${row.branchId}`}>
              <th scope="row">
                {[t(`kind.${row.kind}`), row.branchCode].filter(Boolean).join(DOT)}
              </th>
              {states.map((state) => (
                <td key={state} data-end>
                  {formatNumber(row[state])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </SmallTable>
    </Panel>
  );
}

const sumFields = ['owedLAK', 'creditLAK', 'unearnedLAK', 'pieces', 'stockLAK'] as const;
type Sums = Pick<PlannedSums, (typeof sumFields)[number]>;

/** Money and stock of each branch and currency, and of all of them. */
function PlannedSumsPanel({ plan: { sums, withoutRate } }: { plan: MovePlan }) {
  const { t } = useTranslation('moving-in');
  const title = t('plan.sums');
  const heads = [
    t('money.owedLAK'),
    t('money.creditLAK'),
    t('money.unearnedLAK'),
    t('plan.pieces'),
    t('plan.stockLAK'),
  ];
  if (sums.length + withoutRate === 0) return null;
  const total = sums.reduce<Sums>(
    (all, one) => {
      for (const field of sumFields) all[field] += one[field];
      return all;
    },
    { owedLAK: 0, creditLAK: 0, unearnedLAK: 0, pieces: 0, stockLAK: 0 },
  );
  const cells = (row: Sums) =>
    sumFields.map((field, at) => (
      <td key={field} data-end data-label={heads[at]}>
        {formatNumber(row[field])}
      </td>
    ));
  return (
    <Panel title={title}>
      {sums.length > 0 && (
        <CardTable label={title} head={[t('money.branch'), ...heads]}>
          <tbody>
            {sums.map((row) => (
              <tr key={`${row.branchId} ${row.currency}`}>
                <th scope="row">{[row.branchCode, row.currency].filter(Boolean).join(DOT)}</th>
                {cells(row)}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{t('compare.total')}</th>
              {cells(total)}
            </tr>
          </tfoot>
        </CardTable>
      )}
      {withoutRate > 0 && (
        <PanelText>
          <p>{t('plan.withoutRate', { count: withoutRate })}</p>
        </PanelText>
      )}
    </Panel>
  );
}

const open = ['problem', 'waiting', 'out'] as const;

/** The rows of each sheet that stay out, with the money that they say. */
function StayingPanel({ plan: { stays } }: { plan: MovePlan }) {
  const { t } = useTranslation('moving-in');
  const title = t('plan.stays');
  const heads = [
    t('row.problem'),
    t('row.waiting'),
    t('row.out'),
    t('money.owedLAK'),
    t('money.creditLAK'),
  ];
  if (stays.length === 0) return null;
  const unread = stays.reduce((sum, row) => sum + row.unread, 0);
  const shown = (sum: number | null) => (sum === null ? '–' : formatNumber(sum));
  return (
    <Panel title={title}>
      <CardTable label={title} head={[t('plan.sheet'), ...heads]}>
        <tbody>
          {stays.map((row) => (
            <tr key={row.kind}>
              <th scope="row">{row.kind === null ? t('plan.noKind') : t(`kind.${row.kind}`)}</th>
              {open.map((state, at) => (
                <td key={state} data-end data-label={heads[at]}>
                  {formatNumber(row[state])}
                </td>
              ))}
              <td data-end data-label={heads[3]}>
                {shown(row.owedLAK)}
              </td>
              <td data-end data-label={heads[4]}>
                {shown(row.creditLAK)}
              </td>
            </tr>
          ))}
        </tbody>
      </CardTable>
      {unread > 0 && (
        <PanelText>
          <p>{t('plan.unread', { count: unread })}</p>
        </PanelText>
      )}
    </Panel>
  );
}

/** What a run and the writing of the money would make, from the rows that they would write. */
export function PlanPanels({ move }: { move: Move }) {
  const { t } = useTranslation('moving-in');
  const { data: plan, error, refetch } = useMovePlan(move);
  if (!isPlanned(move)) return null;
  if (error && !plan)
    return <LoadFailed error={error} failed={t('plan.failed')} onRetry={() => void refetch()} />;
  if (!plan) return null;
  return (
    <Stack>
      <PlannedRowsPanel plan={plan} />
      <PlannedSumsPanel plan={plan} />
      <StayingPanel plan={plan} />
    </Stack>
  );
}

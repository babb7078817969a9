import { useQuery } from '@tanstack/react-query';
import { Scale } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isMoveBusy, type Move, type OpeningTotals } from '#contract/imports/moving-in.ts';
import { DOT } from '#contract/words/dot.ts';
import { Button } from '#src/components/kit/button.tsx';
import { Fact, Facts } from '#src/components/kit/facts.tsx';
import { Row, Stack } from '#src/components/kit/layout.tsx';
import { LinkButton } from '#src/components/kit/link-button.tsx';
import { Panel, PanelText } from '#src/components/kit/panel.tsx';
import { PasswordField } from '#src/components/kit/plain-field.tsx';
import { api } from '#src/lib/request/api.ts';
import { showDay } from '#src/lib/text/day.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { useOnline } from '#src/offline/use-online.ts';
import { comparisonAddress } from './move-address.ts';
import type { CentreMoveActs } from './centre-move-queries.ts';

/** The sums are read anew whenever the counts or the state of the move change. */
const useMoveMoney = ({ _id, state, counts }: Move) =>
  useQuery({
    queryKey: ['moves', 'record', _id, 'money', state, JSON.stringify(counts)],
    queryFn: ({ signal }) => api.get<OpeningTotals>(`/moves/${_id}/money`, { signal, quiet: true }),
    placeholderData: (before) => before,
    meta: { persist: false },
  });

const sums = ['owedLAK', 'creditLAK', 'unearnedLAK'] as const;

/** The opening balances of a move: what they come to, and the password that writes them today. */
export function OpeningPanel({ move, acts }: { move: Move; acts: CentreMoveActs }) {
  const { t } = useTranslation('moving-in');
  const { data: money } = useMoveMoney(move);
  const [password, setPassword] = useState('');
  const isOnline = useOnline();
  if (!money) return null;
  const { waiting, toCheck, written } = money;
  if (money.due.length + waiting.rows + toCheck + written.rows === 0) return null;
  // Of a move that is taken back nothing is written any more.
  const isGoing = move.state === 'undoing' || move.state === 'undone';
  const due = isGoing ? [] : money.due;
  const rows = due.reduce((total, row) => total + row.rows, 0);
  const { day } = written;
  const start = () => void acts.writeMoney(move, password, money.code).then(() => setPassword(''));
  return (
    <Panel title={t('money.title')}>
      <PanelText>
        <Stack>
          <p>{t('money.text')}</p>
          {due.map((row) => (
            <Facts
              key={`${row.branchId} ${row.currency}`}
              look="figures"
              label={`${row.branchCode}${DOT}${row.currency}`}
            >
              <Fact label={t('money.branch')}>{`${row.branchCode}${DOT}${row.currency}`}</Fact>
              {sums.map((sum) => (
                <Fact key={sum} label={t(`money.${sum}`)}>
                  {formatNumber(row[sum])}
                </Fact>
              ))}
            </Facts>
          ))}
          {waiting.rows > 0 && (
            <p>
              {t('money.waiting', {
                count: waiting.rows,
                owed: formatNumber(waiting.owedLAK),
                credit: formatNumber(waiting.creditLAK),
              })}
              {waiting.withoutRate > 0 &&
                ` ${t('money.withoutRate', { count: waiting.withoutRate })}`}
            </p>
          )}
          {toCheck > 0 && !isGoing && !isMoveBusy(move.state) && (
            <>
              <p>{t('money.toCheck', { count: toCheck })}</p>
              <Row>
                <Button
                  busy={acts.isBusy}
                  disabled={!isOnline}
                  onClick={() => void acts.check(move)}
                >
                  {t('checkAgain')}
                </Button>
              </Row>
            </>
          )}
          {day !== null && (
            <>
              <p role="status">{t('money.written', { count: written.rows, day: showDay(day) })}</p>
              <Row>
                <LinkButton icon={Scale} to={comparisonAddress(move._id)}>
                  {t('compare.open')}
                </LinkButton>
              </Row>
            </>
          )}
          {rows > 0 && !isMoveBusy(move.state) && (
            <>
              <PasswordField
                label={t('money.password')}
                autoComplete="current-password"
                value={password}
                onChange={(event) => setPassword(event.target.value)}
              />
              <Button
                look="solid"
                busy={acts.isBusy}
                disabled={!isOnline || password === ''}
                onClick={start}
              >
                {t('money.write', { count: rows })}
              </Button>
            </>
          )}
        </Stack>
      </PanelText>
    </Panel>
  );
}

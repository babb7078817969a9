import { Check, CircleHelp, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { StatementLine } from '#contract/money/statements.ts';
import { DOT } from '#contract/words/dot.ts';
import { SmallTable } from '#src/components/kit/small-table.tsx';
import { Tick } from '#src/components/kit/tick.tsx';
import { WholeWords } from '#src/components/kit/whole-words.tsx';
import { formatDate, formatDateTime } from '#src/lib/text/format.ts';
import { showMoney } from '#src/lib/text/money.ts';
import { usePayerName } from '#src/lib/text/person-name.ts';
import styles from './statement.module.css';

type MatchTableProps = {
  lines: readonly StatementLine[];
  currency: string;
  isTicked: (line: StatementLine) => boolean;
  mayTick: (line: StatementLine) => boolean;
  onTick: (id: string) => void;
};

/** The match of a row with its slip. */
function Fits({ line, currency }: { line: StatementLine; currency: string }) {
  const { t } = useTranslation('pending-payment');
  const { proposal, amount } = line;
  if (!proposal) return null;
  if (proposal.by === 'both')
    return (
      <span data-tone="good">
        <Check aria-hidden size={14} />
        {t('statement.both')}
      </span>
    );
  if (proposal.by === 'amount')
    return (
      <span data-tone="ask">
        <CircleHelp aria-hidden size={14} />
        {t('statement.amountOnly')}
      </span>
    );
  const difference = amount - proposal.tendered;
  return (
    <span data-tone="bad">
      <TriangleAlert aria-hidden size={14} />
      {t(difference < 0 ? 'statement.less' : 'statement.more', {
        sum: showMoney(Math.abs(difference), currency),
      })}
    </span>
  );
}

/** Open slips, each beside the row of the statement that may match it. */
export function MatchTable({ lines, currency, isTicked, mayTick, onTick }: MatchTableProps) {
  const { t } = useTranslation('pending-payment');
  const payerName = usePayerName();
  const ticked = lines.filter(isTicked);
  const sum = (values: readonly number[]) =>
    showMoney(
      values.reduce((total, one) => total + one, 0),
      currency,
    );
  return (
    <div className={`${styles.box} ${styles.matches}`}>
      <SmallTable label={t('statement.matches')} isScrolling>
        <thead>
          <tr>
            <td />
            <th scope="col">{t('statement.slip')}</th>
            <th scope="col" data-end>
              {currency}
            </th>
            <th scope="col">{t('statement.row')}</th>
            <th scope="col" data-end>
              {currency}
            </th>
            <th scope="col">{t('statement.proposal')}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => {
            const { _id, row, inFile, day, time, reference, description, amount, proposal } = line;
            if (!proposal) return null;
            return (
              <tr key={_id} data-ticked={isTicked(line) || undefined}>
                <td>
                  <Tick
                    isBare
                    checked={isTicked(line)}
                    disabled={!mayTick(line)}
                    aria-label={t('verify.tick', { name: payerName(proposal) })}
                    onChange={() => onTick(_id)}
                  />
                </td>
                <th scope="row">
                  <WholeWords text={payerName(proposal)} />
                  <small>
                    {[formatDateTime(proposal.at), proposal.reference].filter(Boolean).join(DOT)}
                  </small>
                  {proposal.isOwn && <small data-warns>{t('verify.own')}</small>}
                </th>
                <td data-end>{showMoney(proposal.tendered, currency)}</td>
                <td>
                  {inFile ? t('statement.rowNo', { row }) : t('statement.earlier')}
                  <small>
                    {[`${formatDate(day)} ${time}`.trim(), reference].filter(Boolean).join(DOT)}
                  </small>
                  {description !== '' && <small>{description}</small>}
                </td>
                <td data-end>{showMoney(amount, currency)}</td>
                <td>
                  <Fits line={line} currency={currency} />
                </td>
              </tr>
            );
          })}
        </tbody>
        <tfoot>
          <tr>
            <td />
            <th scope="row">{t('statement.ticked', { count: ticked.length })}</th>
            <td data-end>{sum(ticked.map(({ proposal }) => proposal?.tendered ?? 0))}</td>
            <td />
            <td data-end>{sum(ticked.map(({ amount }) => amount))}</td>
            <td />
          </tr>
        </tfoot>
      </SmallTable>
    </div>
  );
}

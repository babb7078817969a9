import { useTranslation } from 'react-i18next';
import {
  creditDifference,
  isDifferent,
  owedDifference,
  type ComparedSums,
  type MoveComparison,
} from '#contract/imports/move-comparison.ts';
import { DOT } from '#contract/words/dot.ts';
import { Panel, PanelText } from '#src/components/kit/panel.tsx';
import { WholeWords } from '#src/components/kit/whole-words.tsx';
import { CardTable } from '#src/entities/report/card-table.tsx';
import { showDay } from '#src/lib/text/day.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { usePayerName } from '#src/lib/text/person-name.ts';

/** The words of the six columns of sums, in the order of their cells. */
function useSumHeads(): readonly string[] {
  const { t } = useTranslation('moving-in');
  return [
    t('compare.oldOwed'),
    t('compare.newOwed'),
    t('compare.difference'),
    t('compare.oldCredit'),
    t('compare.newCredit'),
    t('compare.difference'),
  ];
}

/** The sums of a row; a difference stands in weight. */
function SumCells({ sums, heads }: { sums: ComparedSums; heads: readonly string[] }) {
  const cells = [
    sums.oldOwedLAK,
    sums.newOwedLAK,
    owedDifference(sums),
    sums.oldCreditLAK,
    sums.newCreditLAK,
    creditDifference(sums),
  ];
  return cells.map((sum, at) => {
    const shown = <bdi dir="ltr">{formatNumber(sum)}</bdi>;
    const isGap = at % 3 === 2 && sum !== 0;
    return (
      <td key={at} data-end data-label={heads[at]}>
        {isGap ? <strong>{shown}</strong> : shown}
      </td>
    );
  });
}

type TablesProps = { comparison: MoveComparison };

/** The sums of each branch, and of all of them. */
export function BranchSums({ comparison: { branches, total } }: TablesProps) {
  const { t } = useTranslation('moving-in');
  const heads = useSumHeads();
  const title = t('compare.byBranch');
  return (
    <Panel title={title}>
      <CardTable label={title} head={[t('compare.branch'), ...heads]}>
        <tbody>
          {branches.map((branch) => (
            <tr key={branch.branchId}>
              <th scope="row">
                {branch.branchCode}
                <small>
                  {t('compare.families', { count: branch.families })}
                  {DOT}
                  {t('compare.movedInOn', { day: showDay(branch.movedInOn) })}
                </small>
              </th>
              <SumCells sums={branch} heads={heads} />
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('compare.total')}</th>
            <SumCells sums={total} heads={heads} />
          </tr>
        </tfoot>
      </CardTable>
    </Panel>
  );
}

/** Every family with a sum, those that differ first. */
export function FamilySums({ comparison: { families } }: TablesProps) {
  const { t } = useTranslation('moving-in');
  const heads = useSumHeads();
  const nameOf = usePayerName();
  const title = t('compare.byFamily');
  const differing = families.filter(isDifferent).length;
  return (
    <Panel title={title}>
      <PanelText>
        <p>{differing === 0 ? t('compare.allSame') : t('compare.differ', { count: differing })}</p>
      </PanelText>
      {families.length > 0 && (
        <CardTable label={title} head={[t('compare.family'), ...heads]}>
          <tbody>
            {families.map(({ name: payerName, nameEn: payerNameEn, ...family }) => (
              <tr key={`${family.payerId} ${family.branchId}`}>
                <th scope="row">
                  <WholeWords text={nameOf({ payerName, payerNameEn })} />
                  <small>{family.branchCode}</small>
                </th>
                <SumCells sums={family} heads={heads} />
              </tr>
            ))}
          </tbody>
        </CardTable>
      )}
    </Panel>
  );
}

/** A sum, or a dash where the row was not understood. */
const shownSum = (sum: number | null) =>
  sum === null ? '–' : <bdi dir="ltr">{formatNumber(sum)}</bdi>;

/** Rows of the sheets whose money is not in, with what they say. */
export function LeftOutRows({ comparison: { leftOut } }: TablesProps) {
  const { t } = useTranslation('moving-in');
  const title = t('compare.leftOut');
  const heads = [t('compare.said'), t('money.owedLAK'), t('money.creditLAK')] as const;
  const { rows, owedLAK, creditLAK } = leftOut;
  if (rows.length === 0)
    return (
      <Panel title={title}>
        <PanelText>
          <p>{t('compare.noneLeftOut')}</p>
        </PanelText>
      </Panel>
    );
  return (
    <Panel title={title} count={formatNumber(rows.length)}>
      <CardTable label={title} head={[t('compare.row'), ...heads]} isEnd={(column) => column > 1}>
        <tbody>
          {rows.map((row) => (
            <tr key={row._id}>
              <th scope="row">
                {row.name === '' ? t('rowNumber', { n: row.number }) : row.name}
                <small>
                  {[t(`kind.${row.kind}`), t('rowNumber', { n: row.number })].join(DOT)}
                  {DOT}
                  {t(`row.${row.state}`)}
                </small>
              </th>
              <td data-label={heads[0]}>{row.said}</td>
              <td data-end data-label={heads[1]}>
                {shownSum(row.owedLAK)}
              </td>
              <td data-end data-label={heads[2]}>
                {shownSum(row.creditLAK)}
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('compare.readable')}</th>
            <td data-label={heads[0]} />
            <td data-end data-label={heads[1]}>
              {shownSum(owedLAK)}
            </td>
            <td data-end data-label={heads[2]}>
              {shownSum(creditLAK)}
            </td>
          </tr>
        </tfoot>
      </CardTable>
    </Panel>
  );
}

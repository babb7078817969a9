import { useTranslation } from 'react-i18next';
import {
  controlDifference,
  controlsThatDiffer,
  controlSums,
  type ControlTotal,
} from '#contract/imports/move-comparison.ts';
import { DOT } from '#contract/words/dot.ts';
import { Panel, PanelText } from '#src/components/kit/panel.tsx';
import { CardTable } from '#src/entities/report/card-table.tsx';
import { formatNumber } from '#src/lib/text/format.ts';
import { showMoney } from '#src/lib/text/money.ts';

type Sum = (typeof controlSums)[number];

/** One sum of a control total: what the centre has counted, what came in, and the difference. */
function ControlRow({ total, sum }: { total: ControlTotal; sum: Sum }) {
  const { t } = useTranslation('moving-in');
  const { branchCode, currency, typed, read } = total;
  const difference = controlDifference(total, sum);
  if (difference === null) return null;
  const isMoney = sum === 'owed' || sum === 'credit';
  const shown = (value: number | null) => (
    <bdi dir="ltr">
      {isMoney ? showMoney(value ?? 0, currency ?? 'LAK') : formatNumber(value ?? 0)}
    </bdi>
  );
  return (
    <tr>
      <th scope="row">
        {t(`compare.control.${sum}`)}
        <small>
          {branchCode}
          {isMoney && DOT}
          {isMoney && (currency ?? t('compare.allKip'))}
        </small>
      </th>
      <td data-end data-label={t('compare.controlTyped')}>
        {shown(typed[sum])}
      </td>
      <td data-end data-label={t('compare.controlRead')}>
        {shown(read[sum])}
      </td>
      <td data-end data-label={t('compare.difference')}>
        {difference === 0 ? shown(0) : <strong>{shown(difference)}</strong>}
      </td>
    </tr>
  );
}

/** What the centre has counted itself beside what was imported; nothing without such a sheet. */
export function ControlTotals({ totals }: { totals: readonly ControlTotal[] }) {
  const { t } = useTranslation('moving-in');
  if (totals.length === 0) return null;
  const differing = controlsThatDiffer(totals);
  const title = t('compare.controls');
  const heads = [t('compare.controlTyped'), t('compare.controlRead'), t('compare.difference')];
  return (
    <Panel title={title}>
      <PanelText>
        <p>
          {differing === 0
            ? t('compare.controlsSame')
            : t('compare.controlsDiffer', { count: differing })}
        </p>
      </PanelText>
      <CardTable label={title} head={[t('compare.row'), ...heads]}>
        <tbody>
          {totals.flatMap((total) =>
            controlSums.map((sum) => (
              <ControlRow key={`${total._id} ${sum}`} total={total} sum={sum} />
            )),
          )}
        </tbody>
      </CardTable>
    </Panel>
  );
}

import { useTranslation } from 'react-i18next';
import type { BranchClose } from '#contract/reports/year-close.ts';
import { Panel, PanelText } from '#src/components/kit/panel.tsx';
import { CardTable } from '#src/entities/report/card-table.tsx';
import { formatNumber } from '#src/lib/text/format.ts';

type Series = BranchClose['series'][number];
const GROUP = /.{1,8}/g;

function SeriesRow({ series }: { series: Series }) {
  const { t } = useTranslation('year-close');
  const { kind, last, gaps, nextLast } = series;
  const gapText = ({ first, last: upTo, reason }: Series['gaps'][number]) =>
    `${first}–${upTo} (${t(reason === 'movedIn' ? 'gap.movedIn' : 'gap.restored')})`;
  return (
    <tr>
      <th scope="row">{t(`series.${kind}`)}</th>
      <td data-end data-label={t('last')}>
        {formatNumber(last)}
      </td>
      <td data-label={t('gaps')}>
        {gaps.length === 0 ? t('noGap') : gaps.map(gapText).join(', ')}
      </td>
      <td data-label={t('next')}>
        {nextLast === 0 ? t('beginsAtOne') : t('begun', { n: formatNumber(nextLast) })}
      </td>
    </tr>
  );
}

/** The last numbers of a branch with their gaps, and the end of its chain of receipts. */
export function LastNumbers({ branch, name }: { branch: BranchClose; name: string }) {
  const { t } = useTranslation('year-close');
  const { code, series, chain } = branch;
  const title = t('numbers', { branch: `${code} ${name}` });
  return (
    <Panel title={title}>
      <CardTable
        label={title}
        head={[t('paper'), t('last'), t('gaps'), t('next')]}
        isEnd={(column) => column === 1}
      >
        <tbody>
          {series.map((one) => (
            <SeriesRow key={one.kind} series={one} />
          ))}
        </tbody>
      </CardTable>
      <PanelText>
        <p>
          {chain.length === 0 ? (
            t('noChain')
          ) : (
            <>
              {t('chain', { count: chain.length })}{' '}
              {chain.head.match(GROUP)?.map((group, at) => (
                <span key={at}>
                  <bdi dir="ltr">{group}</bdi>{' '}
                </span>
              ))}
            </>
          )}
        </p>
      </PanelText>
    </Panel>
  );
}

import { useTranslation } from 'react-i18next';
import { bridgesOf, type FiguresAnswer } from '#contract/reports/figures.ts';
import { termFigures } from '#contract/reports/report-words.ts';
import { addDays } from '#contract/dates.ts';
import { ErrorText } from '#src/components/kit/error-text.tsx';
import { Panels } from '#src/components/kit/layout.tsx';
import { PanelText } from '#src/components/kit/panel.tsx';
import { useReportAddress } from '#src/entities/report/report-address.ts';
import { ReportSum, SumTable } from '#src/entities/report/sum-table.tsx';
import { showDay } from '#src/lib/text/day.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { useOpenRows } from './use-open-rows.ts';

/**
 * The bridge from billed to received and earned sums, term by term; an unexplained rest would be
 * shown in red. Each term opens the rows that changed it, and each of its two balances opens the
 * rows at that time.
 */
export function Bridges({ answer }: { answer: FiguresAnswer }) {
  const { t } = useTranslation('money-reports');
  const { range } = useReportAddress();
  const open = useOpenRows();
  const { billedLAK, receivedLAK, terms, leftLAK, ...tuition } = bridgesOf(answer);
  const { billedTuitionLAK, openingTuitionLAK, notYetEarnedLAK } = tuition;
  const keys = (Object.keys(terms) as (keyof typeof terms)[]).filter((key) => terms[key] !== 0);
  const head = [t('what'), t('kip')];
  const stood = (key: (typeof keys)[number], side: 'before' | 'after', day: string) => (
    <ReportSum
      sum={answer[side][key]}
      of={`${t(`bridge.${key}`)}, ${t('tile.asOf', { day: showDay(day) })}`}
      onOpen={open(termFigures[key], `${side}LAK`)}
    />
  );
  const change = (key: (typeof keys)[number]) => (
    <>
      {stood(key, 'before', addDays(range.from, -1))} → {stood(key, 'after', range.to)}
    </>
  );
  return (
    <Panels>
      <SumTable
        title={t('bridge.received')}
        head={head}
        rows={[
          {
            key: 'billed',
            name: t('tile.billed'),
            sums: [billedLAK],
            opens: [open('billed', 'billedLAK')],
          },
          ...keys.map((key) => ({
            key,
            name: t(`bridge.${key}`),
            detail: change(key),
            sums: [terms[key]],
            opens: [open(termFigures[key], 'termLAK')],
          })),
        ]}
        total={{
          key: 'total',
          name: t('tile.received'),
          sums: [receivedLAK],
          opens: [open('received', 'receivedLAK')],
        }}
        empty=""
        note={
          leftLAK === 0 ? undefined : (
            <PanelText>
              <ErrorText role="alert">{t('bridge.left', { sum: formatNumber(leftLAK) })}</ErrorText>
            </PanelText>
          )
        }
      />
      <SumTable
        title={t('bridge.earned')}
        head={head}
        rows={[
          {
            key: 'billed',
            name: t('bridge.billedTuition'),
            sums: [billedTuitionLAK],
            opens: [open(termFigures.billedTuitionLAK, 'termLAK')],
          },
          ...(openingTuitionLAK === 0
            ? []
            : [
                {
                  key: 'opening',
                  name: t('bridge.openingTuitionLAK'),
                  sums: [openingTuitionLAK],
                  opens: [open(termFigures.openingTuitionLAK, 'termLAK')],
                },
              ]),
          {
            key: 'left',
            name: t('bridge.notYetEarned'),
            sums: [0 - notYetEarnedLAK],
            opens: [open(termFigures.notYetEarnedLAK, 'termLAK')],
          },
        ]}
        total={{
          key: 'total',
          name: t('tile.earned'),
          sums: [billedTuitionLAK + openingTuitionLAK - notYetEarnedLAK],
          opens: [open('earned', 'earnedLAK')],
        }}
        empty=""
      />
    </Panels>
  );
}

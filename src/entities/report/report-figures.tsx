import { useTranslation } from 'react-i18next';
import { percentOf } from '#contract/reports/percent.ts';
import type { FigureKey } from '#contract/reports/report-words.ts';
import type { ReportTable as Table } from '#contract/reports/reports.ts';
import { Fact, Facts } from '#src/components/kit/facts.tsx';
import { PartLink } from '#src/components/page/part-link.tsx';
import { Meaning } from './meaning.tsx';
import type { ReportAddress } from './report-address.ts';
import { showReportSum } from './report-text.ts';
import { SignedChange, signed } from './signed-change.tsx';
import styles from './report-page.module.css';

/** Figures of which less is better. */
const burdens: ReadonlySet<FigureKey> = new Set([
  'drops',
  'underMinimum',
  'waiting',
  'slipping',
  'notTaken',
  'discounts',
  'owed',
  'toVerify',
]);

type Value = { value: number; shown: string; isShare: boolean };

/** What a figure comes to: its share in percent where it has one, else its first sum. */
export function figureOf({ columns, share, total }: Table): Value {
  const at = (key: string) => total[columns.findIndex((column) => column.key === key)] ?? 0;
  const percent = share ? percentOf(at(share[0]), at(share[1])) : null;
  if (percent !== null) return { value: percent, shown: `${percent} %`, isShare: true };
  const value = share ? at(share[0]) : (total[0] ?? 0);
  const kind = columns.find(({ key }) => key === share?.[0])?.kind ?? columns[0]?.kind;
  return { value, shown: showReportSum(value, kind), isShare: false };
}

function Change({ table, then, compare }: { table: Table; then: Table; compare: string }) {
  const { t } = useTranslation('reports');
  if (table.beforeMove?.isWhole) return null;
  if (then.beforeMove) return t('beforeMove.compared');
  const [now, before] = [figureOf(table), figureOf(then)];
  if (now.isShare !== before.isShare) return null;
  const kind = table.columns[0]?.kind;
  const difference = Math.round((now.value - before.value) * 10) / 10;
  const change = signed(difference, (value) =>
    now.isShare ? t('compare.points', { count: value }) : showReportSum(value, kind),
  );
  return (
    <SignedChange by={difference} tone={burdens.has(table.figure) ? 'burden' : 'gain'}>
      {t(`compare.on.${compare}` as 'compare.on.previous', { change })}
    </SignedChange>
  );
}

type ReportFiguresProps = {
  tables: readonly Table[];
  then: readonly Table[] | undefined;
  address: ReportAddress;
};

/** What each table comes to, compared with the time before; a press leads to the table. */
export function ReportFigures({ tables, then, address }: ReportFiguresProps) {
  const { t } = useTranslation('reports');
  if (tables.length < 2) return null;
  return (
    <Facts look="figures" label={t('figures')}>
      {tables.map((table) => {
        const { figure } = table;
        const before = then?.find((one) => one.figure === figure);
        const title = t(`title.${figure}`);
        const shown = table.beforeMove?.isWhole ? t('beforeMove.short') : figureOf(table).shown;
        return (
          <Fact
            key={figure}
            label={title}
            note={before && <Change table={table} then={before} compare={address.compare} />}
          >
            <PartLink
              to={figure}
              className={styles.card}
              aria-label={`${title}: ${shown}`}
              data-words={table.beforeMove?.isWhole || undefined}
            >
              <bdi dir="ltr">{shown}</bdi>
            </PartLink>
            <Meaning of={title} text={t(`meaning.${figure}` as 'meaning.active')} />
          </Fact>
        );
      })}
    </Facts>
  );
}

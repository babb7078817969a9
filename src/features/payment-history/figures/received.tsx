import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FiguresAnswer } from '#contract/figures.ts';
import styles from '#src/entities/report/report.module.css';
import { SumTable, type SumRow } from '#src/entities/report/sum-table.tsx';
import { showDay } from '#src/lib/text/day.ts';
import { showMoney } from '#src/lib/text/money.ts';
import controls from '#src/theme/controls.module.css';

const groupings = ['method', 'day', 'drawer', 'cashier'] as const;
type Grouping = (typeof groupings)[number];

/** What was received, by what one wants to know; and by currency, cash as the drawers have it. */
export function Received({ answer: { received, receivedCurrencies } }: { answer: FiguresAnswer }) {
  const { t } = useTranslation('money-reports');
  const [by, setBy] = useState<Grouping>('method');
  const nameOf: Record<Grouping, (row: FiguresAnswer['received'][number]) => string> = {
    method: ({ method, currency }) => `${t(`method.${method}`)} ${currency}`,
    day: ({ day }) => showDay(day),
    drawer: ({ drawer }) => drawer || t('noDrawer'),
    cashier: ({ cashier }) => cashier || t('byServer'),
  };
  const groups = new Map<string, { payments: number; amountLAK: number }>();
  for (const row of received) {
    const name = nameOf[by](row);
    const { payments, amountLAK } = groups.get(name) ?? { payments: 0, amountLAK: 0 };
    groups.set(name, { payments: payments + row.payments, amountLAK: amountLAK + row.amountLAK });
  }
  const rows: SumRow[] = [...groups].map(([name, { payments, amountLAK }]) => ({ key: name, name, sums: [payments, amountLAK] }));
  const total = [...groups.values()].reduce((sum, { payments, amountLAK }) => ({ payments: sum.payments + payments, amountLAK: sum.amountLAK + amountLAK }), { payments: 0, amountLAK: 0 });
  const choose = (
    <div className={controls.segments} role="group" aria-label={t('by.label')}>
      {groupings.map((one) => (
        <button key={one} type="button" aria-pressed={one === by} onClick={() => setBy(one)}>
          {t(`by.${one}`)}
        </button>
      ))}
    </div>
  );
  const currencies = receivedCurrencies.map(({ method, currency, amount }) => `${t(`money.${method}`)} ${showMoney(amount, currency)} ${currency}`).join(' · ');
  return <SumTable title={t('received')} head={[t('what'), t('payments'), t('kip')]} rows={rows} total={{ key: 'total', name: t('total'), sums: [total.payments, total.amountLAK] }} empty={t('nothing')} action={choose} note={currencies === '' ? undefined : <p className={styles.note}>{currencies}</p>} />;
}

import { useTranslation } from 'react-i18next';
import { balanceAges, type BalanceFilter } from '#contract/orders/balance-ages.ts';
import type { BalanceSums } from '#contract/orders/balances.ts';
import type { ListView } from '#src/components/list/use-list-view.ts';
import { HelpText } from '#src/components/kit/field.tsx';
import { formatNumber } from '#src/lib/text/format.ts';
import styles from './balances.module.css';

/** The debt by age; each sum filters the list to its families, and the total shows all again. */
export function AgeCards({ sums, view }: { sums: BalanceSums | undefined; view: ListView }) {
  const { t } = useTranslation('balances');
  const chosen = view.filters['age'];
  const card = (age: BalanceFilter | '', of: { sumLAK: number; families: number } | undefined) => (
    <button
      key={age}
      type="button"
      className={styles.age}
      aria-pressed={(chosen ?? '') === age}
      data-in={(chosen === 'overdue' && age !== '' && age !== 'notDue') || undefined}
      onClick={() => view.setFilter('age', chosen === age ? '' : age)}
    >
      <span>{t(age === '' ? 'ages.all' : `ages.${age}`)}</span>
      <b>
        <bdi dir="ltr">{of ? formatNumber(of.sumLAK) : '…'}</bdi>
      </b>
      <small>{of ? t('families', { count: of.families }) : ''}</small>
    </button>
  );
  const inAges = balanceAges.reduce((sum, age) => sum + (sums?.ages[age].families ?? 0), 0);
  return (
    <>
      <div className={styles.ages} role="group" aria-label={t('byAge')}>
        {balanceAges.map((age) => card(age, sums?.ages[age]))}
        {card('', sums?.all)}
      </div>
      {sums && inAges > sums.all.families && (
        <div className={styles.several}>
          <HelpText>{t('inSeveralAges')}</HelpText>
        </div>
      )}
    </>
  );
}

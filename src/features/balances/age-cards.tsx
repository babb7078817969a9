import { useTranslation } from 'react-i18next';
import { balanceAges, balanceFilters, type BalanceFilter } from '#contract/orders/balance-ages.ts';
import type { BalanceSums } from '#contract/orders/balances.ts';
import type { ListView } from '#src/components/list/use-list-view.ts';
import { DOT } from '#contract/words/dot.ts';
import { HelpText, InputBox } from '#src/components/kit/field.tsx';
import { Unseen } from '#src/components/kit/unseen.tsx';
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
      <span>
        {t(age === '' ? 'ages.all' : `ages.${age}`)}{' '}
        {of && (
          <>
            <small aria-hidden>{formatNumber(of.families)}</small>
            <Unseen>{t('families', { count: of.families })}</Unseen>
          </>
        )}
      </span>
      <b>
        <bdi dir="ltr">{of ? formatNumber(of.sumLAK) : '…'}</bdi>
      </b>
    </button>
  );
  return (
    <div className={styles.ages} role="group" aria-label={t('byAge')}>
      {balanceAges.map((age) => card(age, sums?.ages[age]))}
      {card('', sums?.all)}
    </div>
  );
}

/** The same choice in one line, for a phone. */
export function AgeSelect({ sums, view }: { sums: BalanceSums | undefined; view: ListView }) {
  const { t } = useTranslation('balances');
  const sumOf = (age: BalanceFilter | 'all') => {
    if (!sums || age === 'overdue') return '';
    return DOT + formatNumber((age === 'all' ? sums.all : sums.ages[age]).sumLAK);
  };
  return (
    <InputBox className={styles.choice}>
      <select
        aria-label={t('byAge')}
        value={view.filters['age'] ?? ''}
        onChange={({ target }) => view.setFilter('age', target.value)}
      >
        {(['all', ...balanceFilters] as const).map((age) => (
          <option key={age} value={age === 'all' ? '' : age}>
            {t(`ages.${age}`) + sumOf(age)}
          </option>
        ))}
      </select>
    </InputBox>
  );
}

/** Says why the families of all ages are more than all families, if they are. */
export function AgesNote({ sums }: { sums: BalanceSums | undefined }) {
  const { t } = useTranslation('balances');
  const inAges = balanceAges.reduce((sum, age) => sum + (sums?.ages[age].families ?? 0), 0);
  return sums && inAges > sums.all.families ? <HelpText>{t('inSeveralAges')}</HelpText> : null;
}

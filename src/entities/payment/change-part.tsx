import { useTranslation } from 'react-i18next';
import { MoneyInput } from '#src/components/money/money-input.tsx';
import { formatNumber } from '#src/lib/text/format.ts';
import { Segments } from '#src/components/kit/segments.tsx';
import { exceededPartLAK, type ChangeMoney, type MoneyDraft, type Wallet } from './tenders.ts';
import styles from './payment.module.css';

type ChangePartProps = {
  draft: MoneyDraft;
  wallet: Wallet;
  change: ChangeMoney;
  /** False for a walk-in, who has no credit. */
  mayBeCredit: boolean;
};

/**
 * Chooses if cash above the chosen part is given back, the currency of the change, and how much of
 * it becomes credit because small notes are missing.
 */
export function ChangePart({ draft, change, wallet, mayBeCredit }: ChangePartProps) {
  const { t } = useTranslation('payment');
  const { priced } = wallet;
  const part = exceededPartLAK(draft, wallet);
  const given = priced.change.find(({ currency }) => currency === 'LAK')?.amount ?? 0;
  const inKip = given + draft.changeOwedLAK;
  const currencies = [
    'LAK' as const,
    ...new Set(
      draft.tenders
        .filter(({ method, currency }) => method === 'cash' && currency !== 'LAK')
        .map(({ currency }) => currency),
    ),
  ];
  const owe = (changeOwedLAK: number) => change((before) => ({ ...before, changeOwedLAK }));
  const mayOwe = mayBeCredit && part === null && (inKip > 0 || draft.changeOwedLAK > 0);
  return (
    <>
      {part !== null && (
        <Segments
          label={t('part.title')}
          options={[false, true].map((keepsAll) => ({
            value: keepsAll,
            label: keepsAll ? t('part.keepAll') : t('part.give', { sum: formatNumber(part) }),
          }))}
          value={draft.keepsAll}
          onChoose={(keepsAll) => change((before) => ({ ...before, keepsAll, changeOwedLAK: 0 }))}
        />
      )}
      {currencies.length > 1 && (
        <div className={styles.sum}>
          <span>{t('changeIn')}</span>
          <Segments
            label={t('changeIn')}
            options={currencies.map((currency) => ({ value: currency, label: currency }))}
            value={draft.changeIn}
            onChoose={(currency) =>
              change((before) => ({ ...before, changeIn: currency, changeOwedLAK: 0 }))
            }
          />
        </div>
      )}
      {mayOwe && (
        <label className={styles.tick}>
          <input
            type="checkbox"
            checked={draft.changeOwedLAK > 0}
            onChange={({ target }) => owe(target.checked ? inKip : 0)}
          />
          <span>{t('owesChange')}</span>
        </label>
      )}
      {draft.changeOwedLAK > 0 && (
        <MoneyInput
          label={t('changeOwed')}
          currency="LAK"
          value={draft.changeOwedLAK}
          onChange={(value) => typeof value === 'number' && owe(value)}
        />
      )}
    </>
  );
}

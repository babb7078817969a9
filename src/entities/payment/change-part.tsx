import { useTranslation } from 'react-i18next';
import { MoneyInput } from '#src/components/money/money-input.tsx';
import { formatNumber } from '#src/lib/text/format.ts';
import controls from '#src/theme/controls.module.css';
import { exceededPartLAK, type ChangeMoney, type MoneyDraft, type Wallet } from './tenders.ts';
import styles from './tender.module.css';

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
        <div className={controls.segments} role="group" aria-label={t('part.title')}>
          {[false, true].map((keepsAll) => (
            <button
              key={String(keepsAll)}
              type="button"
              aria-pressed={draft.keepsAll === keepsAll}
              onClick={() => change((before) => ({ ...before, keepsAll, changeOwedLAK: 0 }))}
            >
              {keepsAll ? t('part.keepAll') : t('part.give', { sum: formatNumber(part) })}
            </button>
          ))}
        </div>
      )}
      {currencies.length > 1 && (
        <div className={styles.sum}>
          <span>{t('changeIn')}</span>
          <div className={controls.segments} role="group" aria-label={t('changeIn')}>
            {currencies.map((currency) => (
              <button
                key={currency}
                type="button"
                aria-pressed={draft.changeIn === currency}
                onClick={() =>
                  change((before) => ({ ...before, changeIn: currency, changeOwedLAK: 0 }))
                }
              >
                {currency}
              </button>
            ))}
          </div>
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

import { useTranslation } from 'react-i18next';
import { HelpText } from '#src/components/kit/field.tsx';
import { MoneyInput } from '#src/components/money/money-input.tsx';
import { formatNumber } from '#src/lib/text/format.ts';
import { Segments } from '#src/components/kit/segments.tsx';
import {
  exceededPartLAK,
  keptAboveLAK,
  tenderedLAK,
  type ChangeMoney,
  type MoneyDraft,
  type Wallet,
} from './tenders.ts';
import styles from './payment.module.css';

type ChangePartProps = {
  draft: MoneyDraft;
  wallet: Wallet;
  change: ChangeMoney;
  /** False for a walk-in, who has no credit. */
  mayBeCredit: boolean;
  /** The kip that the family owes besides, which the change could pay. */
  owedBesidesLAK?: number;
};

/**
 * Chooses if cash above the chosen part is given back, the currency of the change, and how much of
 * it becomes credit because small notes are missing.
 */
export function ChangePart({
  draft,
  change,
  wallet,
  mayBeCredit,
  owedBesidesLAK = 0,
}: ChangePartProps) {
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
  /** The choice in the words of what happens: change above a sum, or all of it is paid. */
  const paying = (keptLAK: number) => {
    const kept = Math.min(keptLAK, priced.dueLAK);
    return t(tenderedLAK(priced) > kept ? 'part.give' : 'part.keepAll', {
      sum: formatNumber(kept),
    });
  };
  const hasChoice = part !== null && (draft.keepsAll || priced.change.length > 0);
  const mayOwe = mayBeCredit && part === null && (inKip > 0 || draft.changeOwedLAK > 0);
  return (
    <>
      {hasChoice && (
        <Segments
          label={t('part.title')}
          options={[false, true].map((keepsAll) => ({
            value: keepsAll,
            label: paying(keepsAll ? tenderedLAK(priced) : part),
          }))}
          value={draft.keepsAll}
          onChoose={(keepsAll) => change((before) => ({ ...before, keepsAll, changeOwedLAK: 0 }))}
        />
      )}
      {part !== null && !draft.keepsAll && keptAboveLAK(wallet, part) > 0 && (
        <HelpText>{t('part.kept', { sum: formatNumber(keptAboveLAK(wallet, part)) })}</HelpText>
      )}
      {owedBesidesLAK > 0 && (
        <HelpText>{t('owedBesides', { sum: formatNumber(owedBesidesLAK) })}</HelpText>
      )}
      {currencies.length > 1 && priced.change.length > 0 && (
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

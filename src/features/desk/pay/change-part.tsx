import { useTranslation } from 'react-i18next';
import { MoneyInput } from '#src/components/money/money-input.tsx';
import cards from '#src/features/desk/cards.module.css';
import payStyles from '#src/features/desk/pay.module.css';
import type { Visit } from '#src/features/desk/use-visit.ts';
import type { Wallet } from '#src/features/desk/visit-money.ts';
import controls from '#src/theme/controls.module.css';

/** In which currency the change is given, and how much of it is kept as credit because small notes are missing. */
export function ChangePart({ visit: { draft, change }, wallet: { priced } }: { visit: Visit; wallet: Wallet }) {
  const { t } = useTranslation('desk');
  const given = priced.change.find(({ currency }) => currency === 'LAK')?.amount ?? 0;
  const inKip = given + draft.changeOwedLAK;
  const currencies = ['LAK' as const, ...new Set(draft.tenders.filter(({ method, currency }) => method === 'cash' && currency !== 'LAK').map(({ currency }) => currency))];
  const owe = (changeOwedLAK: number) => change((before) => ({ ...before, changeOwedLAK }));
  const mayOwe = draft.payer?.kind !== 'walkIn' && (inKip > 0 || draft.changeOwedLAK > 0);
  return (
    <>
      {currencies.length > 1 && (
        <div className={payStyles.sum}>
          <span>{t('pay.changeIn')}</span>
          <div className={controls.segments} role="group" aria-label={t('pay.changeIn')}>
            {currencies.map((currency) => (
              <button key={currency} type="button" aria-pressed={draft.changeIn === currency} onClick={() => change((before) => ({ ...before, changeIn: currency, changeOwedLAK: 0 }))}>
                {currency}
              </button>
            ))}
          </div>
        </div>
      )}
      {mayOwe && (
        <label className={cards.tick}>
          <input type="checkbox" checked={draft.changeOwedLAK > 0} onChange={({ target }) => owe(target.checked ? inKip : 0)} />
          <span>{t('pay.owesChange')}</span>
        </label>
      )}
      {draft.changeOwedLAK > 0 && <MoneyInput label={t('pay.changeOwed')} currency="LAK" value={draft.changeOwedLAK} onChange={(value) => typeof value === 'number' && owe(value)} />}
    </>
  );
}

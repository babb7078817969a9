import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { priceCurrencies, type PriceCurrency } from '#contract/money/currencies.ts';
import { dueInSafe, safe, type SafeRecord } from '#contract/money/safe.ts';
import { Dialog } from '#src/components/kit/dialog.tsx';
import { Button } from '#src/components/kit/button.tsx';
import { Stack } from '#src/components/kit/layout.tsx';
import { PlainField } from '#src/components/kit/plain-field.tsx';
import { MoneyInput, type TypedAmount } from '#src/components/money/money-input.tsx';
import { DifferenceMark } from '#src/entities/drawer/difference-mark.tsx';
import { useDrawersChanged } from '#src/entities/drawer/drawer-queries.ts';
import { api } from '#src/lib/request/api.ts';
import { failureText } from '#src/lib/request/failure-text.ts';
import { saveOnce, withIdempotency } from '#src/lib/request/save.ts';
import { wholeSums } from '#contract/money/typed-cash.ts';
import { showToast } from '#src/lib/toast.ts';
import { ErrorText } from '#src/components/kit/error-text.tsx';

type Typed = Record<PriceCurrency, TypedAmount>;

/** Counts the safe: the counted sums beside the expected ones, with a reason if they differ. */
export function SafeCountDialog({ record, onClose }: { record: SafeRecord; onClose: () => void }) {
  const { t } = useTranslation(['days', 'common']);
  const changed = useDrawersChanged();
  const due = dueInSafe(record);
  // Before the first count the old book says what should be there.
  const [typed, setTyped] = useState<Typed>(
    record.opening ? wholeSums(due) : { LAK: null, THB: null, USD: null },
  );
  const [reason, setReason] = useState('');
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const differenceOf = (currency: PriceCurrency) =>
    typeof typed[currency] === 'number' ? typed[currency] - due[currency] : null;
  const isCounted = priceCurrencies.every((currency) => typeof typed[currency] === 'number');
  const isOff = priceCurrencies.some((currency) => (differenceOf(currency) ?? 0) !== 0);
  const send = async () => {
    setBusy(true);
    const result = await saveOnce((key) =>
      api.post<SafeRecord>(
        `${safe.path}/counts`,
        { branchId: record.branchId, counted: typed, expected: due, reason },
        { ...withIdempotency(key), quiet: true },
      ),
    );
    setBusy(false);
    if (result.outcome !== 'saved') {
      // The safe may have changed meanwhile, and with it the difference.
      void changed();
      return setFailure(
        result.outcome === 'invalid'
          ? (Object.values(result.fields)[0] ?? failureText(result))
          : failureText(result),
      );
    }
    await changed();
    showToast('success', t('safeSaved.count'));
    return onClose();
  };
  return (
    <Dialog
      title={t('safeActs.count')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('common:action.cancel')}</Button>
          <Button
            look="solid"
            disabled={isBusy || !isCounted || (isOff && reason.trim() === '')}
            onClick={() => void send()}
          >
            {t('saveCount')}
          </Button>
        </>
      }
    >
      <Stack>
        {priceCurrencies.map((currency) => {
          const difference = differenceOf(currency);
          return (
            <div key={currency}>
              <MoneyInput
                label={t('countedIn', { currency })}
                currency={currency}
                isCash
                value={typed[currency]}
                onChange={(value) => setTyped({ ...typed, [currency]: value })}
              />
              {difference !== null && (
                <div>
                  <DifferenceMark amount={difference} currency={currency} isAbove={false} />
                </div>
              )}
            </div>
          );
        })}
        {isOff && (
          <PlainField
            label={t('reason')}
            required
            maxLength={200}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
        )}
        <ErrorText role="alert">{failure}</ErrorText>
      </Stack>
    </Dialog>
  );
}

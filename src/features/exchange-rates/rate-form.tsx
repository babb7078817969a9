import { useTranslation } from 'react-i18next';
import { foreignCurrencies } from '#contract/money/currencies.ts';
import {
  exchangeRateInput,
  exchangeRates,
  RATE_JUMP_PERCENT,
  type ExchangeRate,
} from '#contract/money/exchange-rates.ts';
import type { InputOf } from '#contract/resource.ts';
import { FormSection } from '#src/components/fields/form-section.tsx';
import { RateField } from '#src/components/fields/number-field.tsx';
import { RecordForm } from '#src/components/form/record-form.tsx';
import { Stack } from '#src/components/kit/layout.tsx';
import { SelectField } from '#src/components/fields/select-field.tsx';
import { TextAreaField } from '#src/components/fields/text-field.tsx';
import { useConfirm } from '#src/components/kit/dialog.tsx';
import { useBackToList } from '#src/components/page/use-back-to-list.ts';
import { formatRate } from '#src/lib/text/format.ts';
import { paths } from '#src/lib/paths.ts';
import { useCachedList } from '#src/offline/lists/cached-list.ts';
import { formatRateChange, rateChange } from './rate-change.ts';
import { RateHistory } from './rate-history.tsx';
import { useRateSaver } from './rate-queries.ts';
import { RateUsesPart } from './rate-uses-part.tsx';

/** A new rate; `rate` is the entry that it replaces, undefined for a currency chosen here. */
export function RateForm({ rate }: { rate: ExchangeRate | undefined }) {
  const { t } = useTranslation(['exchange-rates', 'common']);
  const { rows } = useCachedList(exchangeRates, { quiet: true });
  const { saver, signing } = useRateSaver();
  const { saved, cancel } = useBackToList(paths.exchangeRate);
  const { ask, dialog } = useConfirm();

  const isMeant = async (
    input: InputOf<typeof exchangeRates>,
    replaced?: ExchangeRate,
  ): Promise<boolean> => {
    const last = replaced ?? rows?.find(({ currency }) => currency === input.currency);
    const change = last ? rateChange(last.rateToLAK, input.rateToLAK) : 0;
    return (
      Math.abs(change) <= RATE_JUMP_PERCENT ||
      (await ask({
        title: t('jump', { percent: RATE_JUMP_PERCENT }),
        text: `${formatRate(last?.rateToLAK ?? '')} → ${formatRate(input.rateToLAK)} (${formatRateChange(change)})`,
        confirm: t('common:action.confirm'),
        cancel: t('common:action.cancel'),
      }))
    );
  };

  return (
    <>
      <RecordForm
        schema={exchangeRateInput}
        row={rate}
        action={exchangeRates.write}
        failed={t(rate ? 'failed.update' : 'failed.create')}
        draft={{ form: exchangeRates.name, record: rate?.currency ?? 'new' }}
        saver={saver}
        confirm={isMeant}
        onSaved={saved}
        onCancel={cancel}
        aside={
          rate && (
            <Stack gap={6}>
              <RateHistory currency={rate.currency} />
              <RateUsesPart rate={rate} />
            </Stack>
          )
        }
      >
        {(field) => (
          <FormSection
            title={t('section.rate')}
            {...(rate && { hint: `${rate.currency} ${t(`name.${rate.currency}`)}` })}
          >
            {!rate && (
              <SelectField
                {...field('currency')}
                label={t('currency')}
                options={foreignCurrencies.map((code) => ({
                  value: code,
                  label: `${code} ${t(`name.${code}`)}`,
                }))}
              />
            )}
            <RateField {...field('rateToLAK')} label={t('rateToLAK')} help={t('rateHelp')} />
            <TextAreaField {...field('note')} label={t('note')} />
          </FormSection>
        )}
      </RecordForm>
      {dialog}
      {signing}
    </>
  );
}

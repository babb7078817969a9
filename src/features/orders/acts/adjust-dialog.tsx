import { useMemo } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { amount, optionalId, text } from '#contract/fields.ts';
import type { OrderChanged } from '#contract/orders/order-changes.ts';
import { DOT } from '#contract/words/dot.ts';
import type { FieldOf } from '#src/components/fields/form-context.ts';
import { ChoiceField } from '#src/components/fields/choice-field.tsx';
import { MoneyField } from '#src/components/fields/money-field.tsx';
import { SelectField } from '#src/components/fields/select-field.tsx';
import { TextField } from '#src/components/fields/text-field.tsx';
import { DialogForm } from '#src/components/form/dialog-form.tsx';
import { netLinesOf, netOfLine } from '#src/entities/order/line-nets.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
import type { ActProps } from './act-dialog.tsx';
import { useOrderAct } from './use-order-act.ts';

const schema = z
  .object({
    way: z.enum(['lower', 'raise']),
    ofLineId: optionalId,
    amountLAK: amount.check(z.refine((kip) => kip > 0, { error: 'positive' })),
    reason: text(200),
  })
  .check(
    z.refine(({ way, ofLineId }) => way === 'raise' || ofLineId !== null, {
      path: ['ofLineId'],
      error: 'required',
    }),
  );
type Adjustment = z.output<typeof schema>;

/**
 * An adjustment that reduces the bill names the line it reduces; one that adds to it has no such
 * line.
 */
function Fields({
  field,
  lines,
}: {
  field: FieldOf<Adjustment>;
  lines: readonly { value: string; label: string }[];
}) {
  const { t } = useTranslation('orders');
  const way = useWatch({ name: 'way' }) as Adjustment['way'];
  return (
    <>
      <ChoiceField
        {...field('way')}
        label={t('adjust.way')}
        options={(['lower', 'raise'] as const).map((value) => ({
          value,
          label: t(`adjust.${value}`),
        }))}
      />
      {way === 'lower' && (
        <SelectField {...field('ofLineId')} label={t('adjust.line')} options={lines} required />
      )}
      <MoneyField {...field('amountLAK')} label={t('adjust.amount')} currency="LAK" />
      <TextField {...field('reason')} label={t('ask.reason')} />
    </>
  );
}

/** Adds a line by an admin; existing lines stay unchanged. */
export function AdjustDialog({ order, onClose }: ActProps) {
  const { t } = useTranslation('orders');
  const language = useLanguage();
  const { send, saved } = useOrderAct('adjust', order, onClose);
  const lines = useMemo(() => {
    const all = netLinesOf(order);
    return all
      .filter(({ ofLineId, kind }) => ofLineId === null && kind !== 'rounding')
      .map((line) => ({ ...line, netLAK: netOfLine(line, all) }))
      .filter(({ netLAK }) => netLAK > 0)
      .map(({ _id, position, nameEn, nameLo, netLAK }) => ({
        value: _id,
        label: `${position}${DOT}${language === 'lo' ? nameLo : nameEn}${DOT}${formatNumber(netLAK)}`,
      }));
  }, [order, language]);
  return (
    <DialogForm
      title={t('ask.adjust', { number: order.number })}
      description={t('means.adjust', { total: formatNumber(order.totalLAK) })}
      schema={schema}
      values={{
        way: 'lower',
        ofLineId: lines.length === 1 ? (lines[0]?.value ?? null) : null,
        amountLAK: null as never,
        reason: '',
      }}
      submit={t('acts.adjust')}
      send={({ way, ofLineId, amountLAK, reason }: Adjustment, key) =>
        send<OrderChanged>(
          {
            amountLAK: way === 'lower' ? -amountLAK : amountLAK,
            ofLineId: way === 'lower' ? ofLineId : null,
            reason,
            expectedTotal: order.totalLAK,
          },
          key,
        )
      }
      onSaved={saved}
      onClose={onClose}
    >
      {(field) => <Fields field={field} lines={lines} />}
    </DialogForm>
  );
}

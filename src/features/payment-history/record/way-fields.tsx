import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { id, optionalId, optionalText, text } from '#contract/fields.ts';
import { refundWays, type RefundWay } from '#contract/orders/refunds.ts';
import { ChoiceField } from '#src/components/fields/choice-field.tsx';
import type { FieldOf } from '#src/components/fields/form-context.ts';
import { SelectField } from '#src/components/fields/select-field.tsx';
import { TextField } from '#src/components/fields/text-field.tsx';
import { keepsScan } from '#src/components/scan/takes-scan.ts';
import { NoDrawerNote } from '#src/entities/drawer/no-drawer-note.tsx';
import { isOfAnotherDay, useDrawer } from '#src/entities/drawer/use-drawer.ts';
import { usePayRules } from '#src/entities/payment/pay-queries.ts';

/**
 * The way of a refund. Values that the chosen way does not need stay in their fields, but are not
 * sent.
 */
export const wayFields = {
  way: z.enum(refundWays),
  shiftId: z.nullable(id),
  bankAccountId: optionalId,
  reference: optionalText(60),
  reason: text(200),
};
const wayInput = z.object(wayFields);
type WayInput = z.output<typeof wayInput>;

export const needsDrawer = z.refine<WayInput>(
  ({ way, shiftId }) => way !== 'cash' || shiftId !== null,
  { path: ['shiftId'], error: 'required' },
);
export const needsAccount = z.refine<WayInput>(
  ({ way, bankAccountId }) => way !== 'transfer' || bankAccountId !== null,
  { path: ['bankAccountId'], error: 'required' },
);
export const needsReference = z.refine<WayInput>(
  ({ way, reference }) => way !== 'transfer' || reference !== '',
  { path: ['reference'], error: 'required' },
);

/** The values that the chosen way needs. */
export const sentWay = ({ way, shiftId, bankAccountId, reference, reason }: WayInput) => ({
  way,
  shiftId: way === 'cash' ? shiftId : null,
  bankAccountId: way === 'transfer' ? bankAccountId : null,
  reference: way === 'transfer' ? reference : '',
  reason,
});

/** A drawer that holds too little is said beside the choice of the drawer. */
export const TOO_LITTLE = { field: 'shiftId', code: 'drawerTooLittle' } as const;

/** The open drawers of a branch, the device's own preselected, and its accounts in kip. */
export function useWays(branchId: string) {
  const device = useDrawer(branchId);
  const open = device.usable.flatMap(({ name, shift }) =>
    shift && !isOfAnotherDay(shift) ? [{ value: shift._id, label: name }] : [],
  );
  const { data: rules } = usePayRules(branchId);
  const accounts = (rules?.bankAccounts ?? [])
    .filter(({ currency }) => currency === 'LAK')
    .map(({ _id, bank, accountNo }) => ({ value: _id, label: `${bank} ${accountNo}` }));
  const values = {
    way: 'cash' as RefundWay,
    shiftId: device.shiftId ?? open[0]?.value ?? null,
    bankAccountId: accounts[0]?.value ?? null,
    reference: '',
    reason: '',
  };
  return {
    device,
    open,
    accounts,
    values,
    cashStep: rules?.cashStep ?? 1,
    isKnown: device.isKnown && rules !== undefined,
  };
}

type WayFieldsProps = {
  field: FieldOf<WayInput>;
  branchId: string;
  offered?: readonly RefundWay[];
  ways: ReturnType<typeof useWays>;
};

export function WayFields({
  field,
  branchId,
  offered = ['cash', 'transfer'],
  ways: { device, open, accounts },
}: WayFieldsProps) {
  const { t } = useTranslation('payment-history');
  const way = useWatch({ name: 'way' }) as RefundWay;
  return (
    <>
      <ChoiceField
        {...field('way')}
        label={t('way.label')}
        options={offered.map((value) => ({ value, label: t(`way.${value}`) }))}
      />
      {way === 'cash' && open.length === 0 && <NoDrawerNote branchId={branchId} device={device} />}
      {way === 'cash' && open.length > 0 && (
        <SelectField {...field('shiftId')} label={t('way.drawer')} options={open} required />
      )}
      {way === 'transfer' && (
        <SelectField
          {...field('bankAccountId')}
          label={t('way.account')}
          options={accounts}
          required
        />
      )}
      {way === 'transfer' && (
        <TextField {...field('reference')} {...keepsScan} label={t('way.reference')} />
      )}
      <TextField {...field('reason')} label={t('way.reason')} />
    </>
  );
}

import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { priceCurrencies } from '#contract/money/currencies.ts';
import { teachersList } from '#contract/people/teachers-list.ts';
import { dayInLaos } from '#contract/dates.ts';
import { reports } from '#contract/reports/report-words.ts';
import {
  branchOfRate,
  earliestRateDay,
  teacherRateInput,
  type TeacherRate,
  type TeacherRateInput,
} from '#contract/people/teacher-rates.ts';
import { teacherRateKinds } from '#contract/people/teacher-rate-kinds.ts';
import { DOT } from '#contract/words/dot.ts';
import { ChoiceField } from '#src/components/fields/choice-field.tsx';
import { DateField } from '#src/components/fields/date-field.tsx';
import type { FieldOf } from '#src/components/fields/form-context.ts';
import { MoneyField, useAmountsOf } from '#src/components/fields/money-field.tsx';
import { TextField } from '#src/components/fields/text-field.tsx';
import { DialogForm } from '#src/components/form/dialog-form.tsx';
import { useSigning } from '#src/entities/approval/use-signing.tsx';
import { api } from '#src/lib/request/api.ts';
import { listKey } from '#src/lib/request/resource.ts';
import { withIdempotency } from '#src/lib/request/save.ts';
import { showDay } from '#src/lib/text/day.ts';
import { usePersonName } from '#src/lib/text/person-name.ts';
import { useStore } from '#src/lib/store.ts';
import { showToast } from '#src/lib/toast.ts';
import { useCachedList } from '#src/offline/lists/cached-list.ts';

const earliest = () => earliestRateDay(dayInLaos());
/** The same rule as on the server, which refuses a day of an earlier month. */
const validFrom = teacherRateInput.shape.validFrom.check(
  z.refine((day) => day >= earliest(), { error: () => `notBefore:${showDay(earliest())}` }),
);
const schema = z.extend(teacherRateInput, { validFrom });

function Fields({ field }: { field: FieldOf<TeacherRateInput> }) {
  const { t } = useTranslation('teachers');
  const { currency, chooseCurrency, asksFor } = useAmountsOf('currency', ['amount']);
  return (
    <>
      <ChoiceField
        {...field('kind')}
        label={t('rates.kind')}
        options={teacherRateKinds.map((value) => ({ value, label: t(`rates.kinds.${value}`) }))}
      />
      <ChoiceField
        {...field('currency')}
        label={t('currency')}
        options={priceCurrencies.map((value) => ({ value, label: value }))}
        onChoose={chooseCurrency}
      />
      <MoneyField
        {...field('amount')}
        label={t('rates.amount')}
        currency={currency}
        asks={asksFor('amount')}
      />
      <DateField
        {...field('validFrom')}
        label={t('rates.validFrom')}
        help={t('rates.validFromHelp', { day: showDay(earliest()) })}
      />
      <TextField {...field('note')} label={t('note')} />
    </>
  );
}

type RateDialogProps = {
  teacherId: string;
  /** The last rate, whose kind and currency a new one usually keeps. */
  newest: TeacherRate | undefined;
  onClose: () => void;
};

/** Adds a rate to a teacher; a rate that is saved cannot be changed. */
export function RateDialog({ teacherId, newest, onClose }: RateDialogProps) {
  const { t } = useTranslation(['teachers', 'common']);
  const client = useQueryClient();
  const { signIfAsked, dialog } = useSigning();
  const nameOf = usePersonName();
  const own = useStore(({ user }) => user.userData?.branchId) ?? '';
  const { rows = [] } = useCachedList(teachersList, { quiet: true });
  const teacher = rows.find(({ _id }) => _id === teacherId);
  const send = (input: TeacherRateInput, key: string) => {
    const { kind: rateKind, currency, amount, validFrom: day } = input;
    const act = {
      ...({ kind: 'teacherRate', teacherId, rateKind, currency, amount, validFrom: day } as const),
      branchId: branchOfRate(own, teacher?.branchIds ?? []),
    };
    return signIfAsked(
      'rateSignatureNeeded',
      act,
      (approvalToken) =>
        api.post<TeacherRate>(
          `${teachersList.path}/${teacherId}/rates`,
          { ...input, approvalToken },
          { ...withIdempotency(key), quiet: true },
        ),
      // The dialog covers the form, so it says whose rate is signed, and from which day.
      [
        ...(teacher ? [nameOf(teacher)] : []),
        t(`rates.kinds.${rateKind}`),
        `${t('rates.validFrom')} ${showDay(day)}:`,
      ].join(DOT),
    );
  };
  return (
    <>
      <DialogForm
        title={t('rates.add')}
        description={t('rates.forGood')}
        schema={schema}
        values={{
          kind: newest?.kind ?? 'hour',
          currency: newest?.currency ?? 'LAK',
          amount: null as never,
          validFrom: dayInLaos(),
          note: '',
        }}
        submit={t('common:action.save')}
        send={send}
        onSaved={async () => {
          showToast('success', t('rates.added'));
          void client.invalidateQueries({ queryKey: listKey(teachersList) });
          void client.invalidateQueries({ queryKey: [reports.name, 'pay'] });
          await client.invalidateQueries({ queryKey: [teachersList.name, 'rates', teacherId] });
          onClose();
        }}
        onClose={onClose}
      >
        {(field) => <Fields field={field} />}
      </DialogForm>
      {dialog}
    </>
  );
}

import { useEffect, useState, type ReactNode } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { CheckListField } from '#src/components/fields/check-list-field.tsx';
import { ChoiceField } from '#src/components/fields/choice-field.tsx';
import { DateField } from '#src/components/fields/date-field.tsx';
import { FormSection } from '#src/components/fields/form-section.tsx';
import { MoneyField } from '#src/components/fields/money-field.tsx';
import { NumberField, RateField, ScoreField } from '#src/components/fields/number-field.tsx';
import { PhoneField } from '#src/components/fields/phone-field.tsx';
import { PictureField } from '#src/components/fields/picture-field.tsx';
import { SelectField } from '#src/components/fields/select-field.tsx';
import { SwitchField } from '#src/components/fields/switch-field.tsx';
import { TextAreaField, TextField } from '#src/components/fields/text-field.tsx';
import { DialogForm } from '#src/components/form/dialog-form.tsx';
import { Button } from '#src/components/kit/button.tsx';
import { Money, Totals } from '#src/components/kit/money.tsx';
import { LineTable } from '#src/components/money/line-table.tsx';
import { MoneyInput, type TypedAmount } from '#src/components/money/money-input.tsx';
import { NumberPad } from '#src/components/money/number-pad.tsx';
import { useSamples } from './samples.ts';
import { Specimen, State, Touched } from './specimen.tsx';

const field = (name: string) => ({ name, required: name === 'name' });
const blank = {
  name: '',
  note: '',
  phone: '',
  amount: null,
  age: null,
  rate: '',
  score: null,
  start: null,
  weekdays: [],
  online: false,
  class: null,
  price: null,
  photo: null,
};

type FormProps = { values: object; problem?: string; isDisabled?: boolean; children: ReactNode };

/** A form that is never sent; `problem` stands beside its name. */
function Form({ values, problem, isDisabled = false, children }: FormProps) {
  const form = useForm<Record<string, unknown>>({ defaultValues: { ...values } });
  const { setError } = form;
  useEffect(() => {
    if (problem !== undefined) setError('name', { type: 'server', message: problem });
  }, [problem, setError]);
  return (
    <FormProvider {...form}>
      <form onSubmit={(event) => event.preventDefault()}>
        <fieldset disabled={isDisabled}>{children}</fieldset>
      </form>
    </FormProvider>
  );
}

function useFilledValues() {
  const w = useSamples();
  return {
    name: w.person,
    note: w.longName,
    phone: '+8562055551234',
    amount: 1_250_000,
    age: 6,
    rate: '21500.5',
    score: 87.5,
    start: '2026-02-02',
    weekdays: ['6', '7'],
    online: true,
    class: 'course',
    price: 'LAK',
    photo: null,
  };
}

/** Every kind of field. */
function AllFields({ title }: { title: string }) {
  const { t } = useTranslation();
  const w = useSamples();
  return (
    <FormSection title={title} hint={w.help}>
      <TextField {...field('name')} label={w.name} help={w.help} />
      <PhoneField {...field('phone')} label={w.phone} />
      <MoneyField {...field('amount')} label={w.amount} currency="LAK" />
      <NumberField {...field('age')} label={w.age} />
      <RateField {...field('rate')} label={w.rate} />
      <ScoreField {...field('score')} label={w.score} />
      <DateField {...field('start')} label={w.start} />
      <SelectField
        {...field('class')}
        label={w.class}
        options={[
          { value: 'course', label: w.course },
          { value: 'longName', label: w.longName },
        ]}
      />
      <ChoiceField
        {...field('price')}
        label={w.rate}
        options={['LAK', 'THB', 'USD'].map((value) => ({ value, label: value }))}
      />
      <SwitchField {...field('online')} label={w.online} />
      <CheckListField
        {...field('weekdays')}
        label={w.weekdays}
        options={(['5', '6', '7'] as const).map((value) => ({
          value,
          label: t(`weekdays.${value}`),
        }))}
      />
      <TextAreaField {...field('note')} label={w.note} />
      <PictureField {...field('photo')} label={w.photo} />
    </FormSection>
  );
}

function Fields() {
  const w = useSamples();
  const filled = useFilledValues();
  return (
    <>
      <Specimen
        of="FormSection, TextField, TextAreaField, PhoneField, MoneyField, NumberField, RateField, ScoreField, DateField, SelectField, ChoiceField, SwitchField, CheckListField, PictureField"
        isWide
      >
        <State of="normal">
          <Form values={filled}>
            <AllFields title={w.active} />
          </Form>
        </State>
        <State of="empty">
          <Form values={blank}>
            <AllFields title={w.planned} />
          </Form>
        </State>
        <State of="disabled">
          <Form values={filled} isDisabled>
            <AllFields title={w.ended} />
          </Form>
        </State>
      </Specimen>
      <Specimen of="TextField">
        <Touched>
          <Form values={filled}>
            <TextField {...field('name')} label={w.name} />
          </Form>
        </Touched>
        <State of="error">
          <Form values={blank} problem={w.required}>
            <TextField {...field('name')} label={w.name} />
          </Form>
        </State>
        <State of="long">
          <Form values={{ name: w.longName }} problem={w.tooLong}>
            <TextField {...field('name')} label={w.longName} />
          </Form>
        </State>
      </Specimen>
    </>
  );
}

const reasonSchema = z.object({ reason: z.string().check(z.minLength(1, 'required')) });

function FormInDialog() {
  const w = useSamples();
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <Specimen of="DialogForm">
      <State of="open">
        <Button data-opens="DialogForm" onClick={() => setOpen(true)}>
          {w.voidReceipt}
        </Button>
      </State>
      {isOpen && (
        <DialogForm
          title={w.voidReceipt}
          description={w.voidMeans}
          schema={reasonSchema}
          values={{ reason: '' }}
          submit={w.voidReceipt}
          isHarmful
          send={(input) => Promise.resolve(input)}
          onSaved={close}
          onClose={close}
        >
          {(bind) => <TextField {...bind('reason')} label={w.reason} />}
        </DialogForm>
      )}
    </Specimen>
  );
}

function Amounts() {
  const w = useSamples();
  const [amount, setAmount] = useState<TypedAmount>(1_250_000);
  const [quantity, setQuantity] = useState(2);
  const price = 90_000;
  return (
    <>
      <Specimen of="MoneyInput, NumberPad" isWide>
        <State of="normal">
          <MoneyInput label={w.amount} currency="LAK" value={amount} onChange={setAmount} withPad />
        </State>
        <State of="error">
          <MoneyInput
            label={w.amount}
            currency="USD"
            value={null}
            onChange={setAmount}
            error={w.required}
          />
        </State>
        <State of="numbers">
          <NumberPad currency="USD" onPress={() => undefined} />
        </State>
      </Specimen>
      <Specimen of="LineTable" isWide>
        <State of="numbers">
          <LineTable
            label={w.total}
            currency="LAK"
            lines={[
              { id: 'class', name: w.longName, detail: w.person, amount: 1_250_000 },
              { id: 'book', name: w.book, quantity, maxQuantity: 9, amount: quantity * price },
              { id: 'paid', name: w.tuition, amount: 0, kept: w.paid },
            ]}
            onQuantity={(_id, next) => setQuantity(next)}
            onRemove={() => undefined}
          >
            <Totals
              lines={[{ label: w.tuition, amount: 1_250_000 }]}
              label={w.total}
              amount={1_250_000 + quantity * price}
              currency="LAK"
            />
          </LineTable>
        </State>
        <State of="empty">
          <LineTable label={w.total} currency="LAK" lines={[]}>
            <Money amount={0} currency="LAK" />
          </LineTable>
        </State>
      </Specimen>
    </>
  );
}

/** Fields of a form, the form of a dialog, and sums of money. */
export function FormSpecimens() {
  return (
    <>
      <Fields />
      <FormInDialog />
      <Amounts />
    </>
  );
}

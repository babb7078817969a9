import { Lock, Printer, Users } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#src/components/kit/button.tsx';
import { ConfirmDialog, Dialog, useConfirm } from '#src/components/kit/dialog.tsx';
import { FieldGroup } from '#src/components/kit/field-group.tsx';
import { FieldRow, HelpText, InputBox } from '#src/components/kit/field.tsx';
import { PasswordField, PlainField, PlainSelect } from '#src/components/kit/plain-field.tsx';
import { Stack } from '#src/components/kit/layout.tsx';
import { Sheet, SheetEntry, SheetLink } from '#src/components/kit/sheet.tsx';
import { Toolbar } from '#src/components/kit/toolbar.tsx';
import { Tick } from '#src/components/kit/tick.tsx';
import { withWholeCodes } from '#src/components/kit/whole-codes.tsx';
import { paths } from '#src/lib/paths.ts';
import { useSamples } from './samples.ts';
import { Specimen, State, Touched } from './specimen.tsx';

function Fields() {
  const w = useSamples();
  return (
    <>
      <Specimen of="PlainField, PasswordField, PlainSelect">
        <Touched>
          <PlainField label={w.name} defaultValue={w.person} />
        </Touched>
        <State of="empty">
          <PlainField label={w.name} help={w.help} required />
        </State>
        <State of="error">
          <PlainField label={w.name} error={w.required} required />
        </State>
        <State of="disabled">
          <PlainField label={w.name} defaultValue={w.person} disabled />
        </State>
        <State of="long">
          <PlainField label={w.longName} defaultValue={w.longName} error={w.tooLong} />
        </State>
        <State of="normal">
          <PasswordField label={w.password} defaultValue={w.typed} />
        </State>
        <State of="normal">
          <PlainSelect label={w.class} defaultValue={w.course}>
            <option>{w.course}</option>
            <option>{w.longName}</option>
          </PlainSelect>
        </State>
      </Specimen>
      <Specimen of="FieldRow, InputBox, HelpText">
        <State of="normal">
          <FieldRow label={w.note} help={w.help}>
            {(control) => <textarea {...control} rows={2} defaultValue={w.person} />}
          </FieldRow>
        </State>
        <State of="empty">
          <InputBox>
            <input aria-label={w.student} placeholder={w.student} />
          </InputBox>
        </State>
        <State of="normal">
          <HelpText>{w.help}</HelpText>
        </State>
      </Specimen>
      <Specimen of="FieldGroup" isWide>
        <State of="normal">
          <FieldGroup legend={w.person} foot={<Tick defaultChecked>{w.paid}</Tick>}>
            <PlainField label={w.name} defaultValue={w.person} />
            <PlainField label={w.phone} defaultValue="020 5555 1234" />
          </FieldGroup>
        </State>
      </Specimen>
    </>
  );
}

function Ticks() {
  const w = useSamples();
  return (
    <Specimen of="Tick">
      <Touched>
        <Tick defaultChecked>{w.active}</Tick>
      </Touched>
      <State of="empty">
        <Tick>{w.active}</Tick>
      </State>
      <State of="disabled">
        <Tick disabled>{w.ended}</Tick>
      </State>
      <State of="chosen">
        <Stack gap={1}>
          <Tick isLine type="radio" name="kit-tick" defaultChecked>
            <span>
              {withWholeCodes(w.course)}
              <small>{withWholeCodes(w.help)}</small>
            </span>
          </Tick>
          <Tick isLine type="radio" name="kit-tick">
            {w.longName}
          </Tick>
        </Stack>
      </State>
      <State of="numbers">
        <Tick isLine>
          {withWholeCodes(w.book)}
          <b>90,000</b>
        </Tick>
      </State>
      <State of="normal">
        <Tick isBare aria-label={w.student} />
      </State>
    </Specimen>
  );
}

type OpenDialog = 'form' | 'question' | undefined;

function Dialogs() {
  const { t } = useTranslation();
  const w = useSamples();
  const [opened, open] = useState<OpenDialog>();
  const { ask, dialog } = useConfirm();
  const close = () => open(undefined);
  const question = {
    title: w.voidReceipt,
    text: w.voidMeans,
    confirm: w.voidReceipt,
    cancel: t('action.back'),
  };
  return (
    <Specimen of="Dialog, ConfirmDialog, useConfirm">
      <State of="open">
        <Toolbar>
          <Button data-opens="Dialog" onClick={() => open('form')}>
            {w.voidReceipt}
          </Button>
          <Button data-opens="ConfirmDialog" onClick={() => open('question')}>
            {withWholeCodes(w.voidMeans)}
          </Button>
          <Button onClick={() => void ask(question)}>{t('action.confirm')}</Button>
        </Toolbar>
      </State>
      {opened === 'form' && (
        <Dialog
          title={w.voidReceipt}
          description={w.voidMeans}
          onClose={close}
          footer={
            <>
              <Button onClick={close}>{t('action.back')}</Button>
              <Button look="solid" tone="danger" onClick={close}>
                {w.voidReceipt}
              </Button>
            </>
          }
        >
          <PlainField label={w.reason} required />
        </Dialog>
      )}
      {opened === 'question' && <ConfirmDialog {...question} onAnswer={close} />}
      {dialog}
    </Specimen>
  );
}

function Sheets() {
  const { t } = useTranslation();
  const w = useSamples();
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <Specimen of="Sheet, SheetEntry, SheetLink">
      <State of="open">
        <Button data-opens="Sheet" onClick={() => setOpen(true)}>
          {t('action.more')}
        </Button>
      </State>
      {isOpen && (
        <Sheet title={t('action.more')} onClose={close}>
          <SheetEntry icon={Printer} note={w.help} onClick={close}>
            {w.voidReceipt}
          </SheetEntry>
          <SheetLink icon={Users} to={paths.students} aria-current="page" onClick={close}>
            {w.student}
          </SheetLink>
          <SheetEntry icon={Lock} note={w.voidMeans} disabled>
            {w.longName}
          </SheetEntry>
        </Sheet>
      )}
    </Specimen>
  );
}

/** Controls outside of forms, the dialogs and the sheet. */
export function ControlSpecimens() {
  return (
    <>
      <Fields />
      <Ticks />
      <Dialogs />
      <Sheets />
    </>
  );
}

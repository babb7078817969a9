import { lazy, Suspense, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { bankAccountCurrencies, type BankAccount } from '#contract/centre/branches.ts';
import { parseLaoQr } from '#contract/money/lao-qr.ts';
import type { FieldOf } from '#src/components/fields/form-context.ts';
import { PictureField } from '#src/components/fields/picture-field.tsx';
import { SelectField } from '#src/components/fields/select-field.tsx';
import { SwitchField } from '#src/components/fields/switch-field.tsx';
import { TextAreaField, TextField } from '#src/components/fields/text-field.tsx';
import { Button } from '#src/components/kit/button.tsx';
import { Row, Stack } from '#src/components/kit/layout.tsx';
import { keepsScan } from '#src/components/scan/takes-scan.ts';
import { formatDate } from '#src/lib/text/format.ts';
import { readBankQr } from './read-bank-qr.ts';

const TryBankQr = lazy(async () => ({ default: (await import('./try-bank-qr.tsx')).TryBankQr }));

export const noBankAccount: BankAccount = {
  _id: null,
  bank: '',
  currency: 'LAK',
  accountName: '',
  accountNo: '',
  qrFileId: null,
  qrText: '',
  triedAt: null,
  orderNoInQr: false,
  active: true,
  isDefault: false,
};

/** The content of a QR code, to compare with the bank's picture, and the test that follows. */
function BankQr({
  qrText,
  triedAt,
  onTried,
}: {
  qrText: string;
  triedAt: string | null;
  onTried: (triedAt: string | null) => void;
}) {
  const { t } = useTranslation('branches');
  const [isTrying, setIsTrying] = useState(false);
  const read = parseLaoQr(qrText);
  if (qrText === '' || 'problem' in read) return null;
  return (
    <Stack gap={2} isWide>
      <p>{t('qrSays', { bank: read.bank, name: read.name, account: read.account })}</p>
      <Row gap={3}>
        <span>{triedAt === null ? t('try.not') : t('try.on', { day: formatDate(triedAt) })}</span>
        {!isTrying && (
          <Button onClick={() => setIsTrying(true)}>
            {t(triedAt === null ? 'try.now' : 'try.again')}
          </Button>
        )}
      </Row>
      {isTrying && (
        <Suspense>
          <TryBankQr
            qrText={qrText}
            onArrived={() => {
              onTried(new Date().toISOString());
              setIsTrying(false);
            }}
          />
        </Suspense>
      )}
    </Stack>
  );
}

/**
 * The fields of one bank account of a branch. The QR code is read from the bank's picture, or
 * pasted as text.
 */
export function BankAccountFields({ account }: { account: FieldOf<BankAccount> }) {
  const { t } = useTranslation('branches');
  const { setValue } = useFormContext<Record<string, unknown>>();
  const [unread, setUnread] = useState(false);
  const nameOf = (field: keyof BankAccount) => account(field).name;
  const [currency, qrText, triedAt, isDefault] = useWatch({
    name: [nameOf('currency'), nameOf('qrText'), nameOf('triedAt'), nameOf('isDefault')],
  }) as [string, string, string | null, boolean];
  const set = (field: keyof BankAccount, value: unknown) =>
    setValue(nameOf(field), value, { shouldDirty: true, shouldValidate: true });
  const readPicture = async (picture: File) => {
    const text = await readBankQr(picture);
    setUnread(text === undefined);
    if (text === undefined || text === qrText) return;
    set('qrText', text);
    set('triedAt', null);
  };
  return (
    <>
      <TextField {...account('bank')} label={t('bank')} />
      <SelectField
        {...account('currency')}
        label={t('currency')}
        options={bankAccountCurrencies.map((code) => ({ value: code, label: code }))}
      />
      <TextField {...account('accountName')} label={t('accountName')} />
      <TextField {...account('accountNo')} label={t('accountNo')} />
      <PictureField
        {...account('qrFileId')}
        label={t('qr')}
        help={t(unread ? 'qrUnread' : 'qrHelp')}
        onStored={(picture) => void readPicture(picture)}
      />
      {/* Values that another currency must not have stay in sight, so that they can be taken away. */}
      {(currency === 'LAK' || qrText !== '') && (
        <TextAreaField
          {...account('qrText')}
          {...keepsScan}
          label={t('qrText')}
          help={t('qrTextHelp')}
        />
      )}
      {currency === 'LAK' && (
        <>
          <BankQr qrText={qrText.trim()} triedAt={triedAt} onTried={(at) => set('triedAt', at)} />
          <SwitchField
            {...account('orderNoInQr')}
            label={t('orderNoInQr')}
            help={t('orderNoInQrHelp')}
          />
        </>
      )}
      {(currency === 'LAK' || isDefault) && (
        <SwitchField {...account('isDefault')} label={t('isDefault')} help={t('isDefaultHelp')} />
      )}
      <SwitchField {...account('active')} label={t('accountInUse')} />
    </>
  );
}

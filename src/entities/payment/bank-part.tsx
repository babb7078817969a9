import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { DeskRules } from '#contract/desk/desk.ts';
import { withAmount } from '#contract/money/lao-qr.ts';
import { DOT } from '#contract/words/dot.ts';
import { FieldRow, HelpText } from '#src/components/kit/field.tsx';
import { Stack } from '#src/components/kit/layout.tsx';
import { Money } from '#src/components/kit/money.tsx';
import { QrCode } from '#src/components/print/qr-code.tsx';
import { keepsScan } from '#src/components/scan/takes-scan.ts';
import { usePicture } from '#src/lib/browser/pictures.ts';
import { SlipPhoto } from './slip-photo.tsx';
import { accountsFor, lacksReference, type DraftTender, type TenderErrors } from './tenders.ts';
import styles from './payment.module.css';

type Account = DeskRules['bankAccounts'][number];

/** The uploaded picture of the bank's QR code, if its text is unknown. */
function Picture({ fileId, label }: { fileId: string; label: string }) {
  const { source } = usePicture(fileId);
  return source === undefined ? null : <img src={source} alt={label} className={styles.code} />;
}

/**
 * The account's QR code for the payer's phone; it contains the amount if that was tested with this
 * bank.
 */
function Code({ account, kip }: { account: Account; kip: number }) {
  const { t } = useTranslation('payment');
  const label = t('bank.code', { bank: account.bank, name: account.accountName });
  const hasAmount = account.isTried && kip > 0;
  if (account.qrText !== '') {
    return (
      <>
        <QrCode
          text={hasAmount ? withAmount(account.qrText, kip) : account.qrText}
          label={label}
          className={styles.code}
        />
        <HelpText>{t(hasAmount ? 'bank.withAmount' : 'bank.withoutAmount')}</HelpText>
      </>
    );
  }
  return account.qrFileId === null ? (
    <HelpText>{t('bank.noCode')}</HelpText>
  ) : (
    <Picture fileId={account.qrFileId} label={label} />
  );
}

type BankPartProps = {
  row: DraftTender;
  accounts: readonly Account[];
  branchId: string;
  /** True if somebody tried to continue without its reference. */
  isAsked: boolean;
  errors: TenderErrors;
  onChange: (changes: Partial<DraftTender>) => void;
};

/** The QR code for the payer's phone under its sum; nothing for a transfer. */
export function BankCode({ row, accounts }: Pick<BankPartProps, 'row' | 'accounts'>) {
  const account = accountsFor(accounts, row.currency).find(({ _id }) => _id === row.bankAccountId);
  const kip = typeof row.tendered === 'number' ? row.tendered : 0;
  if (row.method !== 'qr') return null;
  return (
    <div className={styles.codePart}>
      <p className={styles.bankSum} data-sum>
        <Money amount={kip} currency={row.currency} />
      </p>
      {account && <Code account={account} kip={kip} />}
    </div>
  );
}

/**
 * What is known of a payment by bank: the account, the reference on the payer's phone, and a photo
 * of the slip. `isFirst` takes the focus to the reference at once.
 */
export function BankFields({
  row,
  accounts: all,
  branchId,
  isAsked,
  isFirst = false,
  errors,
  onChange,
}: BankPartProps & { isFirst?: boolean }) {
  const { t } = useTranslation('payment');
  const reference = useRef<HTMLInputElement>(null);
  const accountBox = useRef<HTMLSelectElement>(null);
  const slip = useRef<HTMLButtonElement>(null);
  const wrongReference = isAsked && lacksReference(row) ? t('needsReference') : errors.reference;
  useEffect(() => {
    if (isAsked || isFirst) reference.current?.focus();
  }, [isAsked, isFirst]);
  useEffect(() => {
    if (errors.bankAccountId !== undefined) accountBox.current?.focus();
    else if (errors.reference !== undefined) reference.current?.focus();
    else if (errors.slipFileId !== undefined) slip.current?.focus();
  }, [errors.bankAccountId, errors.reference, errors.slipFileId]);
  const accounts = accountsFor(all, row.currency);
  const account = accounts.find(({ _id }) => _id === row.bankAccountId);
  return (
    <Stack gap={3}>
      <FieldRow
        label={t('reference')}
        required
        help={wrongReference === undefined && t('bank.whereReference')}
        error={wrongReference}
      >
        {(control) => (
          <input
            {...control}
            ref={reference}
            {...keepsScan}
            maxLength={60}
            autoComplete="off"
            required
            value={row.reference}
            onChange={({ target }) => onChange({ reference: target.value })}
          />
        )}
      </FieldRow>
      <FieldRow label={t('account')} error={errors.bankAccountId}>
        {(control) => (
          <select
            {...control}
            ref={accountBox}
            value={row.bankAccountId ?? ''}
            onChange={({ target }) => onChange({ bankAccountId: target.value })}
          >
            {account === undefined && <option value="" />}
            {accounts.map(({ _id, bank, accountName, accountNo }) => (
              <option
                key={_id}
                value={_id}
              >{`${bank}${DOT}${accountNo}${DOT}${accountName}`}</option>
            ))}
          </select>
        )}
      </FieldRow>
      <SlipPhoto
        fileId={row.slipFileId}
        branchId={branchId}
        error={errors.slipFileId}
        button={slip}
        onChange={(slipFileId) => onChange({ slipFileId })}
      />
      <HelpText>{t('bank.notAsked')}</HelpText>
    </Stack>
  );
}

/** A payment by bank in a dialog: its QR code beside its fields. */
export const BankPart = (props: BankPartProps) => (
  <div className={styles.bank}>
    <div className={styles.parts}>
      <BankCode {...props} />
      <BankFields {...props} />
    </div>
  </div>
);

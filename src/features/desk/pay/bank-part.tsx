import { useTranslation } from 'react-i18next';
import type { DeskRules } from '#contract/desk.ts';
import { withAmount } from '#contract/lao-qr.ts';
import { Sum } from '#src/components/money/sum.tsx';
import { QrCode } from '#src/components/print/qr-code.tsx';
import bankStyles from '#src/features/desk/pay/bank.module.css';
import payStyles from '#src/features/desk/pay.module.css';
import type { Visit } from '#src/features/desk/use-visit.ts';
import type { DraftTender } from '#src/features/desk/visit-draft.ts';
import { accountsFor, changeTender } from '#src/features/desk/visit-money.ts';
import { usePicture } from '#src/lib/browser/pictures.ts';
import controls from '#src/theme/controls.module.css';
import { SlipPhoto } from './slip-photo.tsx';

type Account = DeskRules['bankAccounts'][number];

/** The picture of the bank's own code, where no text of it is known. */
function Picture({ fileId, label }: { fileId: string; label: string }) {
  const { source } = usePicture(fileId);
  return source === undefined ? null : <img src={source} alt={label} className={bankStyles.code} />;
}

/** The code of the account for the payer's phone; with the amount in it where that was tried with this bank. */
function Code({ account, kip }: { account: Account; kip: number }) {
  const { t } = useTranslation('desk');
  const label = t('bank.code', { bank: account.bank, name: account.accountName });
  const hasAmount = account.isTried && kip > 0;
  if (account.qrText !== '') {
    return (
      <>
        <QrCode text={hasAmount ? withAmount(account.qrText, kip) : account.qrText} label={label} className={bankStyles.code} />
        <p className={payStyles.cap}>{t(hasAmount ? 'bank.withAmount' : 'bank.withoutAmount')}</p>
      </>
    );
  }
  return account.qrFileId === null ? <p className={payStyles.cap}>{t('bank.noCode')}</p> : <Picture fileId={account.qrFileId} label={label} />;
}

/** Money by bank: the account and its code, the reference that the payer's phone shows, and a photo of the slip. */
export function BankPart({ visit: { change, rules }, row }: { visit: Visit; row: DraftTender }) {
  const { t } = useTranslation('desk');
  const accounts = accountsFor(rules.data?.bankAccounts ?? [], row.currency);
  const account = accounts.find(({ _id }) => _id === row.bankAccountId);
  const set = (changes: Partial<DraftTender>) => change((before) => changeTender(before, row.key, changes));
  const kip = typeof row.tendered === 'number' ? row.tendered : 0;
  return (
    <div className={bankStyles.bank}>
      <div className={bankStyles.parts}>
        {row.method === 'qr' && account && (
          <div>
            <Code account={account} kip={kip} />
          </div>
        )}
        <div className={bankStyles.fields}>
          {row.method === 'qr' && (
            <p className={bankStyles.sum}>
              <Sum amount={kip} currency={row.currency} />
            </p>
          )}
          <label className={controls.field}>
            <span className={controls.label}>{t('pay.account')}</span>
            <span className={controls.input}>
              <select value={row.bankAccountId ?? ''} onChange={({ target }) => set({ bankAccountId: target.value })}>
                {account === undefined && <option value="" />}
                {accounts.map(({ _id, bank, accountName, accountNo }) => (
                  <option key={_id} value={_id}>{`${bank} · ${accountName} · ${accountNo}`}</option>
                ))}
              </select>
            </span>
          </label>
          <label className={controls.field}>
            <span className={controls.label}>
              {t('pay.reference')}
              <span aria-hidden className={controls.star}>
                {' *'}
              </span>
            </span>
            <span className={controls.input}>
              <input maxLength={60} autoComplete="off" required value={row.reference} onChange={({ target }) => set({ reference: target.value })} />
            </span>
            <span className={controls.help}>{t('bank.whereReference')}</span>
          </label>
        </div>
        <div className={bankStyles.wide}>
          <SlipPhoto fileId={row.slipFileId} onChange={(slipFileId) => set({ slipFileId })} />
          <p className={payStyles.cap}>{t('bank.notAsked')}</p>
        </div>
      </div>
    </div>
  );
}

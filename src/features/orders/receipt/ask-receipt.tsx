import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { parsePaperCode } from '#contract/words/paper-code.ts';
import { Button } from '#src/components/kit/button.tsx';
import { PlainField } from '#src/components/kit/plain-field.tsx';
import { PageHeader } from '#src/components/page/page-header.tsx';
import { ScanButton } from '#src/components/scan/scan-button.tsx';
import { useScan } from '#src/components/scan/use-scan.ts';
import { receiptPath } from '#src/entities/order/order-path.ts';
import { paths } from '#src/lib/paths.ts';
import styles from '#src/features/orders/orders.module.css';

/**
 * Asks for a receipt to check: its scanned code, or its typed number with the check letters beside
 * it if they are legible.
 */
export function AskReceipt() {
  const { t } = useTranslation('orders');
  const navigate = useNavigate();
  const [number, setNumber] = useState('');
  const [check, setCheck] = useState('');
  const [unknown, setUnknown] = useState<string>();
  const look = (text: string) => {
    const code = parsePaperCode(text);
    if (code?.kind === 'receipt') return void navigate(receiptPath(code.number, code.check));
    return setUnknown(t('list.unknownCode', { code: text }));
  };
  useScan(look);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    look(check.trim() === '' ? number.trim() : `${number.trim()}.${check.trim()}`);
  };
  return (
    <>
      <PageHeader title={t('receipt.ask')} back={paths.orders}>
        <ScanButton onScan={look} />
      </PageHeader>
      <form className={styles.asked} onSubmit={submit}>
        <PlainField
          label={t('receipt.number')}
          help={t('receipt.numberHelp')}
          error={unknown}
          required
          autoComplete="off"
          maxLength={40}
          dir="ltr"
          value={number}
          onChange={({ target }) => setNumber(target.value)}
        />
        <PlainField
          label={t('receipt.check')}
          help={t('receipt.checkHelp')}
          autoComplete="off"
          maxLength={9}
          dir="ltr"
          value={check}
          onChange={({ target }) => setCheck(target.value)}
        />
        <Button look="solid" type="submit" disabled={number.trim() === ''}>
          {t('receipt.ask')}
        </Button>
      </form>
    </>
  );
}

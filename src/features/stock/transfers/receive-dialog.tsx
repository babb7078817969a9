import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { StockTransfer } from '#contract/stock/stock-transfers.ts';
import { fieldErrorText } from '#contract/field-errors.ts';
import { Dialog } from '#src/components/kit/dialog.tsx';
import { ErrorText } from '#src/components/kit/error-text.tsx';
import { Button } from '#src/components/kit/button.tsx';
import { PlainField } from '#src/components/kit/plain-field.tsx';
import { QuantityBox, type Quantity } from '#src/features/stock/lines/quantity-box.tsx';
import { useGoods } from '#src/features/stock/use-goods.ts';
import { failureText } from '#src/lib/request/failure-text.ts';
import { saveOnce } from '#src/lib/request/save.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
import { useTransferStep } from './use-transfer-step.ts';
import styles from '#src/features/stock/paper/paper.module.css';

type Shortage = { missing: Quantity; damaged: Quantity; note: string };
const whole: Shortage = { missing: 0, damaged: 0, note: '' };
const countOf = (quantity: Quantity) => (typeof quantity === 'number' ? quantity : 0);
const isShort = ({ missing, damaged }: Shortage) => countOf(missing) + countOf(damaged) > 0;

/** The errors of a line: more missing or damaged than was sent, or no note about it. */
function useProblems() {
  const { t } = useTranslation('stock');
  const language = useLanguage();
  return (sent: number, shortage: Shortage) => ({
    count:
      countOf(shortage.missing) + countOf(shortage.damaged) > sent
        ? t('transfers.moreThanSent', { n: formatNumber(sent) })
        : undefined,
    note:
      isShort(shortage) && shortage.note.trim() === ''
        ? fieldErrorText('required', language)
        : undefined,
  });
}

type LineProps = {
  name: string;
  productId: string;
  sent: number;
  value: Shortage;
  isChecked: boolean;
  onChange: (value: Shortage) => void;
};

/** One received line: complete, unless pieces are missing or damaged. */
function ReceivedLine({ name, productId, sent, value, isChecked, onChange }: LineProps) {
  const { t } = useTranslation('stock');
  const problems = useProblems()(sent, value);
  const good = sent - countOf(value.missing) - countOf(value.damaged);
  const box = (field: 'missing' | 'damaged', label: string) => (
    <span className={styles.part}>
      <span>{t(`transfers.${field}`)}</span>
      <QuantityBox
        of={`${productId}-${field}`}
        label={label}
        value={value[field]}
        least={0}
        error={field === 'damaged' ? problems.count : undefined}
        onChange={(next) => onChange({ ...value, [field]: next })}
      />
    </span>
  );
  return (
    <li className={styles.line}>
      <div className={styles.name}>
        <b>{name}</b>
        <span>{t('transfers.cameOf', { good: formatNumber(good), sent: formatNumber(sent) })}</span>
      </div>
      <div className={styles.parts}>
        {box('missing', t('transfers.missingOf', { name }))}
        {box('damaged', t('transfers.damagedOf', { name }))}
      </div>
      {isShort(value) && (
        <PlainField
          label={t('transfers.lineNote')}
          required
          maxLength={200}
          value={value.note}
          error={isChecked ? problems.note : undefined}
          onChange={({ target }) => onChange({ ...value, note: target.value })}
        />
      )}
    </li>
  );
}

/** The receiving branch confirms the goods: everything, unless a line says otherwise. */
export function ReceiveDialog({
  row,
  onReceived,
  onClose,
}: {
  row: StockTransfer;
  onReceived: (saved: StockTransfer) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation(['stock', 'common']);
  const { nameOf } = useGoods();
  const { take } = useTransferStep(row);
  const problemsOf = useProblems();
  const [short, setShort] = useState<Readonly<Record<string, Shortage>>>({});
  const [isChecked, setChecked] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [isSending, setSending] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const of = (productId: string) => short[productId] ?? whole;
  const isBad = row.lines.some(({ productId, quantity }) => {
    const { count, note } = problemsOf(quantity, of(productId));
    return (
      count !== undefined ||
      note !== undefined ||
      [of(productId).missing, of(productId).damaged].some((one) => typeof one === 'string')
    );
  });
  const send = async () => {
    setChecked(true);
    if (isBad)
      return requestAnimationFrame(() =>
        list.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(),
      );
    setSending(true);
    const lines = row.lines
      .filter(({ productId }) => isShort(of(productId)))
      .map(({ productId }) => ({
        productId,
        missing: countOf(of(productId).missing),
        damaged: countOf(of(productId).damaged),
        note: of(productId).note,
      }));
    const result = await saveOnce((key) => take('receive', { lines }, key));
    setSending(false);
    return result.outcome === 'saved' ? onReceived(result.row) : setProblem(failureText(result));
  };
  return (
    <Dialog
      title={t('transfers.receiveOf', { number: row.number })}
      description={t('transfers.receiveHint')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('common:action.cancel')}</Button>
          <Button look="solid" aria-disabled={isSending} onClick={() => !isSending && void send()}>
            {t('transfers.receive')}
          </Button>
        </>
      }
    >
      <ul ref={list} className={styles.list} aria-label={t('lines.title')}>
        {row.lines.map(({ productId, quantity }) => (
          <ReceivedLine
            key={productId}
            name={nameOf(productId)}
            productId={productId}
            sent={quantity}
            value={of(productId)}
            isChecked={isChecked}
            onChange={(next) => setShort({ ...short, [productId]: next })}
          />
        ))}
      </ul>
      <ErrorText role="alert">{problem}</ErrorText>
    </Dialog>
  );
}

import { Search } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { StatementLine, StatementView } from '#contract/money/statements.ts';
import { Button } from '#src/components/kit/button.tsx';
import { formatDate, formatDateTime, formatNumber } from '#src/lib/text/format.ts';
import { showMoney } from '#src/lib/text/money.ts';
import { usePayerName } from '#src/lib/text/person-name.ts';
import styles from './statement.module.css';

/** Money at the bank that nobody has recorded. */
export function UnknownList({
  lines,
  currency,
  onRecord,
}: {
  lines: readonly StatementLine[];
  currency: string;
  onRecord: (line: StatementLine) => void;
}) {
  const { t } = useTranslation('pending-payment');
  if (lines.length === 0) return null;
  return (
    <section className={styles.rest} aria-labelledby="statement-unknown">
      <h2 id="statement-unknown">
        {t('statement.unknown')} <span>{formatNumber(lines.length)}</span>
      </h2>
      <ul>
        {lines.map((line) => (
          <li key={line._id}>
            <span>
              {line.inFile ? t('statement.rowNo', { row: line.row }) : t('statement.earlier')}
              <small>
                {[`${formatDate(line.day)} ${line.time}`.trim(), line.reference, line.description]
                  .filter(Boolean)
                  .join(' · ')}
              </small>
            </span>
            <b>{showMoney(line.amount, currency)}</b>
            <Button
              icon={Search}
              aria-label={
                line.inFile
                  ? t('statement.recordOf', { row: line.row })
                  : t('statement.recordOfEarlier', { sum: showMoney(line.amount, currency) })
              }
              onClick={() => onRecord(line)}
            >
              {t('statement.record')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Confirmed payments that the statement of these days does not have. */
export function MissingList({
  missing,
  currency,
}: {
  missing: StatementView['missing'];
  currency: string;
}) {
  const payerName = usePayerName();
  const { t } = useTranslation('pending-payment');
  if (missing.length === 0) return null;
  return (
    <section className={styles.rest} aria-labelledby="statement-missing">
      <h2 id="statement-missing">
        {t('statement.missing')} <span>{formatNumber(missing.length)}</span>
      </h2>
      <ul>
        {missing.map(({ _id, at, reference, tendered, ...payer }) => (
          <li key={_id}>
            <span>
              {payerName(payer)}
              <small>{[formatDateTime(at), reference].filter(Boolean).join(' · ')}</small>
            </span>
            <b>{showMoney(tendered, currency)}</b>
          </li>
        ))}
      </ul>
    </section>
  );
}

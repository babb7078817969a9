import { Search } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { StatementLine, StatementView } from '#contract/money/statements.ts';
import { DOT } from '#contract/words/dot.ts';
import { Row } from '#src/components/kit/layout.tsx';
import { Panel, PanelList } from '#src/components/kit/panel.tsx';
import { Button } from '#src/components/kit/button.tsx';
import { WholeWords } from '#src/components/kit/whole-words.tsx';
import { formatDate, formatDateTime, formatNumber } from '#src/lib/text/format.ts';
import { showMoney } from '#src/lib/text/money.ts';
import { usePayerName } from '#src/lib/text/person-name.ts';

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
    <Panel id="statement-unknown" title={t('statement.unknown')} count={formatNumber(lines.length)}>
      <PanelList>
        {lines.map((line) => (
          <li key={line._id}>
            <Row align="between" gap={4}>
              <span>
                {line.inFile ? t('statement.rowNo', { row: line.row }) : t('statement.earlier')}
                <small>
                  {[`${formatDate(line.day)} ${line.time}`.trim(), line.reference, line.description]
                    .filter(Boolean)
                    .join(DOT)}
                </small>
              </span>
              <Row gap={4}>
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
              </Row>
            </Row>
          </li>
        ))}
      </PanelList>
    </Panel>
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
    <Panel
      id="statement-missing"
      title={t('statement.missing')}
      count={formatNumber(missing.length)}
    >
      <PanelList>
        {missing.map(({ _id, at, reference, tendered, ...payer }) => (
          <li key={_id}>
            <Row align="between" gap={4}>
              <span>
                <WholeWords text={payerName(payer)} />
                <small>{[formatDateTime(at), reference].filter(Boolean).join(DOT)}</small>
              </span>
              <b>{showMoney(tendered, currency)}</b>
            </Row>
          </li>
        ))}
      </PanelList>
    </Panel>
  );
}

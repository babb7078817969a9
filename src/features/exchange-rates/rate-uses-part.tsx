import { useTranslation } from 'react-i18next';
import type { ExchangeRate, RateUses } from '#contract/money/exchange-rates.ts';
import { Row } from '#src/components/kit/layout.tsx';
import { LeftToRight } from '#src/components/kit/left-to-right.tsx';
import { LinkButton } from '#src/components/kit/link-button.tsx';
import { Panel, PanelList, PanelText } from '#src/components/kit/panel.tsx';
import { WholeWords } from '#src/components/kit/whole-words.tsx';
import { LoadFailed } from '#src/components/page/load-failed.tsx';
import { useCan } from '#src/lib/session/use-can.ts';
import { paths } from '#src/lib/paths.ts';
import { formatDateTime, formatNumber } from '#src/lib/text/format.ts';
import { showMoney } from '#src/lib/text/money.ts';
import { usePayerName } from '#src/lib/text/person-name.ts';
import { useRateUses } from './rate-queries.ts';

const LAK = 'LAK';

type Use = RateUses['payments'][number];

function UseRow({
  use: { _id, at, currency, tendered, amountLAK, receiptNumber, ...payer },
}: {
  use: Use;
}) {
  const payerName = usePayerName();
  const { t } = useTranslation('exchange-rates');
  return (
    <li>
      <Row align="between">
        <span>
          <LinkButton
            look="text"
            to={`${paths.paymentHistory}?${new URLSearchParams({ id: _id }).toString()}`}
          >
            {receiptNumber ?? t('uses.noReceipt')}
          </LinkButton>{' '}
          <WholeWords text={payerName(payer)} />
        </span>
        <LeftToRight>{`${showMoney(tendered, currency)} ${currency}`}</LeftToRight>
      </Row>
      <Row align="between">
        <small>{formatDateTime(at)}</small>
        <small>
          <LeftToRight>{[formatNumber(amountLAK), LAK].join(' ')}</LeftToRight>
        </small>
      </Row>
    </li>
  );
}

/**
 * The payments that used this rate: their number and the newest of them, for people who may see
 * payments.
 */
export function RateUsesPart({ rate }: { rate: ExchangeRate }) {
  const { t } = useTranslation('exchange-rates');
  const maySee = useCan('days:read');
  const { data, error, refetch } = useRateUses(rate._id, maySee);
  if (!maySee) return null;
  return (
    <Panel id="rate-uses" title={t('uses.title')}>
      {error && (
        <LoadFailed error={error} failed={t('uses.failed')} onRetry={() => void refetch()} />
      )}
      {data && (
        <PanelText>
          <p>{t('uses.count', { count: data.count })}</p>
        </PanelText>
      )}
      {data && data.payments.length > 0 && (
        <PanelList>
          {data.payments.map((use) => (
            <UseRow key={use._id} use={use} />
          ))}
        </PanelList>
      )}
    </Panel>
  );
}

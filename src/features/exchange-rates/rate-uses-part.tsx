import { chakra } from '@chakra-ui/react/styled-system';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { ExchangeRate, RateUses } from '#contract/money/exchange-rates.ts';
import { LeftToRight } from '#src/components/kit/left-to-right.tsx';
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
    <chakra.li
      display="grid"
      gridTemplateColumns="1fr auto"
      gap="0 var(--space-3)"
      paddingBlock="2"
      borderBlockEndWidth="1px"
      lineHeight="lao"
    >
      <chakra.span>
        <Link
          to={`${paths.paymentHistory}?${new URLSearchParams({ id: _id }).toString()}`}
          style={{
            textDecoration: 'underline',
            display: 'inline-flex',
            alignItems: 'center',
            minHeight: 'var(--size-control)',
          }}
        >
          {receiptNumber ?? t('uses.noReceipt')}
        </Link>{' '}
        {payerName(payer)}
      </chakra.span>
      <LeftToRight>{`${showMoney(tendered, currency)} ${currency}`}</LeftToRight>
      <chakra.small color="fg.muted">{formatDateTime(at)}</chakra.small>
      <chakra.small color="fg.muted" textAlign="end">
        <LeftToRight>{[formatNumber(amountLAK), LAK].join(' ')}</LeftToRight>
      </chakra.small>
    </chakra.li>
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
    <chakra.section marginBlockStart="6">
      <chakra.h2 fontSize="lg" fontWeight="semibold" lineHeight="tight">
        {t('uses.title')}
      </chakra.h2>
      {error && (
        <LoadFailed error={error} failed={t('uses.failed')} onRetry={() => void refetch()} />
      )}
      {data && <p>{t('uses.count', { count: data.count })}</p>}
      {data && data.payments.length > 0 && (
        <chakra.ul listStyle="none">
          {data.payments.map((use) => (
            <UseRow key={use._id} use={use} />
          ))}
        </chakra.ul>
      )}
    </chakra.section>
  );
}

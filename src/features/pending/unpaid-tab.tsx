import { FilePlus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { PendingUnpaid } from '#contract/classes/pending.ts';
import { LinkButton } from '#src/components/kit/link-button.tsx';
import { useCan } from '#src/lib/session/use-can.ts';
import { showDay } from '#src/lib/text/day.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { showMoney } from '#src/lib/text/money.ts';
import styles from './pending.module.css';
import { PendingRow } from './pending-row.tsx';
import { QueuedPlace, useCalled } from './place-words.tsx';
import { deskPath } from '#src/entities/order/desk-path.ts';

/** Students in a class whom nobody has billed, with the total in kip if every fee is in kip. */
export function UnpaidTab({ rows }: { rows: readonly PendingUnpaid[] }) {
  const { t } = useTranslation('pending');
  const called = useCalled();
  const mayWrite = useCan('orders:write');
  const inKip = rows.filter(({ price, currency }) => price !== null && currency === 'LAK');
  return (
    <ul className={styles.list}>
      {rows.map((row) => {
        const { _id, startDate, startedBy, reason, price, currency } = row;
        return (
          <PendingRow
            key={_id}
            id={_id}
            name={called(row)}
            lead={[
              <bdi key="day" dir="ltr">
                {showDay(startDate)}
              </bdi>,
              t('unpaid.started'),
            ]}
            what={
              <QueuedPlace
                place={row}
                more={[startedBy && reason ? `${startedBy}: ${reason}` : startedBy || reason]}
              />
            }
            sum={[
              price === null ? '' : `${showMoney(price, currency)} ${currency}`,
              t('unpaid.never'),
            ]}
          >
            {mayWrite && (
              <LinkButton
                icon={FilePlus}
                className={styles.go}
                to={deskPath('bill', _id)}
                aria-label={`${t('unpaid.bill')}: ${called(row)}`}
              >
                {t('unpaid.bill')}
              </LinkButton>
            )}
          </PendingRow>
        );
      })}
      {inKip.length === rows.length && rows.length > 1 && (
        <PendingRow
          id="sum"
          name=""
          lead={['']}
          what={<b>{t('unpaid.all')}</b>}
          sum={[`${formatNumber(inKip.reduce((sum, { price }) => sum + (price ?? 0), 0))} LAK`]}
        />
      )}
    </ul>
  );
}

import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { AccountRow, FamilyAccount } from '#contract/orders/family-account.ts';
import { Money } from '#src/components/kit/money.tsx';
import { SmallTable } from '#src/components/kit/small-table.tsx';
import { PanelText, Panel } from '#src/components/kit/panel.tsx';
import { orderPath, receiptPath } from '#src/entities/order/order-path.ts';
import { formatDate, formatNumber } from '#src/lib/text/format.ts';
import { showDay } from '#src/lib/text/day.ts';
import { useAccountWords } from './row-words.ts';
import styles from './account.module.css';

const CURRENCY = 'LAK';

/** The paper of a row: its receipt, or else its order. */
function PaperLink({ row: { receiptNumber, order, isPending } }: { row: AccountRow }) {
  const { t } = useTranslation('family-account');
  if (receiptNumber !== null) return <Link to={receiptPath(receiptNumber)}>{receiptNumber}</Link>;
  if (order) return <Link to={orderPath(order._id)}>{order.number}</Link>;
  return isPending ? <span>{t('noNumber')}</span> : null;
}

/** A balance; a negative one is credit, and is labelled as such. */
function Balance({ sum }: { sum: number }) {
  const { t } = useTranslation('family-account');
  return (
    <>
      <Money amount={sum} currency="LAK" isBare tone={sum < 0 ? 'good' : undefined} />
      {sum < 0 && <small>{t('credit')}</small>}
    </>
  );
}

function Row({ row }: { row: AccountRow }) {
  const { what, more } = useAccountWords()(row);
  const { amountLAK, balanceLAK, isPending, at, kind } = row;
  return (
    <tr data-wait={isPending || undefined}>
      <td data-day>
        <bdi dir="ltr">{formatDate(at)}</bdi>
      </td>
      <td data-paper>
        <bdi dir="ltr">
          <PaperLink row={row} />
        </bdi>
      </td>
      <th scope="row">
        {what}
        {more !== '' && <small>{more}</small>}
      </th>
      <td data-end data-charged>
        <bdi dir="ltr">{amountLAK > 0 ? formatNumber(amountLAK) : ''}</bdi>
      </td>
      <td data-end data-credited>
        <bdi dir="ltr">
          {amountLAK < 0
            ? formatNumber(-amountLAK)
            : amountLAK === 0 && kind !== 'lines'
              ? '0'
              : ''}
        </bdi>
      </td>
      <td data-end data-balance>
        <strong>
          <Balance sum={balanceLAK} />
        </strong>
      </td>
    </tr>
  );
}

/**
 * Every order and all money of a family, oldest first. The last row is the debt minus the credit,
 * and names both.
 */
export function AccountTable({ account }: { account: FamilyAccount }) {
  const { t } = useTranslation('family-account');
  const { rows, asOf, chargedLAK, creditedLAK, balanceLAK, owedLAK, creditLAK, pendingLAK } =
    account;
  return (
    <Panel id="account-rows" title={t('account')} tools={<small>{CURRENCY}</small>}>
      {rows.length === 0 && <PanelText isMuted>{t('none')}</PanelText>}
      {rows.length > 0 && (
        <div className={styles.rows}>
          <SmallTable>
            <thead>
              <tr>
                <th scope="col">{t('columns.day')}</th>
                <th scope="col">{t('columns.paper')}</th>
                <th scope="col">{t('columns.what')}</th>
                <th scope="col" data-end>
                  {t('columns.charged')}
                </th>
                <th scope="col" data-end>
                  {t('columns.credited')}
                </th>
                <th scope="col" data-end>
                  {t('columns.balance')}
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <Row key={row.key} row={row} />
              ))}
            </tbody>
            <tfoot>
              <tr>
                <td data-day />
                <td data-paper />
                <th scope="row">
                  {t('dueOn', { day: showDay(asOf) })}
                  {creditLAK > 0 && (
                    <small>
                      {t('less', { owed: formatNumber(owedLAK), credit: formatNumber(creditLAK) })}
                    </small>
                  )}
                </th>
                <td data-end data-charged>
                  <bdi dir="ltr">{formatNumber(chargedLAK)}</bdi>
                </td>
                <td data-end data-credited>
                  <bdi dir="ltr">{formatNumber(creditedLAK)}</bdi>
                </td>
                <td data-end data-balance>
                  <Balance sum={balanceLAK} />
                </td>
              </tr>
            </tfoot>
          </SmallTable>
        </div>
      )}
      {pendingLAK > 0 && (
        <PanelText isMuted>
          {t('ifRejected', { sum: formatNumber(balanceLAK + pendingLAK) })}
        </PanelText>
      )}
    </Panel>
  );
}

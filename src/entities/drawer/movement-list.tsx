import { useTranslation } from 'react-i18next';
import { useReasonText } from '#src/entities/drawer/reason-text.ts';
import { Link } from 'react-router-dom';
import { priceCurrencies } from '#contract/money/currencies.ts';
import type { DrawerMovement } from '#contract/money/drawers.ts';
import { DOT } from '#contract/words/dot.ts';
import { Panel } from '#src/components/kit/panel.tsx';
import { SmallTable } from '#src/components/kit/small-table.tsx';
import { paths } from '#src/lib/paths.ts';
import { formatTime } from '#src/lib/text/format.ts';
import { actsOf, type MovementRow } from './drawer-sums.ts';
import { showSigned, useMovementWords } from './sums-table.tsx';
import styles from './drawer-parts.module.css';

function What({ row }: { row: MovementRow }) {
  const words = useMovementWords();
  const reasonText = useReasonText();
  const about = [reasonText(row.reason), row.receivedBy, row.by].filter(Boolean).join(DOT);
  const name = words(row);
  return (
    <td>
      {row.receiptNumber === null ? (
        <b>{name}</b>
      ) : (
        <Link to={`${paths.orders}?receipt=${row.receiptNumber}`}>{row.receiptNumber}</Link>
      )}
      <small>{[row.receiptNumber !== null && name, about].filter(Boolean).join(DOT)}</small>
    </td>
  );
}

/** All movements of money in this drawer, the newest first. */
export function DrawerMovements({ movements }: { movements: readonly DrawerMovement[] }) {
  const { t } = useTranslation('drawer');
  const rows = actsOf(movements);
  return (
    <Panel id="drawer-movements" title={<>{t('movements')}</>} count={rows.length}>
      <SmallTable>
        <thead>
          <tr>
            <th scope="col">{t('when')}</th>
            <th scope="col">{t('what')}</th>
            <th scope="col" data-end>
              {t('amount')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row._id}>
              <td>
                <bdi dir="ltr">{formatTime(row.at)}</bdi>
              </td>
              <What row={row} />
              <td data-end>
                {priceCurrencies
                  .filter((currency) => row.sums[currency] !== 0)
                  .map((currency) => (
                    <bdi key={currency} dir="ltr" className={styles.line}>
                      {showSigned(row.sums[currency], currency)} <small>{currency}</small>
                    </bdi>
                  ))}
              </td>
            </tr>
          ))}
        </tbody>
      </SmallTable>
    </Panel>
  );
}

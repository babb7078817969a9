import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { DrawerReceipt } from '#contract/money/drawers.ts';
import { Panel } from '#src/components/kit/panel.tsx';
import { LeftToRight } from '#src/components/kit/left-to-right.tsx';
import { SmallTable } from '#src/components/kit/small-table.tsx';
import { WholeWords } from '#src/components/kit/whole-words.tsx';
import { paths } from '#src/lib/paths.ts';
import { formatTime } from '#src/lib/text/format.ts';
import { usePayerName } from '#src/lib/text/person-name.ts';

/** The last receipts of this drawer, with links to print or void them. */
export function LastReceipts({ receipts }: { receipts: readonly DrawerReceipt[] }) {
  const { t } = useTranslation('drawer');
  const payerName = usePayerName();
  if (receipts.length === 0) return null;
  return (
    <Panel id="drawer-receipts" title={t('receipts')}>
      <SmallTable>
        <thead>
          <tr>
            <th scope="col">{t('when')}</th>
            <th scope="col">{t('receipt')}</th>
            <th scope="col">{t('payer')}</th>
          </tr>
        </thead>
        <tbody>
          {receipts.map(({ number, at, isVoid, ...payer }) => (
            <tr key={number}>
              <td>
                <bdi dir="ltr">{formatTime(at)}</bdi>
              </td>
              <td>
                <Link to={`${paths.orders}?receipt=${number}`}>
                  <LeftToRight>{number}</LeftToRight>
                </Link>
                {isVoid && <small>{t('isVoid')}</small>}
              </td>
              <td>
                <WholeWords text={payerName(payer)} />
              </td>
            </tr>
          ))}
        </tbody>
      </SmallTable>
    </Panel>
  );
}

import { useTranslation } from 'react-i18next';
import type { ShiftRecord } from '#contract/money/drawers.ts';
import { Stack } from '#src/components/kit/layout.tsx';
import { Panel, PanelText, PanelList } from '#src/components/kit/panel.tsx';
import { formatDateTime } from '#src/lib/text/format.ts';
import { CountedBefore } from './counted-before.tsx';
import { sumsInWords } from './drawer-sums.ts';

/**
 * Offline cash that is expected in this open drawer, although it is said to be in an earlier count;
 * each with the act by which a second person signs for it.
 */
export function OfflineCashList({ shift }: { shift: ShiftRecord }) {
  const { t } = useTranslation('drawer');
  if (shift.offlineCash.length === 0) return null;
  return (
    <Panel id="drawer-offline-cash" title={t('offlineCash.title')}>
      <PanelText>{t('offlineCash.means')}</PanelText>
      <PanelList>
        {shift.offlineCash.map(({ _id, receiptNumber, takenAt, countedAt, sums, by, isOwn }) => (
          <li key={_id}>
            <Stack gap={2}>
              <p>
                <b>{sumsInWords(sums)}</b>{' '}
                {t('offlineCash.row', {
                  number: receiptNumber,
                  taken: formatDateTime(takenAt),
                  counted: formatDateTime(countedAt),
                  name: by,
                })}
              </p>
              <CountedBefore
                branchId={shift.branchId}
                shiftId={shift._id}
                offlineCashId={_id}
                sums={sums}
                isOwn={isOwn}
              />
            </Stack>
          </li>
        ))}
      </PanelList>
    </Panel>
  );
}

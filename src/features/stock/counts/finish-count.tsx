import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { stockCountsList } from '#contract/stock/stock-counts-list.ts';
import type { StockCount } from '#contract/stock/stock-counts.ts';
import { Button } from '#src/components/kit/button.tsx';
import { StockReasonDialog } from '#src/features/stock/paper/reason-dialog.tsx';
import { useStockMoved } from '#src/features/stock/stock-queries.ts';
import { api } from '#src/lib/request/api.ts';
import { withIdempotency } from '#src/lib/request/save.ts';
import { showToast } from '#src/lib/toast.ts';
import { useCountAnswers } from './count-queries.ts';

type Step = 'finish' | 'cancel';

type FinishProps = {
  count: StockCount;
  /** The sum of the differences, in words. */
  summary: string;
  /** Sends everything that is still here; returns true if the server has every line now. */
  sendAll: () => Promise<boolean>;
};

/** Finishes a sheet: all differences are booked in one write with one reason, or none is. */
export function FinishCount({ count, summary, sendAll }: FinishProps) {
  const { t } = useTranslation('stock');
  const [asked, setAsked] = useState<Step>();
  const { showSheet } = useCountAnswers(count._id);
  const moved = useStockMoved();
  const finish = async () => {
    if (await sendAll()) setAsked('finish');
    else showToast('info', t('counts.linesLeft'));
  };
  return (
    <>
      <Button onClick={() => setAsked('cancel')}>{t('counts.cancel')}</Button>
      <Button look="solid" onClick={() => void finish()}>
        {t('counts.finish')}
      </Button>
      {asked && (
        <StockReasonDialog<StockCount>
          title={t(asked === 'finish' ? 'counts.finishOf' : 'counts.cancelOf', {
            number: count.number,
          })}
          description={asked === 'finish' ? summary : t('counts.cancelHint')}
          submit={t(asked === 'finish' ? 'counts.saveDifferences' : 'counts.cancel')}
          isHarmful={asked === 'cancel'}
          send={(reason, key) =>
            api.post<StockCount>(
              `${stockCountsList.path}/${count._id}/${asked}`,
              { reason },
              { ...withIdempotency(key), quiet: true },
            )
          }
          onSaved={(saved) => {
            showToast(
              'success',
              t(asked === 'finish' ? 'counts.finished' : 'counts.cancelled', {
                number: saved.number,
              }),
            );
            showSheet(saved);
            moved();
          }}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  );
}

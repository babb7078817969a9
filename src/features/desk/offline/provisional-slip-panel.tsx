import { HardDrive, Plus, Printer, Send } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#src/components/kit/button.tsx';
import { useDevicePaper } from '#src/entities/paper/device-paper.ts';
import { ProvisionalSheet } from '#src/entities/paper/paper-sheet.tsx';
import { printWhenReady } from '#src/entities/paper/print-when-ready.ts';
import styles from '#src/features/desk/desk.module.css';
import done from '#src/features/desk/done/done.module.css';
import { ChangeToGive } from '#src/features/desk/done/figures.tsx';
import type { DraftOfflineCash, VisitDraft } from '#src/features/desk/visit-draft.ts';
import { formatDateTime } from '#src/lib/text/format.ts';
import { useSlip } from './use-slip.ts';

type PanelProps = {
  draft: VisitDraft;
  taken: DraftOfflineCash;
  branchId: string;
  /** True right after saving offline; prints the slip automatically. */
  isFresh: boolean;
  onNew: () => void;
  /** Goes on to the review before it is sent; missing while the server is out of reach. */
  onSend?: (() => void) | undefined;
};

/**
 * A visit with cash that was taken offline: its provisional slip, and a notice that it must still
 * be sent.
 */
export function ProvisionalSlipPanel({
  draft,
  taken,
  branchId,
  isFresh,
  onNew,
  onSend,
}: PanelProps) {
  const { t } = useTranslation('desk');
  const heading = useRef<HTMLHeadingElement>(null);
  const isPrinted = useRef(false);
  const { slip, branch } = useSlip(draft, taken, branchId);
  const { size } = useDevicePaper(branch?.paper);
  const pieces = draft.products.reduce((sum, one) => sum + (one.giveNow ? one.quantity : 0), 0);
  useEffect(() => {
    heading.current?.focus();
    if (!isFresh || isPrinted.current) return;
    isPrinted.current = true;
    void printWhenReady();
  }, [isFresh]);
  return (
    <div className={done.done}>
      <section className={done.words} aria-labelledby="desk-kept">
        <h2 id="desk-kept" ref={heading} tabIndex={-1}>
          <HardDrive aria-hidden size={22} />
          {t('away.keptTitle')}
        </h2>
        <p>{t('away.takenAt', { time: formatDateTime(taken.at) })}</p>
        {isFresh && taken.change.length > 0 && <ChangeToGive change={taken.change} />}
        {pieces > 0 && <p>{t(isFresh ? 'done.handOver' : 'done.handedOver', { count: pieces })}</p>}
        <p>{t('away.keptHelp')}</p>
        <div className={styles.row}>
          {onSend && (
            <Button icon={Send} look="solid" onClick={onSend}>
              {t('away.review')}
            </Button>
          )}
          <Button icon={Plus} look={onSend ? undefined : 'solid'} onClick={onNew}>
            {t('newVisit')}
          </Button>
          <Button icon={Printer} onClick={() => void printWhenReady()}>
            {t('away.printSlip')}
          </Button>
        </div>
      </section>
      <div className={done.paper}>
        <ProvisionalSheet visit={slip} size={size} />
      </div>
    </div>
  );
}

import { Fragment, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DOT } from '#contract/words/dot.ts';
import { Tick } from '#src/components/kit/tick.tsx';
import { Dialog } from '#src/components/kit/dialog.tsx';
import { Button } from '#src/components/kit/button.tsx';
import { formatDateTime, formatNumber } from '#src/lib/text/format.ts';
import type { MovedRow } from './typed-lines.ts';
import styles from './counts.module.css';

type Props = {
  name: string;
  counted: number;
  /** The time of the line. */
  at: string;
  rows: readonly MovedRow[];
  /** Called with the number of the last movement before the count. */
  onAnswer: (lastSeq: number) => void;
  onClose: () => void;
};

const signed = (change: number) => (change > 0 ? `+${formatNumber(change)}` : formatNumber(change));

/** Asks between which movements a product was counted, because it moved around that time. */
export function MovedDialog({ name, counted, at, rows, onAnswer, onClose }: Props) {
  const { t } = useTranslation('stock');
  const ordered = rows.toSorted((a, b) => a.seq - b.seq);
  // The times suggest an answer, but the person was there.
  const [before, setBefore] = useState(ordered.filter((row) => row.at <= at).length);
  const place = (index: number) => (
    <Tick
      isLine
      type="radio"
      name="counted-here"
      checked={before === index}
      onChange={() => setBefore(index)}
    >
      {t('moved.here', { n: formatNumber(counted) })}
    </Tick>
  );
  const first = ordered[0]?.seq ?? 1;
  return (
    <Dialog
      title={t('moved.title', { name })}
      description={t('moved.hint', { time: formatDateTime(at) })}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('moved.later')}</Button>
          <Button
            look="solid"
            onClick={() => onAnswer(before === 0 ? first - 1 : (ordered[before - 1]?.seq ?? first))}
          >
            {t('moved.save')}
          </Button>
        </>
      }
    >
      <fieldset className={styles.moves}>
        <legend>{t('moved.question')}</legend>
        {place(0)}
        {ordered.map((row, index) => (
          <Fragment key={row.seq}>
            <div className={styles.move}>
              <span>{[formatDateTime(row.at), t(`movements.types.${row.type}`)].join(DOT)}</span>
              <bdi dir="ltr">
                {row.qtyAfter === undefined
                  ? signed(row.qtyChange)
                  : `${signed(row.qtyChange)} → ${formatNumber(row.qtyAfter)}`}
              </bdi>
            </div>
            {place(index + 1)}
          </Fragment>
        ))}
      </fieldset>
    </Dialog>
  );
}

import { CircleHelp, TriangleAlert } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Slip } from '#contract/money/verify.ts';
import { DOT } from '#contract/words/dot.ts';
import { Tick } from '#src/components/kit/tick.tsx';
import { WholeWords } from '#src/components/kit/whole-words.tsx';
import { formatDateTime, formatNumber } from '#src/lib/text/format.ts';
import { usePayerName } from '#src/lib/text/person-name.ts';
import { differsFromBank, nameOf, slipTotal } from './slip-words.ts';
import styles from './verify.module.css';

/** A warning to read before the slip is checked. */
function Warning({ slip }: { slip: Slip }) {
  const { t } = useTranslation('pending-payment');
  const open = slip.notes.find(
    ({ kind, answeredAt }) => kind === 'question' && answeredAt === null,
  );
  const words = slip.isOwn
    ? t('verify.own')
    : differsFromBank(slip)
      ? t('verify.differs')
      : slip.rejectedBefore.length > 0
        ? t('verify.rejectedBefore')
        : undefined;
  return (
    <>
      {words && (
        <small data-warns>
          <TriangleAlert aria-hidden size={13} />
          {words}
        </small>
      )}
      {open && (
        <small data-warns>
          <CircleHelp aria-hidden size={13} />
          {t('verify.asked')}
        </small>
      )}
    </>
  );
}

type SlipListProps = {
  slips: readonly Slip[];
  current: string;
  onChoose: (id: string) => void;
  ticked: ReadonlySet<string>;
  onTick: (id: string) => void;
};

/** All open slips, oldest first; ticked ones are confirmed together. */
export function SlipList({ slips, current, onChoose, ticked, onTick }: SlipListProps) {
  const { t } = useTranslation('pending-payment');
  const payerName = usePayerName();
  const box = useRef<HTMLUListElement>(null);
  useEffect(() => {
    // Only the list is moved, never the page.
    const [list, row] = [box.current, box.current?.querySelector<HTMLElement>('[data-current]')];
    if (!list || !row) return;
    const above = row.offsetTop - list.offsetTop;
    if (above < list.scrollTop) list.scrollTop = above;
    else if (above + row.offsetHeight > list.scrollTop + list.clientHeight)
      list.scrollTop = above + row.offsetHeight - list.clientHeight;
  }, [current]);
  const sum = slips.reduce((total, { amountLAK }) => total + amountLAK, 0);
  return (
    <section className={styles.panel} aria-label={t('verify.list')}>
      <header>
        <h2>{t('verify.count', { count: slips.length })}</h2>
        <small>{formatNumber(sum)}</small>
      </header>
      <ul ref={box} className={styles.slips}>
        {slips.map((slip) => {
          const { _id, at, reference, currency } = slip;
          return (
            <li key={_id} data-current={_id === current || undefined}>
              <Tick
                isBare
                checked={ticked.has(_id)}
                disabled={slip.isOwn}
                aria-label={t('verify.tick', { name: nameOf(slip) })}
                onChange={() => onTick(_id)}
              />
              <button
                type="button"
                aria-current={_id === current || undefined}
                onClick={() => onChoose(_id)}
              >
                <b>
                  <WholeWords text={payerName(slip)} />
                </b>
                <span>
                  <small>{`${formatDateTime(at)}${DOT}${reference}`}</small>
                  <strong>{`${slipTotal(slip)}${currency === 'LAK' ? '' : ` ${currency}`}`}</strong>
                </span>
                <Warning slip={slip} />
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

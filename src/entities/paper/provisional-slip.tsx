import type { PriceCurrency } from '#contract/money/currencies.ts';
import { formatDateTime } from '#src/lib/text/format.ts';
import { showMoney } from '#src/lib/text/money.ts';
import { BothWords, PaperFigure, kip, LAK } from './paper-parts.tsx';
import { SlipHead, SlipRow } from './slip-paper.tsx';
import type { Paper } from '#contract/orders/papers.ts';
import styles from './slip.module.css';

/** A visit stored on this device until the desk is online, as its slip shows it. */
export type ProvisionalVisit = {
  /** The time when the money was handed over. */
  at: string;
  centre: Pick<Paper['centre'], 'name' | 'taxNo'>;
  branch: Pick<Paper['branch'], 'code' | 'name' | 'phone'>;
  cashier: string;
  payer: string;
  /** The charged lines, in the words of the screen. */
  lines: readonly { key: string; name: string; amountLAK: number }[];
  totalLAK: number;
  /** The money received by currency, and the change given back (negative). */
  handedOver: readonly { currency: PriceCurrency; amount: number }[];
  change: readonly { currency: PriceCurrency; amount: number }[];
};

const Bar = () => (
  <div className={styles.bar}>
    <BothWords of="provisional" />
  </div>
);

/**
 * The slip for a family while the desk is offline: without a number, and marked in both languages
 * as no receipt.
 */
export function ProvisionalSlip({ visit }: { visit: ProvisionalVisit }) {
  const { at, centre, branch, cashier, payer, lines, totalLAK, handedOver, change } = visit;
  return (
    <article className={styles.slip}>
      <Bar />
      <SlipHead centre={centre} branch={branch} />
      <p className={styles.help}>
        <BothWords of="noNumber" />
      </p>
      <dl>
        {(
          [
            ['date', formatDateTime(at)],
            ['cashier', cashier],
            ['payer', payer],
          ] as const
        ).map(([word, value]) => (
          <div key={word}>
            <dt>
              <BothWords of={word} />
            </dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <section>
        {lines.map(({ key, name, amountLAK }) => (
          <SlipRow key={key} sum={kip(amountLAK)}>
            {name}
          </SlipRow>
        ))}
      </section>
      <div className={styles.sums}>
        <SlipRow sum={kip(totalLAK)}>
          <BothWords of="total" /> {LAK}
        </SlipRow>
      </div>
      <div className={styles.total}>
        {handedOver.map(({ currency, amount }) => (
          <SlipRow
            key={currency}
            sum={<PaperFigure>{`${currency} ${showMoney(amount, currency)}`}</PaperFigure>}
          >
            <BothWords of="handedOver" />
          </SlipRow>
        ))}
        {change.map(({ currency, amount }) => (
          <SlipRow
            key={currency}
            sum={
              <PaperFigure>{`${currency} ${showMoney(-Math.abs(amount), currency)}`}</PaperFigure>
            }
          >
            <BothWords of="change" />
          </SlipRow>
        ))}
      </div>
      <div className={styles.foot}>
        <span>
          <BothWords of="provisionalHelp" />
        </span>
        <b>
          <BothWords of="keep" />
        </b>
      </div>
      <Bar />
    </article>
  );
}

import { Printer } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { OrderPage } from '#contract/orders/order-page.ts';
import type { PaperKind } from '#contract/words/paper-code.ts';
import { IconButton } from '#src/components/kit/button.tsx';
import { receiptPath } from '#src/entities/order/order-path.ts';
import { usePrintPaper } from '#src/entities/paper/use-print-paper.tsx';
import { useOrderChanged } from '#src/features/orders/orders-queries.ts';
import styles from '#src/features/orders/orders.module.css';
import controls from '#src/theme/controls.module.css';
import { shortMoment } from '#src/lib/text/format.ts';

type PaperProps = {
  name: string;
  of: { kind: PaperKind; id: string };
  prints: OrderPage['prints'];
  onPrint: (of: PaperProps['of']) => void;
  isBusy: boolean;
  children: ReactNode;
};

/** One paper: the number of prints, and the button that prints it again. */
function PaperRow({ name, of, prints, onPrint, isBusy, children }: PaperProps) {
  const { t } = useTranslation('orders');
  const own = prints.filter((print) => print.ofId === of.id && print.paper === of.kind);
  const last = own.at(-1);
  return (
    <li className={styles.paper}>
      <span>
        {children}
        <small>
          {last
            ? t('papers.printed', { count: own.length, at: shortMoment(last.at) })
            : t('papers.never')}
        </small>
      </span>
      <IconButton
        icon={Printer}
        label={t('papers.print', { name })}
        aria-disabled={isBusy}
        onClick={() => onPrint(of)}
      />
    </li>
  );
}

/** The papers of the order: the invoice, each receipt, the statement. */
export function PapersPanel({ order }: { order: OrderPage }) {
  const { t } = useTranslation('orders');
  const { print, sheet, isBusy, failure } = usePrintPaper();
  const changed = useOrderChanged();
  const shared = {
    prints: order.prints,
    isBusy,
    onPrint: (of: PaperProps['of']) => void print(of).then(changed),
  };
  return (
    <section className={styles.panel} aria-labelledby="order-papers">
      <header>
        <h2 id="order-papers">{t('papers.title')}</h2>
      </header>
      <ul className={styles.timeline}>
        <PaperRow {...shared} name={t('papers.invoice')} of={{ kind: 'invoice', id: order._id }}>
          {t('papers.invoice')}
        </PaperRow>
        {order.receipts.map(({ _id, number, kind }) => (
          <PaperRow key={_id} {...shared} name={number} of={{ kind: 'receipt', id: _id }}>
            {t(`papers.kinds.${kind}`)}{' '}
            <Link className={styles.link} to={receiptPath(number)}>
              <bdi dir="ltr">{number}</bdi>
            </Link>
          </PaperRow>
        ))}
        <PaperRow
          {...shared}
          name={t('papers.statement')}
          of={{ kind: 'statement', id: order._id }}
        >
          {t('papers.statement')}
        </PaperRow>
      </ul>
      <p
        role="alert"
        className={`${styles.footNote} ${controls.error}`}
        hidden={failure === undefined}
      >
        {failure}
      </p>
      {sheet}
    </section>
  );
}

import { Printer } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { OrderPage } from '#contract/orders/order-page.ts';
import type { PaperKind } from '#contract/words/paper-code.ts';
import { Row } from '#src/components/kit/layout.tsx';
import { IconButton } from '#src/components/kit/button.tsx';
import { ErrorText } from '#src/components/kit/error-text.tsx';
import { LinkButton } from '#src/components/kit/link-button.tsx';
import { PanelList, Panel, PanelText } from '#src/components/kit/panel.tsx';
import { receiptPath } from '#src/entities/order/order-path.ts';
import { usePrintPaper } from '#src/entities/paper/use-print-paper.tsx';
import { useOrderChanged } from '#src/features/orders/orders-queries.ts';
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
    <li>
      <Row align="between">
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
      </Row>
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
    <Panel id="order-papers" title={t('papers.title')}>
      <PanelList>
        <PaperRow {...shared} name={t('papers.invoice')} of={{ kind: 'invoice', id: order._id }}>
          {t('papers.invoice')}
        </PaperRow>
        {order.receipts.map(({ _id, number, kind }) => (
          <PaperRow key={_id} {...shared} name={number} of={{ kind: 'receipt', id: _id }}>
            {t(`papers.kinds.${kind}`)}{' '}
            <LinkButton look="text" to={receiptPath(number)}>
              <bdi dir="ltr">{number}</bdi>
            </LinkButton>
          </PaperRow>
        ))}
        <PaperRow
          {...shared}
          name={t('papers.statement')}
          of={{ kind: 'statement', id: order._id }}
        >
          {t('papers.statement')}
        </PaperRow>
      </PanelList>
      <PanelText>
        <ErrorText role="alert">{failure}</ErrorText>
      </PanelText>
      {sheet}
    </Panel>
  );
}

import { useSearchParams } from 'react-router-dom';
import { loadWords } from '#src/lib/text/i18n.ts';
import { onDemand } from './on-demand.tsx';

const List = onDemand(async () => {
  const [{ OrderList }] = await Promise.all([
    import('#src/features/orders/list/order-list.tsx'),
    loadWords('orders'),
  ]);
  return OrderList;
});
const Order = onDemand(async () => {
  const [{ OrderRecord }] = await Promise.all([
    import('#src/features/orders/page/order-record.tsx'),
    loadWords(['orders', 'record', 'rights']),
  ]);
  return OrderRecord;
});
const Ask = onDemand(async () => {
  const [{ AskReceipt }] = await Promise.all([
    import('#src/features/orders/receipt/ask-receipt.tsx'),
    loadWords('orders'),
  ]);
  return AskReceipt;
});
const Receipt = onDemand(async () => {
  const [{ ReceiptPage }] = await Promise.all([
    import('#src/features/orders/receipt/receipt-page.tsx'),
    loadWords(['orders', 'record']),
  ]);
  return ReceiptPage;
});

function Pages() {
  const [params] = useSearchParams();
  const [id, receipt] = [params.get('id'), params.get('receipt')];
  if (receipt === '') return <Ask />;
  if (receipt !== null)
    return <Receipt key={receipt} number={receipt} check={params.get('check') ?? ''} />;
  return id === null ? <List /> : <Order key={id} id={id} />;
}

/**
 * The list of orders, one order, a receipt, or the question which of several is meant; fetches only
 * the page that is shown.
 */
export async function loadOrderPages() {
  const params = new URLSearchParams(window.location.search);
  await (
    params.get('receipt') === ''
      ? Ask
      : params.has('receipt')
        ? Receipt
        : params.has('id')
          ? Order
          : List
  ).load();
  return Pages;
}

import { lazy, Suspense } from 'react';
import { useSearchParams } from 'react-router-dom';
import { TableSkeleton } from '#src/components/kit/skeleton.tsx';
import { useCan } from '#src/lib/session/use-can.ts';
import { HandView } from '#src/features/stock/hand/hand-view.tsx';
import { NEW, stockViews, type StockView } from './stock-path.ts';

const lists = {
  movements: lazy(async () => ({
    default: (await import('#src/features/stock/movements/movement-list.tsx')).StockMovements,
  })),
  deliveries: lazy(async () => ({
    default: (await import('#src/features/stock/deliveries/delivery-list.tsx')).DeliveryList,
  })),
  counts: lazy(async () => ({
    default: (await import('#src/features/stock/counts/count-list.tsx')).CountList,
  })),
  transfers: lazy(async () => ({
    default: (await import('#src/features/stock/transfers/transfer-list.tsx')).StockTransferList,
  })),
} as const satisfies Record<Exclude<StockView, 'hand'>, unknown>;

const papers = {
  deliveries: lazy(async () => ({
    default: (await import('#src/features/stock/deliveries/delivery-page.tsx')).DeliveryPage,
  })),
  counts: lazy(async () => ({
    default: (await import('#src/features/stock/counts/count-page.tsx')).StockCountPage,
  })),
  transfers: lazy(async () => ({
    default: (await import('#src/features/stock/transfers/transfer-page.tsx')).TransferPage,
  })),
} as const;

const forms = {
  deliveries: lazy(async () => ({
    default: (await import('#src/features/stock/deliveries/delivery-form.tsx')).NewDelivery,
  })),
  transfers: lazy(async () => ({
    default: (await import('#src/features/stock/transfers/transfer-form.tsx')).NewTransfer,
  })),
} as const;

function Part({ view, id }: { view: StockView; id: string | null }) {
  if (view === 'hand') return <HandView />;
  if (id === NEW && view in forms) {
    const Form = forms[view as keyof typeof forms];
    return <Form />;
  }
  if (id !== null && view in papers) {
    const Paper = papers[view as keyof typeof papers];
    return <Paper key={id} id={id} />;
  }
  const List = lists[view];
  return <List />;
}

/**
 * The stock: goods on hand, every movement, and the papers behind them; each view has an address.
 */
export function StockPage() {
  const [params] = useSearchParams();
  const seesPapers = useCan('stock-movements:read');
  const asked = stockViews.find((one) => one === params.get('view')) ?? 'hand';
  const view = seesPapers ? asked : 'hand';
  return (
    <Suspense key={view} fallback={<TableSkeleton columns={5} />}>
      <Part view={view} id={params.get('id')} />
    </Suspense>
  );
}

import { useSearchParams } from 'react-router-dom';
import { loadWords } from '#src/lib/text/i18n.ts';
import { onDemand } from './on-demand.tsx';

const List = onDemand(async () => {
  const [{ ClassTransferList: TransferList }] = await Promise.all([
    import('#src/features/transfers/transfer-list.tsx'),
    loadWords('transfers'),
  ]);
  return TransferList;
});
const Transfer = onDemand(async () => {
  const [{ ClassTransferRecord: TransferRecord }] = await Promise.all([
    import('#src/features/transfers/decide/transfer-record.tsx'),
    loadWords(['transfers', 'allocation']),
  ]);
  return TransferRecord;
});

function Pages() {
  const [params] = useSearchParams();
  const id = params.get('id');
  return id === null ? <List /> : <Transfer key={id} id={id} />;
}

/** The requests for a change of class, or one of them; fetches only the page that is shown. */
export async function loadTransferPages() {
  await (new URLSearchParams(window.location.search).has('id') ? Transfer : List).load();
  return Pages;
}

import { useSearchParams } from 'react-router-dom';
import { loadWords } from '#src/lib/text/i18n.ts';
import { onDemand } from './on-demand.tsx';

const List = onDemand(async () => {
  const [{ ParentListPage }] = await Promise.all([
    import('#src/features/parents/parent-list-page.tsx'),
    loadWords('people'),
  ]);
  return ParentListPage;
});
const Account = onDemand(async () => {
  const [{ FamilyAccountPage }] = await Promise.all([
    import('#src/features/family-account/family-account-page.tsx'),
    loadWords(['family-account', 'orders']),
  ]);
  return FamilyAccountPage;
});

function Pages() {
  const id = useSearchParams()[0].get('id');
  return id === null ? <List /> : <Account key={id} id={id} />;
}

/** The list of parents, or the account of a payer; fetches only the page that is shown. */
export async function loadParentPages() {
  await (new URLSearchParams(window.location.search).has('id') ? Account : List).load();
  return Pages;
}

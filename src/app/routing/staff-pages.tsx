import { useSearchParams } from 'react-router-dom';
import { loadWords } from '#src/lib/text/i18n.ts';
import { onDemand } from './on-demand.tsx';
import { screens } from './routes.tsx';

const List = onDemand(async () => {
  const [{ StaffListPage }] = await Promise.all([
    import('#src/features/staff-accounts/staff-list-page.tsx'),
    loadWords('staff-accounts'),
  ]);
  return StaffListPage;
});
const Rights = onDemand(async () => {
  const [{ RightsPage }] = await Promise.all([
    import('#src/features/staff-accounts/rights/rights-page.tsx'),
    loadWords(['rights', 'rights-page']),
  ]);
  // The screens of the menu; records and forms follow the screen that they stand under.
  const pages = screens.filter(({ page, under }) => page !== undefined && under === undefined);
  return function RightsOfPages() {
    return <RightsPage pages={pages} />;
  };
});

function Pages() {
  const [params] = useSearchParams();
  return params.get('view') === 'rights' ? <Rights /> : <List />;
}

/** The list of accounts, or who may do what; fetches only the page that is shown. */
export async function loadStaffPages() {
  const view = new URLSearchParams(window.location.search).get('view');
  await (view === 'rights' ? Rights : List).load();
  return Pages;
}

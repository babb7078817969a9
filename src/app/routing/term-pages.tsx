import { useSearchParams } from 'react-router-dom';
import { loadWords } from '#src/lib/text/i18n.ts';
import { onDemand } from './on-demand.tsx';

const List = onDemand(async () => {
  const [{ TermListPage }] = await Promise.all([
    import('#src/features/terms/term-list-page.tsx'),
    loadWords('terms'),
  ]);
  return TermListPage;
});
const Copy = onDemand(async () => {
  const [{ CopyPage }] = await Promise.all([
    import('#src/features/terms/copy/copy-page.tsx'),
    loadWords('terms'),
  ]);
  return CopyPage;
});

const Continuing = onDemand(async () => {
  const [{ ContinuingPage }] = await Promise.all([
    import('#src/features/terms/continuing/continuing-page.tsx'),
    loadWords(['terms', 'allocation']),
  ]);
  return ContinuingPage;
});

function Pages() {
  const view = useSearchParams()[0].get('view');
  if (view === 'continuing') return <Continuing />;
  return view === 'copy' ? <Copy /> : <List />;
}

/**
 * The terms, the copy of the classes of one, or who goes on in it; fetches only the page that is
 * shown.
 */
export async function loadTermPages() {
  const view = new URLSearchParams(window.location.search).get('view');
  await (view === 'continuing' ? Continuing : view === 'copy' ? Copy : List).load();
  return Pages;
}

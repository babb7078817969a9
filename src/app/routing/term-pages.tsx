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

const Answers = onDemand(async () => {
  const [{ AnswersPage }] = await Promise.all([
    import('#src/features/terms/continuing/answers-page.tsx'),
    loadWords(['terms', 'message']),
  ]);
  return AnswersPage;
});

const YearClose = onDemand(async () => {
  const [{ YearClosePage }] = await Promise.all([
    import('#src/features/terms/year/year-close-page.tsx'),
    loadWords(['year-close', 'terms', 'people']),
  ]);
  return YearClosePage;
});

/** The page of a view of the address. */
const pageOf = (view: string | null) => {
  if (view === 'answers') return Answers;
  if (view === 'continuing') return Continuing;
  if (view === 'year') return YearClose;
  return view === 'copy' ? Copy : List;
};

function Pages() {
  const view = useSearchParams()[0].get('view');
  if (view === 'answers') return <Answers />;
  if (view === 'continuing') return <Continuing />;
  if (view === 'year') return <YearClose />;
  return view === 'copy' ? <Copy /> : <List />;
}

/**
 * The terms, the copy of the classes of one, who goes on in it, or what families answer,
 * or the close of a year; fetches only the page that is shown.
 */
export async function loadTermPages() {
  await pageOf(new URLSearchParams(window.location.search).get('view')).load();
  return Pages;
}

import { lazy } from 'react';
import { useSearchParams } from 'react-router-dom';
import { loadWords } from '#src/lib/text/i18n.ts';
import { onDemand } from './on-demand.tsx';

const ClassPage = onDemand(async () => {
  const [{ ClassPage: Page }] = await Promise.all([
    import('#src/features/class-page/class-page.tsx'),
    loadWords(['class-page', 'record']),
  ]);
  return Page;
});
// The form of a class is a feature of its own, and comes after the students.
const ClassAbout = lazy(async () => {
  const [{ ClassAbout: About }] = await Promise.all([
    import('#src/features/classes/class-about.tsx'),
    loadWords(['classes', 'record']),
  ]);
  return { default: About };
});
const Overview = onDemand(async () => {
  const [{ ClassOverviewPage }] = await Promise.all([
    import('#src/features/class-overview/class-overview-page.tsx'),
    loadWords('class-overview'),
  ]);
  return ClassOverviewPage;
});

function Pages() {
  const id = useSearchParams()[0].get('id');
  return id === null ? <Overview /> : <ClassPage key={id} id={id} About={ClassAbout} />;
}

/**
 * The week of all classes, or the class whose id is in the address; fetches only the page that is
 * shown.
 */
export async function loadClassPages() {
  const isOne = new URLSearchParams(window.location.search).has('id');
  await (isOne ? ClassPage.load() : Overview.load());
  return Pages;
}

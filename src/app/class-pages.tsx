import { loadWords } from '#src/lib/i18n.ts';
import { onDemand } from './on-demand.tsx';

const Overview = onDemand(async () => {
  const [{ ClassOverviewPage }] = await Promise.all([import('#src/features/class-overview/class-overview-page.tsx'), loadWords('class-overview')]);
  return ClassOverviewPage;
});

/** The week of all classes. */
export const ClassPages = Object.assign(
  function ClassPages() {
    return <Overview />;
  },
  { load: Overview.load },
);

import { useSearchParams } from 'react-router-dom';
import { loadWords } from '#src/lib/text/i18n.ts';
import { onDemand } from './on-demand.tsx';

const List = onDemand(
  async () =>
    (
      await Promise.all([
        import('#src/features/announcements/announcement-list-page.tsx'),
        loadWords('announcements'),
      ])
    )[0].AnnouncementListPage,
);
const One = onDemand(
  async () =>
    (
      await Promise.all([
        import('#src/features/announcements/announcement-page.tsx'),
        loadWords('announcements'),
      ])
    )[0].AnnouncementPage,
);

function Pages() {
  const id = useSearchParams()[0].get('id');
  return id === null ? <List /> : <One key={id} id={id} />;
}

/**
 * The list of announcements, or the announcement whose id is in the address; fetches only the page
 * that is shown.
 */
export async function loadAnnouncementPages() {
  const isOne = new URLSearchParams(window.location.search).has('id');
  await (isOne ? One.load() : List.load());
  return Pages;
}

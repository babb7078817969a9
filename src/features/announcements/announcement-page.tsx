import { FileQuestion, Pencil } from 'lucide-react';
import { lazy, Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { shownState } from '#contract/centre/announcement-state.ts';
import type { Announcement } from '#contract/centre/announcements.ts';
import { announcementsList } from '#contract/centre/announcements-list.ts';
import { seesAllBranches } from '#contract/roles.ts';
import { DOT } from '#contract/words/dot.ts';
import { EmptyState } from '#src/components/kit/empty-state.tsx';
import { Columns, HeadLine } from '#src/components/kit/layout.tsx';
import { LinkButton } from '#src/components/kit/link-button.tsx';
import { Mark } from '#src/components/kit/mark.tsx';
import { Freshness } from '#src/components/page/freshness.tsx';
import { LoadFailed } from '#src/components/page/load-failed.tsx';
import { PageHeader } from '#src/components/page/page-header.tsx';
import { AnnouncementFiles } from '#src/entities/announcement/announcement-files.tsx';
import { AnnouncementMarks } from '#src/entities/announcement/announcement-marks.tsx';
import {
  isUnread,
  saidIn,
  showWindow,
  stateTones,
} from '#src/entities/announcement/announcement-words.ts';
import words from '#src/entities/announcement/announcement.module.css';
import { useMarkRead } from '#src/entities/announcement/my-announcements.ts';
import { useNow } from '#src/lib/browser/use-now.ts';
import { editPath, paths } from '#src/lib/paths.ts';
import { useCan } from '#src/lib/session/use-can.ts';
import { useStore } from '#src/lib/store.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
import { useCachedList } from '#src/offline/lists/cached-list.ts';
import styles from './announcements.module.css';
import { useAudienceWords } from './audience-words.ts';

// Loaded lazily: only authors see the receipts.
const Receipts = lazy(async () => ({ default: (await import('./receipts.tsx')).Receipts }));

const MINUTE_MS = 60_000;

/** True if the person may change it. An admin may change what admins of the own branch wrote. */
function useMayChange(row: Announcement): boolean {
  const mayWrite = useCan(announcementsList.write);
  const user = useStore((state) => state.user);
  return mayWrite && (seesAllBranches(user.role) || row.branchId === user.userData?.branchId);
}

function Reading({ row }: { row: Announcement }) {
  const { t } = useTranslation(['announcements', 'common']);
  const said = saidIn(row, useLanguage());
  const audience = useAudienceWords();
  const mayChange = useMayChange(row);
  const markRead = useMarkRead();
  const unread = isUnread(row);
  useEffect(() => {
    if (unread) void markRead([row._id]);
  }, [markRead, unread, row._id]);
  const state = shownState(row, useNow(MINUTE_MS));
  const text = (
    <article className={styles.text} lang={said.lang}>
      <p className={words.body}>{said.body}</p>
      <AnnouncementFiles files={row.files} />
    </article>
  );
  return (
    <>
      <HeadLine>
        <AnnouncementMarks {...row} isOther={said.isOther} />
        <Mark tone={stateTones[state]} label={t(`states.${state}`)} />
        <span>
          {state === 'draft' ? audience(row) : `${showWindow(row)}${DOT}${audience(row)}`}
        </span>
        {row.authorName !== '' && <span>{t('by', { name: row.authorName })}</span>}
      </HeadLine>
      {mayChange && row.state !== 'draft' ? (
        <Columns
          label={t('readBy')}
          aside={
            <Suspense>
              <Receipts row={row} />
            </Suspense>
          }
        >
          {text}
        </Columns>
      ) : (
        text
      )}
    </>
  );
}

function EditLink({ row }: { row: Announcement }) {
  const { t } = useTranslation('shell');
  if (!useMayChange(row)) return null;
  return (
    <LinkButton
      icon={Pencil}
      isShort
      to={editPath(paths.editAnnouncement, row._id)}
      aria-label={t('page.editAnnouncement')}
    >
      {t('page.editAnnouncement')}
    </LinkButton>
  );
}

/**
 * One announcement, also without network. Opening it is recorded, and its author sees who has read
 * it.
 */
export function AnnouncementPage({ id }: { id: string }) {
  const { t } = useTranslation(['announcements', 'shell']);
  const language = useLanguage();
  const list = useCachedList(announcementsList, { quiet: true });
  const row = list.rows?.find(({ _id }) => _id === id);
  return (
    <>
      <PageHeader
        title={row ? saidIn(row, language).title : t('shell:nav.announcements')}
        back={paths.announcements}
        freshness={<Freshness list={list} />}
      >
        {row && <EditLink row={row} />}
      </PageHeader>
      {row ? (
        <Reading row={row} />
      ) : list.rows && !list.refreshing ? (
        <EmptyState icon={FileQuestion} title={t('missing')} text={t('missingHint')} />
      ) : (
        list.error && (
          <LoadFailed error={list.error} failed={t('failed.one')} onRetry={list.refetch} />
        )
      )}
    </>
  );
}

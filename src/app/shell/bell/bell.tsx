import { Bell as BellIcon, Paperclip } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Announcement } from '#contract/centre/announcements.ts';
import { DOT } from '#contract/words/dot.ts';
import { AnnouncementMarks } from '#src/entities/announcement/announcement-marks.tsx';
import { isUnread, saidIn } from '#src/entities/announcement/announcement-words.ts';
import words from '#src/entities/announcement/announcement.module.css';
import { useMarkRead } from '#src/entities/announcement/my-announcements.ts';
import { Menu } from '#src/components/kit/menu.tsx';
import { editPath, paths } from '#src/lib/paths.ts';
import { formatDateTime, formatNumber } from '#src/lib/text/format.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
import styles from './bell.module.css';

function Entry({ row, onOpen }: { row: Announcement; onOpen: () => void }) {
  const { t } = useTranslation('announcements');
  const said = saidIn(row, useLanguage());
  const unread = isUnread(row);
  return (
    <li>
      <Link
        className={styles.entry}
        data-unread={unread || undefined}
        to={editPath(paths.announcements, row._id)}
        onClick={onOpen}
      >
        <span className={words.name} data-unread={unread || undefined}>
          <AnnouncementMarks {...row} isOther={said.isOther} />
          <bdi lang={said.lang}>{said.title}</bdi>
        </span>
        <span className={styles.body} lang={said.lang}>
          {said.body}
        </span>
        <small>
          {formatDateTime(row.publishFrom)}
          {row.files.length > 0 && (
            <>
              {DOT}
              <Paperclip aria-hidden size={12} strokeWidth={1.75} />{' '}
              {t('files', { count: row.files.length })}
            </>
          )}
          {DOT}
          <b>{t(unread ? 'unread' : 'read')}</b>
        </small>
      </Link>
    </li>
  );
}

function Panel({
  rows,
  onClose,
}: {
  rows: readonly Announcement[] | undefined;
  onClose: () => void;
}) {
  const { t } = useTranslation(['announcements', 'shell']);
  const markRead = useMarkRead();
  const unread = (rows ?? []).filter(isUnread).map(({ _id }) => _id);
  return (
    <section className={styles.panel} aria-label={t('shell:nav.announcements')}>
      <header className={styles.head}>
        <h2>{t('shell:nav.announcements')}</h2>
        {unread.length > 0 && (
          <button type="button" className={styles.all} onClick={() => void markRead(unread)}>
            {t('bell.allRead')}
          </button>
        )}
      </header>
      {rows && rows.length > 0 ? (
        <ul>
          {rows.map((row) => (
            <Entry key={row._id} row={row} onOpen={onClose} />
          ))}
        </ul>
      ) : (
        <p className={styles.none}>{t(rows ? 'empty' : 'bell.notHere')}</p>
      )}
      <Link className={styles.more} to={paths.announcements} onClick={onClose}>
        {t('bell.all')}
      </Link>
    </section>
  );
}

/** The announcements to the person, with the number of unread ones. */
export function Bell({ rows }: { rows: readonly Announcement[] | undefined }) {
  const { t } = useTranslation('announcements');
  const unread = rows?.filter(isUnread).length ?? 0;
  return (
    <Menu
      icon={BellIcon}
      trigger={unread > 0 && <span className={styles.count}>{formatNumber(unread)}</span>}
      label={unread > 0 ? t('bell.unread', { count: unread }) : t('bell.none')}
      className={styles.bell}
      width={380}
    >
      {(close) => <Panel rows={rows} onClose={close} />}
    </Menu>
  );
}

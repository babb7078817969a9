import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { shownState } from '#contract/centre/announcement-state.ts';
import type { Announcement } from '#contract/centre/announcements.ts';
import type { ListColumn } from '#src/components/table/columns.ts';
import { AnnouncementMarks } from '#src/entities/announcement/announcement-marks.tsx';
import {
  isUnread,
  saidIn,
  showWindow,
  stateTones,
} from '#src/entities/announcement/announcement-words.ts';
import styles from '#src/entities/announcement/announcement.module.css';
import { formatNumber } from '#src/lib/text/format.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
import { useAudienceWords } from './audience-words.ts';

function Name({ row }: { row: Announcement }) {
  const said = saidIn(row, useLanguage());
  return (
    <span className={styles.name} data-unread={isUnread(row) || undefined}>
      <bdi lang={said.lang}>{said.title}</bdi>
      <AnnouncementMarks {...row} isOther={said.isOther} />
    </span>
  );
}

const isNotYet = (row: Parameters<typeof shownState>[0]) =>
  ['draft', 'scheduled'].includes(shownState(row, Date.now()));

/** Authors see the number of readers; everybody else sees whether they have read it themselves. */
export function useAnnouncementColumns(mayWrite: boolean): ListColumn<Announcement>[] {
  const { t } = useTranslation('announcements');
  const audience = useAudienceWords();
  return useMemo(() => {
    const reads: ListColumn<Announcement> = mayWrite
      ? {
          field: 'readCount',
          label: t('readBy'),
          priority: 2,
          align: 'end',
          text: ({ readCount = 0, audienceCount = 0, ...row }) =>
            isNotYet(row)
              ? '—'
              : t('readOf', { read: formatNumber(readCount), all: formatNumber(audienceCount) }),
        }
      : {
          field: 'readAt',
          label: t('read'),
          priority: 2,
          ltrNoWrap: true,
          text: (row) => t(isUnread(row) ? 'unread' : 'read'),
        };
    return [
      { field: 'titleLo', label: t('title'), priority: 1, cell: (row) => <Name row={row} /> },
      { field: 'branchIds', label: t('audience'), priority: 2, text: audience },
      {
        field: 'publishFrom',
        label: t('shown'),
        priority: 2,
        ltrNoWrap: true,
        text: (row) => (row.state === 'draft' ? '—' : showWindow(row)),
      },
      {
        field: 'state',
        label: t('state'),
        priority: 1,
        text: (row) => {
          const state = shownState(row, Date.now());
          return { text: t(`states.${state}`), tone: stateTones[state] };
        },
      },
      reads,
    ];
  }, [t, audience, mayWrite]);
}

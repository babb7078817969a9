import type { LucideIcon } from 'lucide-react';
import { Fragment, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { addDays, dayInLaos, mondayOf } from '#contract/dates.ts';
import { Panel, PanelText } from '#src/components/kit/panel.tsx';
import { Segments } from '#src/components/kit/segments.tsx';
import { withWholeCodes } from '#src/components/kit/whole-codes.tsx';
import { today } from '#src/lib/text/today.ts';
import styles from './timeline.module.css';

export type Happening<Kind extends string> = {
  id: string;
  kind: Kind;
  /** The moment, or only the day, by which it stands under its week. */
  at: string;
  icon: LucideIcon;
  tone?: 'good' | 'wait' | 'bad' | undefined;
  text: ReactNode;
  /** When, by which paper. */
  note: ReactNode;
  /** A sum, at the end of the line. */
  end?: ReactNode;
};

type TimelineProps<Kind extends string> = {
  /** Says what it is about, if that is not everything. */
  title?: string;
  kinds: readonly { value: Kind; label: string }[];
  /** Newest first. */
  happenings: readonly Happening<Kind>[];
  /** Stands at the end of the head, such as an act that adds to it. */
  tools?: ReactNode;
};

const DAY_LENGTH = 'yyyy-mm-dd'.length;

/** The week that something happened in: this one, the last one, or before. */
function weekOf(at: string): 'thisWeek' | 'lastWeek' | 'earlier' {
  const day = at.length === DAY_LENGTH ? at : dayInLaos(Date.parse(at));
  const monday = mondayOf(today());
  if (day >= monday) return 'thisWeek';
  return day >= addDays(monday, -7) ? 'lastWeek' : 'earlier';
}
const weeks = ['thisWeek', 'lastWeek', 'earlier'] as const;

/** The line of happenings of one week. */
function Line({ of, label }: { of: readonly Happening<string>[]; label: string }) {
  return (
    <ol className={styles.time} aria-label={label}>
      {of.map(({ id, icon: Icon, tone, text, note, end }) => (
        <li key={id} data-tone={tone}>
          <Icon aria-hidden size={16} strokeWidth={1.75} />
          <div>
            {withWholeCodes(text)}
            <small>{withWholeCodes(note)}</small>
          </div>
          {end !== undefined && <div className={styles.end}>{end}</div>}
        </li>
      ))}
    </ol>
  );
}

/**
 * What happened with a record, newest first, by weeks; one kind of it can be looked at alone.
 */
export function Timeline<Kind extends string>({
  title,
  kinds,
  happenings,
  tools,
}: TimelineProps<Kind>) {
  const { t } = useTranslation('record');
  const [kind, choose] = useState<Kind | 'all'>('all');
  const shown = happenings.filter((one) => kind === 'all' || one.kind === kind);
  return (
    <Panel title={title ?? t('timeline')} tools={tools}>
      {kinds.length > 1 && (
        <div className={styles.chips}>
          <Segments
            label={t('timelineOf')}
            options={[{ value: 'all', label: t('all') } as const, ...kinds]}
            value={kind}
            onChoose={choose}
          />
        </div>
      )}
      {shown.length === 0 ? (
        <PanelText isMuted>
          <span>{t('nothingYet')}</span>
        </PanelText>
      ) : (
        <div className={styles.weeks}>
          {weeks.map((week) => {
            const of = shown.filter(({ at }) => weekOf(at) === week);
            return of.length === 0 ? null : (
              <Fragment key={week}>
                <h3 className={styles.week}>{t(week)}</h3>
                <Line of={of} label={t(week)} />
              </Fragment>
            );
          })}
        </div>
      )}
    </Panel>
  );
}

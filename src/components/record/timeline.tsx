import type { LucideIcon } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Panel, PanelText } from '#src/components/kit/panel.tsx';
import { Segments } from '#src/components/kit/segments.tsx';
import styles from './timeline.module.css';

export type Happening<Kind extends string> = {
  id: string;
  kind: Kind;
  icon: LucideIcon;
  tone?: 'good' | 'wait' | 'bad' | undefined;
  text: ReactNode;
  /** When, by which paper. */
  note: ReactNode;
  /** A sum, at the end of the line. */
  end?: ReactNode;
};

type TimelineProps<Kind extends string> = {
  kinds: readonly { value: Kind; label: string }[];
  /** Newest first. */
  happenings: readonly Happening<Kind>[];
};

/** What happened with a record, newest first; one kind of it can be looked at alone. */
export function Timeline<Kind extends string>({ kinds, happenings }: TimelineProps<Kind>) {
  const { t } = useTranslation('record');
  const [kind, choose] = useState<Kind | 'all'>('all');
  const shown = happenings.filter((one) => kind === 'all' || one.kind === kind);
  return (
    <Panel title={t('timeline')}>
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
        <ol className={styles.time}>
          {shown.map(({ id, icon: Icon, tone, text, note, end }) => (
            <li key={id} data-tone={tone}>
              <Icon aria-hidden size={16} strokeWidth={1.75} />
              <div>
                {text}
                <small>{note}</small>
              </div>
              {end !== undefined && <div className={styles.end}>{end}</div>}
            </li>
          ))}
        </ol>
      )}
    </Panel>
  );
}

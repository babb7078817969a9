import { CalendarX2, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ClassPlan } from '#contract/classes/class-changes.ts';
import type { SchoolClass } from '#contract/classes/classes.ts';
import { isDay } from '#contract/dates.ts';
import { meetings } from '#contract/classes/timetable.ts';
import { DOT } from '#contract/words/dot.ts';
import { Note } from '#src/components/kit/note.tsx';
import { Panel, PanelText } from '#src/components/kit/panel.tsx';
import { showDay } from '#src/lib/text/day.ts';
import type { ClassParts } from '#src/entities/class/class-parts.ts';
import { useClassPlan, useTyped } from './class-plan.ts';
import { useTimesInWords } from '#src/entities/class/class-words.ts';
import styles from './classes.module.css';

/** More clashes than this would not be read. */
const MOST_SHOWN = 6;

type PartProps = { title: string; tone: 'bad' | 'plain'; children?: ReactNode };

function Part({ title, tone, children }: PartProps) {
  const isBad = tone === 'bad';
  return (
    <Note tone={isBad ? 'bad' : undefined} icon={isBad ? TriangleAlert : CalendarX2} title={title}>
      {children}
    </Note>
  );
}

function Clashes({ clashes, parts }: { clashes: ClassPlan['clashes']; parts: ClassParts }) {
  const { t } = useTranslation('classes');
  return (
    <Part tone="bad" title={t('plan.clashes', { count: clashes.length })}>
      <ul className={styles.list}>
        {clashes.slice(0, MOST_SHOWN).map((one) => (
          <li key={`${one.whoId} ${one.sessionId}`}>
            {t('plan.clash', {
              who: parts.teacherName(one.whoId) || one.who,
              classCode: one.classCode,
              day: showDay(one.date),
              start: one.start,
              end: one.end,
            })}
          </li>
        ))}
      </ul>
      {clashes.length > MOST_SHOWN && (
        <span>{t('plan.more', { count: clashes.length - MOST_SHOWN })}</span>
      )}
    </Part>
  );
}

/** The effect of the typed times: the number of meetings, and the clashes. */
export function PlanAside({ saved, parts }: { saved: SchoolClass | undefined; parts: ClassParts }) {
  const { t } = useTranslation('classes');
  const timesInWords = useTimesInWords();
  const typed = useTyped();
  const plan = useClassPlan(typed, saved);
  const term = parts.terms.get(typed.termId);
  const isComplete =
    term !== undefined &&
    isDay(typed.startDate) &&
    isDay(typed.endDate) &&
    typed.startDate <= typed.endDate;
  const count = (holidays: readonly string[]) =>
    isComplete ? meetings(typed.startDate, typed.endDate, typed.slots, holidays).length : 0;
  const closed = (term?.holidays ?? []).filter(({ date }) => count([]) > count([date]));
  const room = parts.rooms.get(typed.roomId ?? '');
  return (
    <div aria-live="polite">
      <Panel id="class-plan" title={t('plan.title')}>
        <PanelText>
          <p>{t('plan.sessions', { count: count(closed.map(({ date }) => date)) })}</p>
          {closed.length > 0 && (
            <Part tone="plain" title={t('plan.holidays')}>
              <ul className={styles.list}>
                {closed.map(({ date, name }) => (
                  <li key={date}>{`${showDay(date)}${DOT}${name}`}</li>
                ))}
              </ul>
            </Part>
          )}
          {plan && plan.clashes.length > 0 && <Clashes clashes={plan.clashes} parts={parts} />}
          {plan && plan.unavailable.length > 0 && (
            <Part tone="bad" title={t('plan.unavailable')}>
              {timesInWords(plan.unavailable)}
            </Part>
          )}
          {room !== undefined && typed.capacity > room.capacity && (
            <Part
              tone="bad"
              title={t('plan.roomSmall', { room: room.name, count: room.capacity })}
            />
          )}
        </PanelText>
      </Panel>
    </div>
  );
}

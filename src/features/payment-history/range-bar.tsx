import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { addDays } from '#contract/timetable.ts';
import { today } from '#src/lib/text/today.ts';
import controls from '#src/theme/controls.module.css';
import styles from './reports.module.css';

export type Range = { from: string; to: string };

const DAY = /^\d{4}-\d\d-\d\d$/;
const FIRST = 8;
const monthOf = (day: string) => `${day.slice(0, FIRST)}01`;

/** Ranges that people ask for; each ends today or on the last day of a month. */
const presets = {
  today: (now: string): Range => ({ from: now, to: now }),
  week: (now: string): Range => ({ from: addDays(now, -6), to: now }),
  month: (now: string): Range => ({ from: monthOf(now), to: now }),
  lastMonth: (now: string): Range => ({ from: monthOf(addDays(monthOf(now), -1)), to: addDays(monthOf(now), -1) }),
} as const;
type Preset = keyof typeof presets;

/** The range in the address; this month where there is none. */
export function useRange(): { range: Range; setRange: (range: Range) => void } {
  const [params, setParams] = useSearchParams();
  const [from, to] = [params.get('from') ?? '', params.get('to') ?? ''];
  const range = DAY.test(from) && DAY.test(to) && from <= to ? { from, to } : presets.month(today());
  const setRange = (next: Range) => setParams((before) => new URLSearchParams({ ...Object.fromEntries(before), ...next }), { replace: true });
  return { range, setRange };
}

/** Two days, and buttons for the ranges that are asked for most. */
export function RangeBar({ range, setRange }: ReturnType<typeof useRange>) {
  const { t } = useTranslation('money-reports');
  const now = today();
  const set = (key: keyof Range, day: string) => {
    if (!DAY.test(day)) return;
    const next = { ...range, [key]: day };
    setRange(next.from <= next.to ? next : { from: day, to: day });
  };
  return (
    <div className={styles.range} role="group" aria-label={t('range.label')}>
      <label>
        <span>{t('range.from')}</span>
        <span className={controls.input}>
          <input type="date" value={range.from} max={now} onChange={({ target }) => set('from', target.value)} />
        </span>
      </label>
      <label>
        <span>{t('range.to')}</span>
        <span className={controls.input}>
          <input type="date" value={range.to} onChange={({ target }) => set('to', target.value)} />
        </span>
      </label>
      <div className={controls.segments}>
        {(Object.keys(presets) as Preset[]).map((preset) => {
          const wanted = presets[preset](now);
          return (
            <button key={preset} type="button" aria-pressed={wanted.from === range.from && wanted.to === range.to} onClick={() => setRange(wanted)}>
              {t(`range.${preset}`)}
            </button>
          );
        })}
      </div>
    </div>
  );
}

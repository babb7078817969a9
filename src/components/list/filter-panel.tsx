import { useTranslation } from 'react-i18next';
import { DayRanges } from '#src/components/fields/day-ranges.tsx';
import { useDayBox } from '#src/components/fields/use-day-box.ts';
import { PlainField, PlainSelect } from '#src/components/kit/plain-field.tsx';
import { filterHolds, rangeNames, toggled, type Filter } from './filters.ts';
import styles from './list.module.css';
import type { ListView } from './use-list-view.ts';

type ControlProps<Kind> = { filter: Extract<Filter, { kind: Kind }>; view: ListView };

function ManyFilter({ filter: { name, label, options }, view }: ControlProps<'many'>) {
  return (
    <fieldset className={styles.many}>
      <legend className={styles.legend}>{label}</legend>
      {options.map(({ value, label: words }) => (
        <label key={value} className={styles.choice}>
          <input
            type="checkbox"
            checked={filterHolds(view.filters[name], value)}
            onChange={() => view.setFilter(name, toggled(view.filters[name], value))}
          />
          {words}
        </label>
      ))}
    </fieldset>
  );
}

function OneFilter({ filter, view, isCopy }: ControlProps<'one'> & { isCopy: boolean }) {
  const { t } = useTranslation();
  const { name, label, options, none, needsServer } = filter;
  const isOff = isCopy && needsServer === true;
  return (
    <PlainSelect
      label={label}
      help={isOff ? t('list.filterOnline') : undefined}
      // A filter in force can still be removed.
      disabled={isOff && view.filters[name] === undefined}
      value={view.filters[name] ?? ''}
      onChange={(event) => view.setFilter(name, event.target.value)}
    >
      <option value="">{none ?? t('list.all')}</option>
      {options.map(({ value, label: words }) => (
        <option key={value} value={value}>
          {words}
        </option>
      ))}
    </PlainSelect>
  );
}

function NumberFilter({ filter: { name, label, min, max }, view }: ControlProps<'number'>) {
  return (
    <PlainField
      label={label}
      type="number"
      inputMode="numeric"
      min={min}
      max={max}
      value={view.filters[name] ?? ''}
      onChange={(event) => view.setFilter(name, event.target.value, { typed: true })}
    />
  );
}

type DayFilterProps = { label: string; day: string; onDay: (day: string) => void };

/** One end of a date range, typed as 21/11/2026; the list follows as soon as the text is a day. */
function DayFilter({ label, day, onDay }: DayFilterProps) {
  const box = useDayBox({ day, onDay });
  return (
    <PlainField
      label={label}
      inputMode="numeric"
      dir="ltr"
      value={box.value}
      error={box.error}
      onChange={({ target }) => box.type(target.value)}
      onBlur={box.take}
    />
  );
}

function DatesFilter({ filter: { name, label, isPast }, view }: ControlProps<'dates'>) {
  const { t } = useTranslation();
  const [from, to] = rangeNames(name);
  return (
    <fieldset className={styles.range}>
      <legend className={styles.legend}>{label}</legend>
      {isPast && (
        <div className={styles.ranges}>
          <DayRanges
            range={{ from: view.filters[from], to: view.filters[to] }}
            onChoose={(days) => view.setFilters({ [from]: days.from, [to]: days.to })}
          />
        </div>
      )}
      <DayFilter
        label={t('list.from')}
        day={view.filters[from] ?? ''}
        onDay={(day) => view.setFilter(from, day, { typed: true })}
      />
      <DayFilter
        label={t('list.to')}
        day={view.filters[to] ?? ''}
        onDay={(day) => view.setFilter(to, day, { typed: true })}
      />
    </fieldset>
  );
}

type FilterPanelProps = {
  id: string;
  filters: readonly Filter[];
  view: ListView;
  /** True if the rows come from the device. */
  isCopy: boolean;
};

/** All filters of a list except its tabs. */
export function FilterPanel({ id, filters, view, isCopy }: FilterPanelProps) {
  const { t } = useTranslation();
  return (
    <section id={id} className={styles.panel} aria-label={t('list.filters')}>
      {filters.map((filter) => {
        if (filter.kind === 'many')
          return <ManyFilter key={filter.name} filter={filter} view={view} />;
        if (filter.kind === 'one')
          return <OneFilter key={filter.name} filter={filter} view={view} isCopy={isCopy} />;
        if (filter.kind === 'dates')
          return <DatesFilter key={filter.name} filter={filter} view={view} />;
        return (
          filter.kind === 'number' && <NumberFilter key={filter.name} filter={filter} view={view} />
        );
      })}
    </section>
  );
}

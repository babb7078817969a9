import { useTranslation } from 'react-i18next';
import { PlainField, PlainSelect } from '#src/theme/plain-field.tsx';
import { holds, toggled, type Filter } from './filters.ts';
import styles from './list.module.css';
import type { PagedView } from './use-paged-view.ts';

type ControlProps<Kind> = { filter: Extract<Filter, { kind: Kind }>; view: PagedView };

function ManyFilter({ filter: { name, label, options }, view }: ControlProps<'many'>) {
  return (
    <fieldset className={styles.many}>
      <legend className={styles.legend}>{label}</legend>
      {options.map(({ value, label: words }) => (
        <label key={value} className={styles.choice}>
          <input
            type="checkbox"
            checked={holds(view.filters[name], value)}
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
      // What is set can still be taken away.
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

type FilterPanelProps = { id: string; filters: readonly Filter[]; view: PagedView; /** The rows come from the device. */ isCopy: boolean };

/** Everything a list can be narrowed by. */
export function FilterPanel({ id, filters, view, isCopy }: FilterPanelProps) {
  const { t } = useTranslation();
  return (
    <section id={id} className={styles.panel} aria-label={t('list.filters')}>
      {filters.map((filter) => {
        if (filter.kind === 'many') return <ManyFilter key={filter.name} filter={filter} view={view} />;
        if (filter.kind === 'one') return <OneFilter key={filter.name} filter={filter} view={view} isCopy={isCopy} />;
        return <NumberFilter key={filter.name} filter={filter} view={view} />;
      })}
    </section>
  );
}

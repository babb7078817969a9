import { Tabs } from '#src/components/page/tabs.tsx';
import type { Filter } from './filters.ts';
import type { ListView } from './use-list-view.ts';

type ListTabsProps = { filter: Extract<Filter, { kind: 'tabs' }>; view: ListView };

/** Tabs above a list, one of them always chosen; each may show its number of rows. */
export function ListTabs({ filter: { name, label, options }, view }: ListTabsProps) {
  const tabs = options.map(({ value, label: words, count }) => ({
    id: value,
    label: words,
    count,
    onChoose: () => view.setFilter(name, value),
  }));
  return <Tabs label={label} tabs={tabs} current={view.filters[name] ?? ''} />;
}

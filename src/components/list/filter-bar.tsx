import { SlidersHorizontal } from 'lucide-react';
import { lazy, Suspense, useId, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#src/components/kit/button.tsx';
import { Chip } from '#src/components/kit/chip.tsx';
import { Unseen } from '#src/components/kit/unseen.tsx';
import { useMedia } from '#src/lib/browser/use-media.ts';
import { namesOf, setFilters, type Filter } from './filters.ts';
import styles from './filter-bar.module.css';
import type { ListView } from './use-list-view.ts';
import { usePopover } from './use-popover.ts';

const FilterPopover = lazy(async () => ({
  default: (await import('./filter-popover.tsx')).FilterPopover,
}));

/** The popover of the filters that have no chip; no filter has this name. */
const MORE = ' more';

/** Narrower screens have one button for all filters. */
const CHIPS = '(min-width: 768px)';

export type FilterBarProps = {
  filters: readonly Filter[];
  view: ListView;
  /** True while the rows come from the device, which lacks what some filters find. */
  isCopy: boolean;
};

/** How many chips have room in the line; those behind them wrap, and the box clips them. */
function useRoom(box: RefObject<HTMLElement | null>, of: string): number {
  const [room, setRoom] = useState(Number.POSITIVE_INFINITY);
  useLayoutEffect(() => {
    const { current: line } = box;
    if (!line) return undefined;
    const measure = () => {
      const chips = [...line.children] as HTMLElement[];
      const top = chips[0]?.offsetTop;
      setRoom(chips.filter(({ offsetTop }) => offsetTop === top).length);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(line);
    return () => observer.disconnect();
  }, [box, of]);
  return room;
}

type FilterChipProps = {
  filter: Filter;
  view: ListView;
  isCopy: boolean;
  isHidden: boolean;
  isOpen: boolean;
  onOpen: () => void;
  panel: string;
};

/** One filter as a chip: the choices of one value open as the browser's own list. */
function FilterChip({ filter, view, isCopy, isHidden, isOpen, onOpen, panel }: FilterChipProps) {
  const { t } = useTranslation();
  const id = useId();
  const set = setFilters([filter], view.filters);
  const isOne = filter.kind === 'one';
  const none = ((isOne || filter.kind === 'dates') && filter.none) || t('list.all');
  const isOff = isOne && isCopy && filter.needsServer === true && set.length === 0;
  return (
    <Chip
      label={filter.label}
      value={set.length === 0 ? none : set.map((part) => part.value).join(', ')}
      isHidden={isHidden}
      off={isOff ? t('list.filterOnline') : undefined}
      remove={
        set.length === 0
          ? undefined
          : {
              label: t('list.removeFilter', { filter: set.map(({ label }) => label).join(', ') }),
              onRemove: () =>
                view.setFilters(Object.fromEntries(namesOf(filter).map((name) => [name, '']))),
            }
      }
      select={
        isOne && (
          <>
            <select
              aria-label={filter.label}
              aria-describedby={isOff ? id : undefined}
              disabled={isOff}
              value={view.filters[filter.name] ?? ''}
              onChange={({ target }) => view.setFilter(filter.name, target.value)}
            >
              <option value="">{none}</option>
              {filter.options.map((option) => (
                <option key={option.value} value={option.value}>
                  {option.label}
                </option>
              ))}
            </select>
            {isOff && <Unseen id={id}>{t('list.filterOnline')}</Unseen>}
          </>
        )
      }
      button={{
        'aria-expanded': isOpen,
        'aria-controls': isOpen ? panel : undefined,
        onClick: onOpen,
      }}
    />
  );
}

/** Everything that an open popover knows: the filters in it, and where its button stands. */
type Open = { name: string; at: number };

/**
 * The filters of a list in one line of chips. Those without room are under *More filters*; a phone
 * has one button for all of them.
 */
export function FilterBar({ filters, view, isCopy }: FilterBarProps) {
  const { t } = useTranslation();
  const id = useId();
  const bar = useRef<HTMLDivElement>(null);
  const line = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState<Open>();
  const hasChips = useMedia(CHIPS);
  const room = useRoom(line, JSON.stringify([hasChips, view.filters, filters.length]));
  const behind = hasChips ? filters.slice(room) : filters;
  const countSet = behind.filter((filter) => setFilters([filter], view.filters).length > 0).length;
  // The button that was pressed has the focus again.
  const close = () => {
    setOpen(undefined);
    bar.current?.querySelector<HTMLElement>('[aria-expanded=true]')?.focus();
  };
  const turn = (name: string) => () => {
    const pressed = bar.current?.querySelector<HTMLElement>(`[data-filter="${name}"]`);
    setOpen(open?.name === name ? undefined : { name, at: pressed?.offsetLeft ?? 0 });
  };
  usePopover(bar, open !== undefined, (how) => (how === 'escape' ? close() : setOpen(undefined)));
  if (filters.length === 0) return null;
  const chosen = open?.name === MORE ? behind : filters.filter(({ name }) => name === open?.name);
  return (
    <div
      ref={bar}
      className={styles.bar}
      data-chips={hasChips || undefined}
      role="group"
      aria-label={t('list.filters')}
    >
      {hasChips && (
        <div ref={line} className={styles.line}>
          {filters.map((filter, at) => (
            <span key={filter.name} className={styles.place} data-filter={filter.name}>
              <FilterChip
                filter={filter}
                view={view}
                isCopy={isCopy}
                isHidden={at >= room}
                isOpen={open?.name === filter.name}
                onOpen={turn(filter.name)}
                panel={id}
              />
            </span>
          ))}
        </div>
      )}
      {behind.length > 0 && (
        <span data-filter={MORE}>
          <Button
            icon={SlidersHorizontal}
            count={countSet > 0 && <span className={styles.count}>{countSet}</span>}
            aria-expanded={open?.name === MORE}
            aria-controls={open?.name === MORE ? id : undefined}
            onClick={turn(MORE)}
          >
            {t(hasChips ? 'list.moreFilters' : 'list.filters')}
          </Button>
        </span>
      )}
      {open && (
        <Suspense>
          <FilterPopover
            id={id}
            at={open.at}
            filters={chosen}
            view={view}
            isCopy={isCopy}
            onClose={close}
          />
        </Suspense>
      )}
    </div>
  );
}

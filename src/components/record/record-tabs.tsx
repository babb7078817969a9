import { Suspense, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { PanelSkeleton } from '#src/components/kit/form-skeleton.tsx';
import { Tabs } from '#src/components/page/tabs.tsx';

/** A part of a record beside its summary, at an address of its own. */
export type RecordTab = {
  id: string;
  label: string;
  /** The number of things in it. */
  count?: number | undefined;
  show: () => ReactNode;
};

type RecordTabsProps = {
  /** What stands after the summary; a part that a person may not see is left out. */
  tabs: readonly (RecordTab | false)[];
  /** The name of the first tab, if it is not the summary. */
  first?: { label: string; count?: number | undefined };
  /** The summary: what is read first. */
  children: ReactNode;
};

const SUMMARY = 'summary';

/** The parts of a record, the summary first. */
export function RecordTabs({ tabs, first, children }: RecordTabsProps) {
  const { t } = useTranslation('record');
  const { pathname, search } = useLocation();
  const shown = tabs.filter((tab) => tab !== false);
  const asked = new URLSearchParams(search).get('tab');
  const current = shown.find(({ id }) => id === asked);
  const addressOf = (id: string) => {
    const next = new URLSearchParams(search);
    if (id === SUMMARY) next.delete('tab');
    else next.set('tab', id);
    return `${pathname}?${next.toString()}`;
  };
  const named = [{ id: SUMMARY, label: t('summary'), ...first }, ...shown];
  return (
    <>
      <Tabs
        label={t('parts')}
        current={current?.id ?? SUMMARY}
        tabs={named.map(({ id, label, count }) => ({ id, label, count, to: addressOf(id) }))}
      />
      <Suspense fallback={<PanelSkeleton rows={5} />}>
        {current ? current.show() : children}
      </Suspense>
    </>
  );
}

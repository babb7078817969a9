import { Plus, X } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import type { ListOf } from '#contract/list-of.ts';
import { IconButton } from '#src/components/kit/button.tsx';
import type { ListView } from '#src/components/list/use-list-view.ts';
import { Tabs } from '#src/components/page/tabs.tsx';
import { later } from '#src/lib/browser/later.ts';
import { useSavedViews } from './use-saved-views.ts';
import type { Counts } from './view-counts.tsx';
import styles from './view-tabs.module.css';

const SaveViewDialog = lazy(async () => ({
  default: (await import('./save-view-dialog.tsx')).SaveViewDialog,
}));

// Nobody waits for the numbers.
const ViewCounts = later(async () => (await import('./view-counts.tsx')).ViewCounts);

/** A state of a list, as the search part of its address. */
export type BuiltInView = { label: string; search: string; isUncounted?: boolean };

/** What a view is about; its order and page are none of it. */
function aboutOf(search: string): string {
  const params = new URLSearchParams(search);
  params.delete('sort');
  params.delete('page');
  params.sort();
  return params.toString();
}

type ViewTabsProps = {
  resource: ListOf;
  view: ListView;
  /** The views that everybody has, with their numbers; the first one shows everything. */
  builtIn: readonly BuiltInView[];
  /** False while the server does not answer. */
  isOnline: boolean;
};

/** The views of a list as tabs: those that everybody has, the person's own, and one more. */
export function ViewTabs({ resource, view, builtIn, isOnline }: ViewTabsProps) {
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  const { views, change } = useSavedViews(pathname);
  const [isSaving, setSaving] = useState(false);
  const [counts, setCounts] = useState<Counts>([]);
  const shown = aboutOf(
    new URLSearchParams({
      ...view.filters,
      ...(view.asked !== '' && { search: view.asked }),
    }).toString(),
  );
  const own = views.map(({ name, search: of }) => ({ label: name, search: of }));
  const all = [...builtIn, ...own];
  const at = all.findIndex((one) => aboutOf(one.search) === shown);
  const chosen = at >= builtIn.length ? own[at - builtIn.length] : undefined;
  const tabs = all.map((one, index) => ({
    id: String(index),
    label: one.label,
    count: counts[index],
    to: one.search === '' ? pathname : `${pathname}?${one.search}`,
  }));
  return (
    <div className={styles.views} data-tabs>
      <Tabs label={t('views.label')} tabs={tabs} current={String(at)} />
      <Suspense>
        <ViewCounts resource={resource} views={builtIn} isOnline={isOnline} onCounted={setCounts} />
      </Suspense>
      {chosen && (
        <IconButton
          icon={X}
          label={t('views.remove', { name: chosen.label })}
          onClick={() =>
            void change((now) => now.filter(({ name }) => name !== chosen.label), 'removed')
          }
        />
      )}
      {at < 0 && isOnline && (
        <IconButton icon={Plus} label={t('views.save')} onClick={() => setSaving(true)} />
      )}
      {isSaving && (
        <Suspense>
          <SaveViewDialog
            onClose={() => setSaving(false)}
            onSave={(name) => {
              setSaving(false);
              void change(
                (now) => [
                  ...now.filter((one) => one.name !== name),
                  { name, search: search.replace(/^\?/, '') },
                ],
                'saved',
              );
            }}
          />
        </Suspense>
      )}
    </div>
  );
}

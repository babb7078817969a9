import type { Plugin } from 'vite';

// By default the bundler makes a chunk of every few modules that two pages share. Small files
// compress badly, and a browser fetches six at a time: on a slow line every six files cost a round
// trip. Without the groups of this file a repeat visit takes 1.7 times as long (`bench:boot`), so
// modules that load together are named here by hand.

/** Modules that the sign-in page needs beside the entry; every other page needs them too. */
const signIn = [
  '/contract/field-errors.ts',
  '/lucide-react/dist/esm/icons/lock-keyhole',
  '/lucide-react/dist/esm/icons/sun-moon',
  '/src/app/routing/sign-in-address.ts',
  '/src/lib/request/save.ts',
  '/src/components/kit/button.tsx',
  '/src/components/kit/plain-field.tsx',
  '/src/components/kit/segments.tsx',
  '/src/lib/text/footer-words.ts',
  '/src/lib/text/native-names.ts',
  '/src/lib/browser/page-title.ts',
  '/src/theme/brand-mark.tsx',
  '/src/theme/weave.ts',
];

/**
 * Modules that every page behind the sign-in loads, with all their imports: the frame around the
 * page, and the lists.
 */
const page = [
  // The import button and pictures use this module on the lists, so it must not load the forms
  // there.
  '/lucide-react/dist/esm/icons/upload',
  '/src/lib/request/query-client.ts',
  '/src/app/routing/router.tsx',
  '/src/components/kit/empty-state.tsx',
  '/src/components/kit/left-to-right.tsx',
  '/src/components/kit/link-button.tsx',
  '/src/components/kit/mark.tsx',
  '/src/components/kit/menu.tsx',
  '/src/components/kit/skeleton.tsx',
  '/src/components/kit/unseen.tsx',
  '/src/components/page/add-link.tsx',
  '/src/components/page/freshness.tsx',
  '/src/components/page/page-header.tsx',
  // The head of a record stands as soon as its row is tapped.
  '/src/components/record/record-head.tsx',
  '/src/components/record/record-skeleton.tsx',
  '/src/components/record/record-waiting.tsx',
  '/src/components/record/use-known-row.ts',
  '/src/components/table/aside.tsx',
  '/src/components/table/record-table.tsx',
  '/src/components/list/list-page.tsx',
  '/src/components/list/use-list-view.ts',
  // The numbers that are typed are read on lists and boards too, which must not load the forms.
  '/contract/words/typed-number.ts',
  // A screen that shows a day or a sum must not load the forms.
  '/src/lib/text/day.ts',
  '/src/lib/text/money.ts',
  '/src/lib/session/use-can.ts',
  '/src/offline/branch-choice.ts',
  // The overview follows the seats, and so do the desk and the classes.
  '/src/offline/live/live-seats.ts',
  '/src/offline/lists/cached-list.ts',
  '/src/offline/lists/cached-record.ts',
];

/** The parts of the kit that no list needs; a page with one of them mostly has several. */
const kit = ['/src/components/kit/'];

/** What all of Chakra needs: it loads after the first screen, and no screen waits for it. */
const chakra = ['/src/theme/chakra.tsx'];

/**
 * Modules of nearly every form; rows within a record and money are loaded by the forms that need
 * them.
 */
const form = [
  '/src/components/fields/choice-field.tsx',
  '/src/components/fields/date-field.tsx',
  '/src/components/fields/form-section.tsx',
  '/src/components/fields/number-field.tsx',
  '/src/components/fields/phone-field.tsx',
  '/src/components/form/record-form.tsx',
  '/src/components/fields/select-field.tsx',
  '/src/components/fields/switch-field.tsx',
  '/src/components/fields/text-field.tsx',
  '/src/components/page/use-back-to-list.ts',
];

/**
 * Modules that check typed values, with their library: forms and sheets need them, lists do not.
 */
const schemas = ['/contract/fields.ts', '/contract/resource.ts'];

/** The names of the provinces: forms and some lists need them, the start does not. */
const provinces = ['/contract/people/provinces.ts'];

/** Most lists of records need these beside their rows: the menu of a row, the tools of a list. */
const list = [
  '/lucide-react/dist/esm/icons/combine',
  '/src/components/export/export-tool.tsx',
  '/src/components/table/row-menu.tsx',
  '/src/entities/import/import-tool.tsx',
  '/src/entities/person/use-person-menu.tsx',
];

/** Forms, lists and reports have these, and none of them loads another for them. */
const shared = ['/lucide-react/dist/esm/icons/download', '/src/lib/text/person-name.ts'];

/** The head of a report, and its table with its look and its meaning: every report has them. */
const report = [
  '/src/entities/report/card-table.tsx',
  '/src/entities/report/filter-chip.tsx',
  '/src/entities/report/meaning.tsx',
  '/src/entities/report/report-crumbs.tsx',
  '/src/entities/report/report-page.module.css',
  '/src/entities/report/report.module.css',
  '/src/entities/report/signed-change.tsx',
  '/src/entities/report/sum-table.tsx',
];

/** Modules that read a typed day: every form needs them, and so do the desk and imports. */
const typedDay = ['/contract/words/typed-day.ts', '/src/lib/text/typed-day.ts'];

const groups = {
  // Every page starts with these modules, so they stay one file even if a lazy part shares them.
  start: ['/src/app/start/start.tsx', ...signIn],
  page,
  kit,
  chakra,
  typedDay,
  report,
  schemas,
  provinces,
  list,
  shared,
  form,
};

/** The names that no module has matched so far, by group. */
const unmet = Object.entries(groups).flatMap(([group, names]) =>
  names.map((name) => ({ group, name })),
);

/** True if a module belongs to `group`; also records the names that it matches. */
const isOf = (group: keyof typeof groups) => (id: string) => {
  const name = groups[group].find((fragment) => id.includes(fragment));
  if (name === undefined) return false;
  const met = unmet.findIndex((entry) => entry.group === group && entry.name === name);
  if (met !== -1) unmet.splice(met, 1);
  return true;
};

export const chunkGroups = [
  { name: 'start', test: isOf('start'), priority: 2 },
  { name: 'page', test: isOf('page'), priority: 1 },
  { name: 'kit', test: isOf('kit'), priority: 0.9 },
  { name: 'chakra', test: isOf('chakra'), priority: 0.8 },
  { name: 'typed-day', test: isOf('typedDay'), priority: 0.7 },
  { name: 'provinces', test: isOf('provinces'), priority: 0.68 },
  { name: 'schemas', test: isOf('schemas'), priority: 0.65 },
  { name: 'shared', test: isOf('shared'), priority: 0.6 },
  { name: 'report', test: isOf('report'), priority: 0.55 },
  { name: 'list', test: isOf('list'), priority: 0.5 },
  { name: 'form', test: isOf('form') },
];

/**
 * Fails the build if a group names a module that no longer exists, because the group would silently
 * become smaller than intended.
 */
export function checkChunkGroups(): Plugin {
  return {
    name: 'check-chunk-groups',
    apply: 'build',
    generateBundle() {
      if (unmet.length === 0) return;
      this.error(
        `scripts/vite-chunks.ts names what no module is: ${unmet.map(({ group, name }) => `${name} (${group})`).join(', ')}`,
      );
    },
  };
}

// Left to itself the bundler makes a chunk of every handful of modules that two pages share. Small files compress badly,
// and a browser fetches six at a time: on a slow line every six of them cost a round trip.

/** What the sign-in page needs beside the entry; every other page needs it too. */
const signIn = [
  '/contract/field-errors.ts',
  '/contract/provinces.ts',
  '/lucide-react/dist/esm/icons/lock-keyhole',
  '/lucide-react/dist/esm/icons/sun-moon',
  '/src/app/sign-in-address.ts',
  '/src/lib/copyright.ts',
  '/src/lib/native-names.ts',
  '/src/lib/page-title.ts',
  '/src/lib/version.ts',
  '/src/theme/brand-mark.tsx',
  '/src/theme/plain-field.tsx',
];

/** What every page behind the sign-in page loads, with all that it imports: the frame around the page, and the lists. */
const page = [
  // On the import button and beside a picture: it must not bring the forms to the lists.
  '/lucide-react/dist/esm/icons/upload',
  '/contract/fields.ts',
  '/contract/resource.ts',
  '/src/app/providers.tsx',
  '/src/app/router.tsx',
  '/src/components/page/add-link.tsx',
  '/src/components/page/freshness.tsx',
  '/src/components/page/left-to-right.tsx',
  '/src/components/page/page-header.tsx',
  '/src/components/page/status-mark.tsx',
  '/src/components/table/aside.tsx',
  '/src/components/table/list-states.tsx',
  '/src/components/table/list-toolbar.tsx',
  '/src/components/table/record-table.tsx',
  '/src/components/table/use-list-view.ts',
  // A screen that shows a day must not bring the forms.
  '/src/lib/day.ts',
  '/src/lib/use-can.ts',
  '/src/offline/branch-choice.ts',
  '/src/offline/cached-list.ts',
];

/** What everything of Chakra's needs: it follows the first screen, and no list waits for it. */
const chakra = [
  '/src/theme/chakra.tsx',
  '/src/components/feedback/confirm-dialog.tsx',
  '/src/components/feedback/dialog.tsx',
  '/src/components/form/controls.ts',
  '/@chakra-ui/react/dist/esm/components/button/',
  '/@chakra-ui/react/dist/esm/components/skeleton/',
];

/** What nearly every form has; rows within a record and money come where they are needed. */
const form = [
  '/src/components/form/choice-field.tsx',
  '/src/components/form/date-field.tsx',
  '/src/components/form/form-section.tsx',
  '/src/components/form/number-field.tsx',
  '/src/components/form/phone-field.tsx',
  '/src/components/form/picture-field.tsx',
  '/src/components/form/record-form.tsx',
  '/src/components/form/select-field.tsx',
  '/src/components/form/switch-field.tsx',
  '/src/components/form/text-field.tsx',
  '/src/components/page/use-back-to-list.ts',
];

const isOf = (names: string[]) => (id: string) => names.some((name) => id.includes(name));

export const chunkGroups = [
  // Every page starts with these: shared with a lazy part or not, they are one file.
  { name: 'start', test: isOf(['/src/app/start.tsx', ...signIn]), priority: 2 },
  { name: 'page', test: isOf(page), priority: 1 },
  // What only a list that the server pages has: filters, choice of columns, pages, paper.
  { name: 'long-list', test: isOf(['/src/components/table/list-page.tsx']), priority: 0.9 },
  { name: 'chakra', test: isOf(chakra), priority: 0.8 },
  // A board or a register asks before it is left and keeps a draft, as a form does, and needs nothing else of the forms.
  { name: 'unsaved', test: isOf(['/src/components/page/unsaved-guard.tsx', '/src/components/form/use-draft.ts', '/src/lib/settle-write.ts']), priority: 0.5 },
  { name: 'form', test: isOf(form) },
];

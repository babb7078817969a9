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
  '/contract/fields.ts',
  '/contract/resource.ts',
  '/src/app/providers.tsx',
  '/src/app/router.tsx',
  '/src/components/page/add-link.tsx',
  '/src/components/page/freshness.tsx',
  '/src/components/page/left-to-right.tsx',
  '/src/components/page/page-header.tsx',
  '/src/components/page/status-mark.tsx',
  '/src/components/table/',
  '/src/lib/use-can.ts',
  '/src/offline/cached-list.ts',
];

const isOf = (names: string[]) => (id: string) => names.some((name) => id.includes(name));

export const chunkGroups = [
  // Every page starts with these: shared with a lazy part or not, they are one file.
  { name: 'start', test: isOf(['/src/app/start.tsx', ...signIn]), priority: 1 },
  { name: 'page', test: isOf(page) },
];

// Left to itself the bundler makes a chunk of every handful of modules that two pages share, and small files compress
// badly: half a dozen KiB a page.

/** Every signed-in page loads these packages and modules of ours, and no other page does. */
const packages = ['@emotion/', '@tanstack/react-query/', 'react-router-dom/', 'react-router/', 'stylis/'];
const lib = ['age', 'arrange', 'format', 'freshness', 'query-client', 'resource', 'save', 'use-media', 'use-now'];
const modules = [...lib.map((name) => `/src/lib/${name}.ts`), '/src/offline/cached-list.ts'];

function isOfEveryPage(id: string): boolean {
  const inPackages = id.split('/node_modules/').at(-1) ?? '';
  return inPackages === id ? modules.some((file) => id.endsWith(file)) : packages.some((name) => inPackages.startsWith(name));
}

export const chunkGroups = [
  // What the entry imports is there before any other part is asked for: shared with a lazy part or not, it is one file.
  { name: 'start', tags: ['$initial' as const], priority: 1 },
  { name: 'page', test: isOfEveryPage },
];

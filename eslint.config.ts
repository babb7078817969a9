import { readdirSync } from 'node:fs';
import { createNodeResolver, importX } from 'eslint-plugin-import-x';
import { defineConfig, globalIgnores } from 'eslint/config';
import * as parser from '@typescript-eslint/parser';
import { serverLayers, topFolders } from './server-layers.ts';

const foldersOf = (folder: string) =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);
const features = foldersOf('src/features');

type Wall = {
  target: string | string[];
  from: string | string[];
  except?: string[];
  message: string;
};

/** Everything in `src` that a folder sees; what is not named here is behind a wall. */
const sees = (folder: string, ...layers: string[]): Wall => ({
  target: `./src/${folder}`,
  from: './src',
  except: [`./${folder}`, ...layers.map((layer) => `./${layer}`)],
  message: `src/${folder} sees only ${[`src/${folder}`, ...layers.map((layer) => `src/${layer}`)].join(', ')}.`,
});

const serverModules = Object.entries(serverLayers).flatMap(([layer, modules]) =>
  modules.map((name) => `${layer}/${name}`),
);
const placedFolders = [
  ...['db', 'lib', ...topFolders].map((name) => `server/${name}`),
  ...serverModules.map((name) => `server/${name}`),
];
const serverFolders = foldersOf('server').flatMap((name) =>
  name in serverLayers
    ? foldersOf(`server/${name}`).map((module) => `server/${name}/${module}`)
    : [`server/${name}`],
);
for (const folder of serverFolders)
  if (!placedFolders.includes(folder))
    throw new Error(`${folder} has no place in server-layers.ts.`);
for (const folder of placedFolders)
  if (!serverFolders.includes(folder))
    throw new Error(`server-layers.ts names ${folder}, which does not exist.`);

/** A folder of the server may import from the folders below it and from itself. */
const serverWalls = [
  { folder: 'db', below: [] },
  { folder: 'lib', below: ['db'] },
  ...serverModules.map((folder, index) => ({
    folder,
    below: ['db', 'lib', ...serverModules.slice(0, index)],
  })),
].map(({ folder, below }): Wall => ({
  target: `./server/${folder}`,
  from: './server',
  except: [...below, folder].map((seen) => `./${seen}`),
  message: `server/${folder} may not import what stands above it; server-layers.ts has the order.`,
}));

const chakraPackages = ['./node_modules/@chakra-ui', './node_modules/@emotion'];
const plainFolders = [
  './src/boot',
  './src/lib',
  './src/offline',
  './src/features/sign-in',
  './src/app/feedback',
  './src/app/lock',
];

const walls: Wall[] = [
  ...serverWalls,
  {
    target: './contract',
    from: './',
    except: ['./contract', './node_modules/zod'],
    message: 'The contract knows zod and itself.',
  },
  {
    target: './server',
    from: './',
    except: ['./server', './contract', './node_modules', './public/locales'],
    message: 'The server knows the contract, itself and the words of the screens.',
  },
  {
    target: './src',
    from: './',
    except: ['./src', './contract', './node_modules', './public/locales', './sw/messages.ts'],
    message: 'The client knows the contract, itself and what the worker is told.',
  },
  {
    target: './sw',
    from: './',
    except: [
      './sw',
      ...['core', 'precaching', 'routing'].map((part) => `./node_modules/workbox-${part}`),
    ],
    message: 'The worker knows Workbox and itself.',
  },
  { target: './scripts', from: ['./tests', './e2e', './bench'], message: 'Nothing imports tests.' },
  { target: './bench', from: ['./tests', './e2e'], message: 'Nothing imports tests.' },
  sees('boot', 'lib'),
  sees('theme'),
  sees('lib'),
  sees('offline', 'lib'),
  sees('components', 'offline', 'lib', 'theme'),
  sees('entities', 'components', 'offline', 'lib', 'theme'),
  ...features.map((feature) =>
    sees(`features/${feature}`, 'entities', 'components', 'offline', 'lib', 'theme'),
  ),
  {
    target: './src/components/kit',
    from: './src',
    except: ['./components/kit', './lib'],
    message: 'The kit is the plain floor of all screens; it sees only src/lib.',
  },
  {
    target: './src/components/kit',
    from: chakraPackages,
    message: 'The kit is plain elements, because sign-in and every list stand on it.',
  },
  // Chakra weighs more than the whole sign-in screen may; it is fetched while the clerk types.
  {
    target: plainFolders,
    from: [...chakraPackages, './src/theme/system.ts'],
    message: 'Sign-in and what it shares with the shell stand on the kit.',
  },
  // The second factor is set up on a profile and in the middle of a sign-in, and stands on the kit.
  {
    target: plainFolders,
    from: './src/entities',
    except: ['./second-factor'],
    message: 'Sign-in and what it shares with the shell stand on the kit.',
  },
  {
    target: plainFolders,
    from: './src/components',
    except: ['./kit'],
    message: 'Sign-in and what it shares with the shell stand on the kit.',
  },
  // Looks come from the kit, behaviour from the other parts of src/components.
  {
    target: ['./src/features', './src/entities', './src/app'],
    from: [...chakraPackages, './src/theme/chakra.tsx'],
    message: 'Screens use src/components.',
  },
];

const letters = '[value=/\\p{L}/u]';
const words = [`Literal${letters}`, 'TemplateLiteral:has(TemplateElement[value.raw=/\\p{L}/u])'];
const spoken =
  'JSXAttribute[name.name=/^(aria-(label|description|placeholder|roledescription|valuetext)|title|placeholder|alt|label|description)$/]';
/** The places of a value inside braces: on its own, or chosen by a condition. */
const inBraces = ['', 'ConditionalExpression > ', 'LogicalExpression > '].map(
  (by) => `JSXExpressionContainer > ${by}`,
);
const literalText = [
  `JSXText${letters}`,
  `${spoken} > Literal${letters}`,
  ...[':matches(JSXElement, JSXFragment) > ', `${spoken} > `].flatMap((place) =>
    inBraces.flatMap((braces) => words.map((word) => `${place}${braces}${word}`)),
  ),
].map((selector) => ({ selector, message: 'Words on screen come from public/locales.' }));

// oxlint reads what a file imports at its start (.oxlintrc.json, no-restricted-imports); these two
// see it later.
const laterImports = [
  {
    selector: 'ImportExpression > Literal[value=/^(\\.\\.\\u002F|\\.\\u002F.+\\u002F)/]',
    message:
      'Relative imports stay inside the folder; elsewhere write #contract/, #src/ or #server/.',
  },
  {
    selector:
      'ImportExpression > Literal[value=/^(\\.\\u002F|#[a-z]+\\u002F)([^\\u002F]+\\u002F)*[^.\\u002F]+$/]',
    message: 'Write the file extension.',
  },
];
// An interface can only be told from a type where declarations of a package are added to.
const plainInterface = {
  selector: 'TSInterfaceDeclaration:not(TSModuleBlock > TSInterfaceDeclaration)',
  message: 'Write a type.',
};
const syntax = [...laterImports, plainInterface];

// The walls and the syntax that oxlint has no words for; everything else stands in .oxlintrc.json.
export default defineConfig(
  globalIgnores([
    'dist',
    'data',
    'test-results',
    'playwright-report',
    'server/db/migrations',
    '**/*.{js,mjs}',
  ]),
  { linterOptions: { noInlineConfig: true } },
  {
    files: ['**/*.{ts,tsx}'],
    languageOptions: { parser },
    plugins: { 'import-x': importX },
    settings: {
      'import-x/resolver-next': [
        createNodeResolver({ extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'] }),
      ],
    },
    rules: {
      'import-x/no-restricted-paths': ['error', { zones: walls }],
      'no-restricted-syntax': ['error', ...syntax],
      // A comment that switches oxlint off would switch off the oxlint rule against it.
      'no-warning-comments': ['error', { terms: ['oxlint-disable'], location: 'anywhere' }],
    },
  },
  {
    files: ['src/**/*.{ts,tsx}'],
    rules: { 'no-restricted-syntax': ['error', ...syntax, ...literalText] },
  },
  // Declarations add to the interfaces of others.
  { files: ['src/*.d.ts'], rules: { 'no-restricted-syntax': 'off' } },
);

import { readdirSync } from 'node:fs';
import { createNodeResolver, importX } from 'eslint-plugin-import-x';
import reactHooks from 'eslint-plugin-react-hooks';
import unicorn from 'eslint-plugin-unicorn';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

const features = readdirSync('src/features', { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name);

type Wall = { target: string | string[]; from: string | string[]; except?: string[]; message: string };

/** Everything in `src` that a folder sees; what is not named here is behind a wall. */
const sees = (folder: string, ...layers: string[]): Wall => ({
  target: `./src/${folder}`,
  from: './src',
  except: [`./${folder}`, ...layers.map((layer) => `./${layer}`)],
  message: `src/${folder} sees only ${[`src/${folder}`, ...layers.map((layer) => `src/${layer}`)].join(', ')}.`,
});

const walls: Wall[] = [
  {
    target: './contract',
    from: './',
    except: ['./contract', './node_modules/zod'],
    message: 'The contract knows zod and itself.',
  },
  {
    target: './server',
    from: './',
    except: ['./server', './contract', './node_modules'],
    message: 'The server knows the contract and itself.',
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
    except: ['./sw', ...['core', 'precaching', 'routing'].map((part) => `./node_modules/workbox-${part}`)],
    message: 'The worker knows Workbox and itself.',
  },
  { target: './scripts', from: ['./tests', './e2e', './bench'], message: 'Nothing imports tests.' },
  { target: './bench', from: ['./tests', './e2e'], message: 'Nothing imports tests.' },
  sees('boot', 'lib'),
  sees('theme'),
  sees('lib'),
  sees('offline', 'lib'),
  sees('components', 'offline', 'lib', 'theme'),
  ...features.map((feature) => sees(`features/${feature}`, 'components', 'offline', 'lib', 'theme')),
  {
    // The kit weighs more than the whole sign-in screen may; it is fetched while the clerk types.
    target: ['./src/boot', './src/lib', './src/offline', './src/features/sign-in', './src/app/feedback', './src/app/lock'],
    from: ['./node_modules/@chakra-ui', './node_modules/@emotion', './src/components', './src/theme/system.ts'],
    message: 'Sign-in and what it shares with the shell are plain CSS on tokens.css.',
  },
];

const letters = '[value=/\\p{L}/u]';
const words = [`Literal${letters}`, 'TemplateLiteral:has(TemplateElement[value.raw=/\\p{L}/u])'];
const spoken =
  'JSXAttribute[name.name=/^(aria-(label|description|placeholder|roledescription|valuetext)|title|placeholder|alt|label|description)$/]';
/** Where a value can stand inside braces: on its own, or chosen by a condition. */
const inBraces = ['', 'ConditionalExpression > ', 'LogicalExpression > '].map((by) => `JSXExpressionContainer > ${by}`);
const literalText = [
  `JSXText${letters}`,
  `${spoken} > Literal${letters}`,
  ...[':matches(JSXElement, JSXFragment) > ', `${spoken} > `].flatMap((place) =>
    inBraces.flatMap((braces) => words.map((word) => `${place}${braces}${word}`)),
  ),
].map((selector) => ({ selector, message: 'Words on screen come from public/locales.' }));

const importStyle = [
  {
    regex: '^(\\.\\./|\\./.+/)',
    message: 'Relative imports stay inside the folder; elsewhere write #contract/, #src/ or #server/.',
  },
  { regex: '^(\\./|#[a-z]+/)([^/]+/)*[^./]+$', message: 'Write the file extension.' },
];
const dynamicImportStyle = importStyle.map(({ regex, message }) => ({
  selector: `ImportExpression > Literal[value=/${regex.replaceAll('/', '\\u002F')}/]`,
  message,
}));

// An interface can only be told from a type where declarations of a package are added to.
const plainInterface = {
  selector: 'TSInterfaceDeclaration:not(TSModuleBlock > TSInterfaceDeclaration)',
  message: 'Write a type.',
};
const syntax = [...dynamicImportStyle, plainInterface];

export default defineConfig(
  globalIgnores(['dist', 'data', 'test-results', 'playwright-report', 'server/db/migrations']),
  { linterOptions: { noInlineConfig: true } },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    plugins: { 'import-x': importX, unicorn },
    settings: {
      'import-x/resolver-next': [createNodeResolver({ extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'] })],
      'import-x/parsers': { '@typescript-eslint/parser': ['.ts', '.tsx'] },
      // Packages cannot import us back, so the search for cycles need not read them.
      'import-x/external-module-folders': ['node_modules'],
    },
    rules: {
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/ban-ts-comment': [
        'error',
        { 'ts-expect-error': true, 'ts-ignore': true, 'ts-nocheck': true },
      ],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      // Takes assertions on generic tables for idle, which then do not compile without them.
      '@typescript-eslint/no-unnecessary-type-assertion': 'off',
      // Fastify plugins and handlers are async by contract, whether they wait for something or not.
      '@typescript-eslint/require-await': 'off',
      eqeqeq: 'error',
      'no-console': 'error',
      'max-lines': ['error', 250],
      'max-lines-per-function': ['error', 60],
      'import-x/no-cycle': ['error', { ignoreExternal: true }],
      'import-x/no-default-export': 'error',
      'import-x/no-restricted-paths': ['error', { zones: walls }],
      'no-restricted-imports': ['error', { patterns: importStyle }],
      'no-restricted-syntax': ['error', ...syntax],
      'unicorn/filename-case': ['error', { case: 'kebabCase' }],
    },
  },
  {
    files: ['src/**/*.{ts,tsx}'],
    extends: [reactHooks.configs.flat.recommended],
    rules: {
      // Takes every object with a property named `ref`, such as a form field's, for a ref itself.
      'react-hooks/refs': 'off',
      'import-x/no-nodejs-modules': 'error',
      'no-restricted-syntax': ['error', ...syntax, ...literalText],
    },
  },
  { files: ['contract/**/*.ts'], rules: { 'import-x/no-nodejs-modules': 'error' } },
  // Markup is long but flat: one element with five attributes is seven lines.
  { files: ['src/**/*.tsx'], rules: { 'max-lines-per-function': ['error', 100] } },
  // Declarations add to the interfaces of others.
  { files: ['src/*.d.ts'], rules: { 'no-restricted-syntax': 'off' } },
  { files: ['server/main.ts', 'server/start*.ts', 'scripts/**/*.ts', 'bench/**/*.ts', 'src/lib/log.ts'], rules: { 'no-console': 'off' } },
  { files: ['tests/**/*.{ts,tsx}', 'e2e/**/*.ts'], rules: { 'max-lines-per-function': 'off' } },
  { files: ['*.config.ts'], rules: { 'import-x/no-default-export': 'off' } },
  // The one place that shows what must not compile.
  { files: ['tests/src/kit-types.tsx'], rules: { '@typescript-eslint/ban-ts-comment': 'off' } },
);

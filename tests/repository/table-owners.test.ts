import { expect, it } from 'vitest';
import { serverLayers } from '#server-layers.ts';
import { codeFiles, read } from './project-files.ts';

/** Owners of table files, or of single tables, that are not named like their module. */
const owners: Record<string, string> = {
  'account-grants': 'centre/users',
  'account-pins': 'centre/auth',
  approvalTable: 'centre/approvals',
  bankAccountTable: 'centre/branches',
  dayTable: 'ledger/days',
  'courses-passed-before': 'academic/enrolments',
  continuing: 'desk/enrolment-changes',
  deliveries: 'ledger/stock',
  devices: 'centre/auth',
  'discount-rules': 'ledger/orders',
  'drawer-movements': 'ledger/drawers',
  'enrolment-leavings': 'desk/enrolment-changes',
  'enrolment-states': 'academic/enrolments',
  guardians: 'people/students',
  'holiday-cancellations': 'academic/academic-terms',
  'journal-accounts': 'reading/journal',
  'kept-days': 'ledger/figures',
  'kept-payment-sums': 'ledger/payments',
  numberGapTable: 'lib',
  'offline-cash': 'ledger/drawers',
  'opening-cash': 'ledger/drawers',
  printTable: 'ledger/days',
  reminders: 'reading/balances',
  passkeys: 'centre/auth',
  'permission-sets': 'centre/staff-accounts',
  // A drawer gives to the safe and takes from it, and the module of the safe stands above.
  safe: 'ledger/drawers',
  'second-factors': 'centre/auth',
  sessions: 'centre/auth',
  'sign-in-attempts': 'lib',
  'stock-counts': 'ledger/stock',
  'stock-transfers': 'ledger/stock',
  'teacher-rates': 'people/teachers',
  transfers: 'desk/class-transfers',
};

/** These may write everything: made-up data, the first start, and the removal of old rows. */
const WRITES_ALL = /^server\/(?:db|seed|setup|jobs)\//;

/**
 * Modules that still write tables of another one, by reason. Take a line out when its writes have
 * become functions of the owner; never add one.
 */
const notYet: readonly { reason: string; writes: readonly string[] }[] = [
  {
    reason:
      'The owner stands above: a new branch begins with its book and its first drawer, and a product keeps its reorder levels beside the stock.',
    writes: [
      'catalogue/products stockLevelTable',
      'centre/branches bookTable',
      'centre/branches drawerTable',
    ],
  },
  {
    reason:
      'The owner stands above: a place makes its student active, ends open requests for a transfer, and a guardian counts on the version of the student.',
    writes: [
      'academic/enrolments studentTable',
      'academic/enrolments transferTable',
      'people/parents studentTable',
    ],
  },
  {
    reason:
      'Acts of an order end and hold places, and a visit adds them; each has a condition of its own.',
    writes: [
      'desk/class-transfers enrolmentTable',
      'desk/class-transfers studentTable',
      'desk/visits offlineCashTable',
      'desk/visits enrolmentTable',
      'ledger/orders enrolmentTable',
    ],
  },
  {
    reason: 'Money that goes back marks the payments.',
    writes: ['ledger/orders paymentTable'],
  },
  {
    reason:
      'A decision about a slip or a refund changes what was asked, and a statement remembers the columns of its bank account.',
    writes: [
      'ledger/verification orderTable',
      'ledger/verification paymentTable',
      'ledger/verification refundRequestTable',
      'ledger/verification bankAccountTable',
    ],
  },
  {
    reason: 'A delivery gives the product its newest cost.',
    writes: ['ledger/stock productTable'],
  },
  {
    reason: 'A merge joins many people at once.',
    writes: ['desk/merges guardianTable', 'desk/merges parentTable', 'desk/merges studentTable'],
  },
];

/** So many tables are written this way, counted by file; lower it when one is not any more. */
const MOST = 33;

const serverFiles = codeFiles.filter((file) => file.startsWith('server/'));

const moduleOf = (file: string): string => {
  const [, layer = '', name = ''] = file.split('/');
  return layer in serverLayers ? `${layer}/${name}` : layer;
};

/** The module that owns each table, by the name of the table in code. */
const ownerOf = new Map(
  serverFiles.flatMap((file) => {
    const [, layer = '', name = ''] = /tables\/([\w-]+)\/([\w-]+)\.table\.ts$/.exec(file) ?? [];
    const inNames = [...read(file).matchAll(/export const (\w+) = pgTable\(/g)];
    if (name === '') return [];
    const own = owners[name] ?? (layer === 'log' ? 'lib' : `${layer}/${name}`);
    return inNames.map(([, table = '']) => [table, owners[table] ?? own] as const);
  }),
);

const WRITES = [
  /\.(?:insert|update|delete)\(\s*(\w+)\s*\)/g,
  /(?:insert\s+into|(?<!for )update|delete\s+from)\s+\$\{(\w+)\}/gi,
  /insertMany\(\s*\w+,\s*(\w+)\s*[,)]/g,
];

/** The tables that this code writes, by drizzle or by SQL, also under another name. */
function written(code: string): string[] {
  const names = new Map<string, string>();
  for (const [, imported = ''] of code.matchAll(/import \{([^}]*)\} from '#server\/db\/tables\//g))
    for (const [, name = '', alias] of imported.matchAll(/(\w+)(?: as (\w+))?/g))
      names.set(alias ?? name, name);
  for (const [, alias = '', name = ''] of code.matchAll(/const (\w+) = (\w+Table);/g))
    names.set(alias, names.get(name) ?? name);
  const tables = WRITES.flatMap((pattern) => [...code.matchAll(pattern)]).map(
    ([, name = '']) => names.get(name) ?? name,
  );
  return [...new Set(tables)].filter((name) => ownerOf.has(name));
}

it('writes each table in the module that owns it', () => {
  const found = serverFiles
    .filter((file) => !WRITES_ALL.test(file))
    .flatMap((file) =>
      written(read(file))
        .filter((table) => ownerOf.get(table) !== moduleOf(file))
        .map((table) => ({ file, pair: `${moduleOf(file)} ${table}` })),
    );
  const known = notYet.flatMap(({ writes }) => writes);
  const strange = found.filter(({ pair }) => !known.includes(pair));
  expect(strange, 'the write is a function of the module that owns the table').toEqual([]);
  const pairs = new Set(found.map(({ pair }) => pair));
  expect(
    known.filter((pair) => !pairs.has(pair)),
    'take it off the list',
  ).toEqual([]);
  expect(found.length).toBeLessThanOrEqual(MOST);
});

it('names an owner that exists for every table', () => {
  const modules = Object.entries(serverLayers).flatMap(([layer, names]) =>
    names.map((name) => `${layer}/${name}`),
  );
  const known = new Set([...modules, 'lib', 'start/rescue-codes', 'start/setup-codes']);
  const unknown = [...ownerOf].filter(([, owner]) => !known.has(owner));
  expect(unknown.filter(([, owner]) => !owner.startsWith('start/'))).toEqual([]);
  expect(ownerOf.size).toBeGreaterThan(80);
});

it.each([
  'tx.insert(orderTable).values(row)',
  "import { orderTable as orders } from '#server/db/tables/ledger/orders.table.ts'; tx.update(orders)",
  'const table = orderTable; await insertMany(tx, table, rows);',
  'sql`update ${orderTable} set paid = 0`',
  'sql`delete from ${orderTable}`',
])('would find %s', (code) => {
  expect(written(code)).toEqual(['orderTable']);
});

it('takes a lock of rows for no write', () => {
  expect(written('sql`select 1 from x for update ${orderTable}`')).toEqual([]);
});

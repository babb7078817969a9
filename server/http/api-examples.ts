import { addDays, dayInLaos } from '#contract/dates.ts';

/** A part of a schema of the API document, as far as examples need it. */
type Described = {
  type?: string | string[];
  enum?: unknown[];
  format?: string;
  items?: Described;
  properties?: Record<string, Described>;
  anyOf?: Described[];
  oneOf?: Described[];
  examples?: unknown[];
  'x-ids-from'?: string;
  'x-needed'?: true;
};

// A generator of requests, such as tests/server/fuzz.test.ts, reads three things beside the schema:
// `examples`, `x-ids-from` (the list whose `_id`s fit into the field), and `x-needed` (an optional
// field without which the plainest body is refused).

/**
 * The list that has the ids of a field, by the name of the field. A field that is in no list, such
 * as the `key` of a new row, is chosen by the sender.
 */
const listOf: Record<string, string> = {
  branchId: '/branch-names',
  homeBranchId: '/branch-names',
  branchIds: '/branch-names',
  fromBranchId: '/branch-names',
  toBranchId: '/branch-names',
  studentId: '/students',
  studentKey: '/students',
  parentId: '/parents',
  parentKey: '/parents',
  teacherId: '/teachers',
  userId: '/staff-accounts',
  actorId: '/staff-accounts',
  cashierId: '/staff-accounts',
  classId: '/classes',
  termId: '/academic-terms',
  fromTermId: '/academic-terms',
  courseId: '/courses',
  recommendedCourseId: '/courses',
  lastCourseId: '/courses',
  feeId: '/course-fees',
  roomId: '/rooms',
  productId: '/products',
  ruleId: '/discount-rules',
  orderId: '/orders',
  paymentId: '/payments',
  drawerId: '/drawers',
  permissionSetId: '/permission-sets',
};

/** The list of a field where its name has another meaning below that path. */
const listIn: Record<string, Record<string, string>> = {
  '/courses': { categoryId: '/course-categories' },
  '/products': { categoryId: '/product-categories' },
  '/stock-counts': { categoryId: '/product-categories' },
  '/students': { keepId: '/students', dropId: '/students', ids: '/students' },
  '/parents': { keepId: '/parents', dropId: '/parents' },
  '/announcements': { ids: '/announcements' },
};

const today = dayInLaos();
/** Examples of fields by their names. */
const byName: Record<string, unknown> = {
  firstName: 'Somphone',
  lastName: 'ວົງສະຫວັນ',
  name: 'Phonsavanh',
  nameEn: 'Reading club',
  nameLo: 'ສະໂມສອນອ່ານ',
  phone: '+8562055512345',
  email: 'somphone@example.com',
  code: 'NEW-1',
  sku: 'NEW-001',
  unit: 'copy',
  bank: 'BCEL',
  accountName: 'CENTRE',
  accountNo: '010120000123456',
  reason: 'The family asked for it',
  note: 'As agreed by phone',
  question: 'Which order is this money for?',
  answer: 'For the order of today',
  text: 'The mother calls in the evening',
  supplier: 'Lao Books',
  receivedBy: 'Khamphone',
  branchName: 'Savannakhet',
  academicYear: '2026-2027',
  rateToLAK: '668.5',
  start: '17:00',
  end: '18:30',
  date: today,
  day: today,
  from: addDays(today, -30),
  to: today,
  until: addDays(today, 30),
  startDate: addDays(today, 400),
  endDate: addDays(today, 450),
  validFrom: addDays(today, 30),
  lastDay: today,
  effectiveDate: addDays(today, 40),
  createdAt: new Date().toISOString(),
  dateOfBirth: '2015-03-09',
  q: 'Somphone',
  search: 'Somphone',
  number: 'VTE-26-000001',
  path: '/students',
  screen: 'students',
  capacity: 12,
  quantity: 1,
  amount: 50_000,
  percent: 10,
};

/** Examples of fields below a path, without which the plainest request is refused there. */
const needed: Record<string, Record<string, unknown>> = {
  '/announcements': { titleEn: 'A day off', bodyEn: 'The centre is closed on Friday.' },
  '/branches': { code: 'SVK' },
  '/classes/plan': { slots: '6/05:00/06:30' },
  '/courses': { totalSessions: 24 },
  '/discount-rules': { percent: 10 },
  '/permission-sets': { role: 'staff', discountLimitPercent: 20 },
  '/reports/attendance/rows': { figure: 'marks' },
  '/reports/money/rows': { figure: 'received' },
  '/reports/pay/rows': { figure: 'pay' },
  '/setup': { branchCode: 'SVK', password: 'a garden behind the temple' },
  '/whats-new': { id: 'what-is-new' },
};

/** The entry of the longest path that an address begins with. */
function below<Entry>(entries: Record<string, Entry>, address: string): Entry | undefined {
  const paths = Object.keys(entries).filter(
    (path) => address === path || address.startsWith(`${path}/`),
  );
  const [longest] = paths.toSorted((one, other) => other.length - one.length);
  return longest === undefined ? undefined : entries[longest];
}

type Own = { lists: Record<string, string>; fields: Record<string, unknown> };

const typeOf = (value: unknown) => (typeof value === 'number' ? 'integer' : typeof value);

function add(schema: Described, name: string, own: Own): void {
  const example = own.fields[name] ?? byName[name];
  if (schema.format === 'uuid') {
    const source = own.lists[name] ?? listOf[name];
    if (source !== undefined) schema['x-ids-from'] = source;
  } else if (schema.type === typeOf(example) && (!schema.enum || schema.enum.includes(example)))
    schema.examples = [example];
  if (name in own.fields) schema['x-needed'] = true;
  for (const part of [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]) add(part, name, own);
  if (schema.items) add(schema.items, name, own);
  for (const [key, part] of Object.entries(schema.properties ?? {})) add(part, key, own);
}

/** Adds examples, and the lists that ids are taken from, to the schema of a body or a query. */
export function addExamples(schema: unknown, url: string): void {
  const address = url.replace(/^\/api/, '');
  add(schema as Described, '', {
    lists: below(listIn, address) ?? {},
    fields: below(needed, address) ?? {},
  });
}

import { randomUUID } from 'node:crypto';
import type { SignedInUser } from '#contract/centre/auth.ts';
import type { DeskRules } from '#contract/desk/desk.ts';
import type { Drawer, Shift } from '#contract/money/drawers.ts';
import type { ProductCategory } from '#contract/stock/product-categories.ts';
import { demoAccounts } from '#server/seed/demo-accounts.ts';
import type { InsistentClient } from './insistent-client.ts';

/** The price of each product, in kip. */
export const PRICE = 20_000;
export const FLOAT = 2_000_000;
const STOCK = 4000;

/** The things that all desks of a run work with. Everything was made by requests. */
export type World = {
  branchId: string;
  shiftId: string;
  products: readonly string[];
  students: readonly string[];
  bankAccountId: string;
  /** Sessions of a clerk and of a superadmin. */
  clerk: string;
  owner: string;
};

/** Each student has a phone of their own, because a known one is asked about. */
let phones = 0;

/** Adds a grown-up student, who pays alone. */
export function addStudent(
  client: InsistentClient,
  { branchId, clerk }: Pick<World, 'branchId' | 'clerk'>,
): Promise<{ _id: string } | undefined> {
  phones += 1;
  const student = {
    firstName: `Desk ${randomUUID().slice(0, 8)}`,
    lastName: 'Torture',
    gender: 'female',
    dateOfBirth: '1990-02-01',
    phone: `020 59${String(phones).padStart(6, '0')}`,
    status: 'prospect',
    guardians: [],
    homeBranchId: branchId,
  };
  return client.post('/students', student, clerk);
}

function made<Answer>(answer: Answer | undefined): Answer {
  if (answer === undefined) throw new Error('The centre could not be prepared');
  return answer;
}

async function openDrawer(client: InsistentClient, clerk: string): Promise<string> {
  const [drawer] = await client.get<Drawer[]>('/drawers', clerk);
  const path = `/drawers/${drawer?._id}/open`;
  const body = { float: { LAK: FLOAT }, reason: 'begins' };
  return made(await client.post<Shift>(path, body, clerk))._id;
}

async function addProduct(
  client: InsistentClient,
  { branchId, owner }: Pick<World, 'branchId' | 'owner'>,
): Promise<string> {
  const [category] = await client.get<ProductCategory[]>('/product-categories', owner);
  const product = {
    sku: `T-${randomUUID().slice(0, 8)}`,
    barcode: '',
    nameEn: 'Book',
    nameLo: 'ປຶ້ມ',
    categoryId: category?._id,
    price: PRICE,
    cost: null,
    unit: 'copy',
    photoFileId: null,
  };
  const { _id } = made(await client.post<{ _id: string }>('/products', product, owner));
  const opening = { productId: _id, branchId, type: 'opening', quantity: STOCK, reason: 'begins' };
  made(await client.post('/stock-movements', opening, owner));
  return _id;
}

/** Makes what the desks need in a demo centre: an open drawer, books in stock, payers. */
export async function prepareWorld(client: InsistentClient): Promise<World> {
  const signIn = (wanted: string) => {
    const account = demoAccounts.find(({ role }) => role === wanted);
    return client.signIn(account?.email ?? '', account?.password ?? '');
  };
  const [clerk, owner] = [await signIn('staff'), await signIn('superadmin')];
  const branchId = String((await client.get<SignedInUser>('/auth/me', clerk)).branchId);
  const people = { branchId, clerk };
  const rules = await client.get<DeskRules>(`/desk/rules?branchId=${branchId}`, clerk);
  const students = [];
  for (let n = 0; n < 6; n += 1) students.push(made(await addStudent(client, people))._id);
  const products = [];
  for (let n = 0; n < 3; n += 1) products.push(await addProduct(client, { branchId, owner }));
  return {
    branchId,
    clerk,
    owner,
    students,
    products,
    shiftId: await openDrawer(client, clerk),
    bankAccountId: String(rules.bankAccounts[0]?._id),
  };
}

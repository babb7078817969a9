import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { branch, type Branch } from '#contract/centre/branches.ts';
import { apiErrors } from '#contract/errors.ts';
import { paymentTable } from '#server/db/tables/ledger/payments.table.ts';
import {
  branchId,
  moveTo,
  startTestServer,
  type Client,
  type TestServer,
} from '#tests/helpers/test-server.ts';

let server: TestServer;
let owner: Client;
beforeAll(async () => {
  server = await startTestServer();
  owner = await server.as('superadmin');
});
afterAll(() => server.close());

const newBranch = (code: string) => ({
  branchName: `Branch ${code}`,
  code,
  provinceCode: '13',
  phone: '020 5551 2345',
});
const names = (answer: { json: () => unknown }) =>
  (answer.json() as Branch[]).map(({ branchName }) => branchName);

describe('adding', () => {
  it('answers 201 with the whole record, defaults filled in', async () => {
    const answer = await owner.post('/branches', newBranch('svk'));
    expect(answer.statusCode).toBe(201);
    expect(z.strictObject(branch.shape).parse(answer.json())).toMatchObject({
      code: 'SVK',
      phone: '+8562055512345',
      version: 1,
      holdHours: 24,
      cashStep: 1000,
      active: true,
      bankAccounts: [],
    });
    const { _id } = answer.json<Branch>();
    expect((await owner.get(`/branches/${_id}`)).json()).toEqual(answer.json());
  });

  it('refuses a code that is taken, beside its field', async () => {
    const answer = await owner.post('/branches', newBranch('VTE'), { 'accept-language': 'lo' });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toEqual({
      error: apiErrors.fieldsInvalid.lo,
      code: 'fieldsInvalid',
      fields: { code: 'ຖືກໃຊ້ແລ້ວ' },
    });
  });

  it('names each invalid field by its path', async () => {
    const bankAccounts = [{ bank: 'BCEL', currency: 'EUR', accountName: 'A', accountNo: '' }];
    const answer = await owner.post('/branches', {
      ...newBranch('TOOLONG'),
      phone: '12',
      provinceCode: '99',
      bankAccounts,
    });
    expect(answer.json()).toMatchObject({
      fields: {
        code: '2 to 4 letters from A to Z, but not ST or TC',
        phone: 'Phone is not valid. Write it like 020 5551 2345',
        provinceCode: 'Check this entry',
        'bankAccounts.0.currency': 'Check this entry',
        'bankAccounts.0.accountNo': 'Required',
      },
    });
  });

  it('refuses pictures that are not there', async () => {
    const missing = '01890000-0000-7000-8000-000000000000';
    const account = {
      bank: 'BCEL',
      currency: 'LAK',
      accountName: 'A',
      accountNo: '1',
      qrFileId: missing,
    };
    const answer = await owner.post('/branches', {
      ...newBranch('XX'),
      logoFileId: missing,
      bankAccounts: [account],
    });
    const unknown = 'The file was not found. Upload it again';
    expect(answer.json()).toMatchObject({
      fields: { logoFileId: unknown, 'bankAccounts.0.qrFileId': unknown },
    });
  });

  it('ignores what is not a field', async () => {
    const extra = {
      _id: 'mine',
      version: 7,
      search: 'x',
      createdAt: 'yesterday',
      __proto__: { active: false },
    };
    const answer = await owner.post('/branches', { ...newBranch('IGN'), ...extra });
    expect(answer.json()).toMatchObject({ version: 1, active: true });
  });
});

describe('changing', () => {
  it('counts the version up and refuses an old one without changing anything', async () => {
    const { _id, version, ...input } = (
      await owner.post('/branches', newBranch('VER'))
    ).json<Branch>();
    const first = await owner.put(`/branches/${_id}`, { ...input, version, branchName: 'First' });
    expect(first.json()).toMatchObject({ version: 2, branchName: 'First' });
    const late = await owner.put(`/branches/${_id}`, { ...input, version, branchName: 'Late' });
    expect([late.statusCode, late.json()]).toEqual([
      409,
      { error: apiErrors.versionConflict.en, code: 'versionConflict' },
    ]);
    expect((await owner.get(`/branches/${_id}`)).json()).toMatchObject({
      version: 2,
      branchName: 'First',
    });
  });

  it('lets exactly one of many at once win', async () => {
    const { _id, version, ...input } = (
      await owner.post('/branches', newBranch('RACE'))
    ).json<Branch>();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        owner.put(`/branches/${_id}`, { ...input, version, branchName: `Try ${n}` }),
      ),
    );
    const codes = answers.map(({ statusCode }) => statusCode).sort();
    expect(codes).toEqual([200, ...Array.from({ length: 7 }, () => 409)]);
  });

  it('is 404 for an id that is not there or is none', async () => {
    const body = { ...newBranch('NONE'), version: 1 };
    for (const id of ['01890000-0000-7000-8000-000000000000', 'nonsense', '1']) {
      expect((await owner.put(`/branches/${id}`, body)).json()).toMatchObject({ code: 'notFound' });
      expect((await owner.get(`/branches/${id}`)).json()).toMatchObject({ code: 'notFound' });
    }
  });
});

describe('bank accounts', () => {
  const account = { bank: 'BCEL', currency: 'LAK', accountName: 'A', accountNo: '1' };
  const qrText =
    '00020101021138560016A00526628466257701082771041802030020313mchDEMO0000015204829953034185802LA5911DEMO CENTRE6003VTE63048B45';
  const triedAt = '2026-01-05T03:00:00.000Z';
  const put = ({ _id, ...branch }: Branch, bankAccounts: object[]) =>
    owner.put(`/branches/${_id}`, { ...branch, bankAccounts });

  it('are rows of the branch, one of the kip accounts the default; a code of another kind is refused', async () => {
    const refused = await owner.post('/branches', {
      ...newBranch('QRX'),
      bankAccounts: [
        { ...account, qrText: `${qrText}0` },
        { ...account, currency: 'USD', qrText },
      ],
    });
    expect(refused.json()).toMatchObject({
      fields: {
        'bankAccounts.0.qrText': 'This is not a LAO QR code',
        'bankAccounts.1.qrText': 'QR codes are for kip accounts only',
      },
    });
    const added = (
      await owner.post('/branches', {
        ...newBranch('QR'),
        bankAccounts: [
          { ...account, currency: 'USD' },
          { ...account, accountNo: '2', qrText, triedAt },
        ],
      })
    ).json<Branch>();
    expect(added.bankAccounts).toMatchObject([
      { accountNo: '2', qrText, triedAt, isDefault: true },
      { accountNo: '1', isDefault: false },
    ]);
    const two = await put(
      added,
      added.bankAccounts.map((one) => ({ ...one, currency: 'LAK', isDefault: true })),
    );
    expect(two.json()).toMatchObject({
      fields: { 'bankAccounts.1.isDefault': 'Another account is already the default' },
    });
  });

  it('are tried again once their code changes', async () => {
    const added = (
      await owner.post('/branches', {
        ...newBranch('TRY'),
        bankAccounts: [{ ...account, qrText, triedAt }],
      })
    ).json<Branch>();
    const other = `${qrText.slice(0, -4)}8b45`;
    expect(
      (await put(added, [{ ...added.bankAccounts[0], qrText: other }])).json<Branch>().bankAccounts,
    ).toMatchObject([{ qrText: other, triedAt: null }]);
  });

  it('keep their number once money came, and are put away instead of removed', async () => {
    const added = (
      await owner.post('/branches', { ...newBranch('PAID'), bankAccounts: [account] })
    ).json<Branch>();
    const bankAccountId = String(added.bankAccounts[0]?._id);
    await server.db.insert(paymentTable).values({
      branchId: added._id,
      method: 'qr',
      currency: 'LAK',
      tendered: 1000,
      amountLAK: 1000,
      freeLAK: 1000,
      state: 'pending',
      bankAccountId,
      at: triedAt,
    });
    expect(
      (await put(added, [{ ...account, _id: bankAccountId, accountNo: '9' }])).json(),
    ).toMatchObject({
      fields: {
        'bankAccounts.0.accountNo':
          'Money has been received in this account. Add a new one instead',
      },
    });
    expect((await put(added, [])).json<Branch>().bankAccounts).toMatchObject([
      { _id: bankAccountId, active: false, isDefault: false },
    ]);
  });
});

describe('the list', () => {
  it('is a bare array with the full count beside it', async () => {
    const answer = await owner.get('/branches?pageSize=2&sort=code');
    expect(answer.json()).toHaveLength(2);
    const total = Number(answer.headers['x-total-count']);
    expect((await owner.get('/branches')).json()).toHaveLength(total);
  });

  it('pages without repeating or leaving out a row', async () => {
    const all = names(await owner.get('/branches?sort=-code'));
    const pages = await Promise.all(
      [1, 2, 3, 4, 5].map((page) => owner.get(`/branches?sort=-code&pageSize=2&page=${page}`)),
    );
    expect(pages.flatMap(names)).toEqual(all.slice(0, 10));
  });

  it.each([
    ['pakse', 'Pakse'],
    ['ຫລວງພະບາງ', 'Luang Prabang'],
    ['LPB', 'Luang Prabang'],
    ['0303', 'Pakse'],
    ['020 5555 0303', 'Pakse'],
    ['02055550303', 'Pakse'],
  ])('finds "%s"', async (search, found) => {
    expect(names(await owner.get(`/branches?search=${encodeURIComponent(search)}`))).toEqual([
      found,
    ]);
  });

  it.each(['%', '_', '\\', "' or 1=1 --"])('takes "%s" for itself', async (search) => {
    expect((await owner.get(`/branches?search=${encodeURIComponent(search)}`)).json()).toEqual([]);
  });

  it.each([
    'sort=nope',
    'sort=passwordHash',
    'page=0',
    'page=x',
    'pageSize=201',
    'search=a&search=b',
  ])('refuses ?%s', async (query) => {
    const answer = await owner.get(`/branches?${query}`);
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([
      400,
      'fieldsInvalid',
    ]);
  });
});

describe.each(['admin', 'staff', 'finance'] as const)('%s', (role) => {
  it('sees only the branch they work in', async () => {
    await moveTo(server.db, role, 'LPB');
    const client = await server.as(role);
    const list = await client.get('/branches');
    expect(names(list)).toEqual(['Luang Prabang']);
    expect(list.headers['x-total-count']).toBe('1');
    expect((await client.get(`/branches/${await branchId(server.db, 'LPB')}`)).statusCode).toBe(
      200,
    );
    const other = await client.get(`/branches/${await branchId(server.db, 'PKS')}`);
    expect(other.json()).toEqual({ error: apiErrors.notFound.en, code: 'notFound' });
    expect(names(await client.get('/branches?search=Pakse'))).toEqual([]);
  });
});

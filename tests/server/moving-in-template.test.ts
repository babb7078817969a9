import { text } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { movingSheetKinds } from '#contract/imports/moving-in.ts';
import { readBook } from '#server/lib/sheets/read-book.ts';
import { unzip } from '#server/lib/sheets/unzip.ts';
import { movingSteps } from '#tests/helpers/moving-steps.ts';
import { startTestServer, type Client, type TestServer } from '#tests/helpers/test-server.ts';

let server: TestServer;
let owner: Client;
let file: Buffer;
beforeAll(async () => {
  server = await startTestServer();
  owner = await server.as('superadmin');
  const answer = await owner.get('/moves/template');
  expect(answer.statusCode).toBe(200);
  file = answer.rawPayload;
});
afterAll(() => server.close());

const steps = movingSteps(() => owner);

it('has a sheet of every kind with every column known, and its examples are never imported', async () => {
  const move = await steps.upload(file);
  const [first, ...sheets] = move.sheets;
  expect(first?.kind).toBeNull();
  expect(sheets.map(({ kind }) => kind)).toEqual([...movingSheetKinds]);
  for (const { kind, headings, matching } of sheets) {
    expect(matching, String(kind)).not.toContain(null);
    for (const heading of headings) expect(heading).toMatch(/\S\n[\u0E80-\u0EFF]/u);
  }
  const products = steps.sheetOf(move, 'products');
  expect(products.matching).toContain('stock VTE');
  expect(move.counts).toMatchObject({ ready: 0, changed: 0, problem: 0, waiting: 0 });
  expect(steps.sheetOf(move, 'students').counts).toMatchObject({ rows: 1, out: 1 });
});

it('formats codes and phones as text, so that a program keeps their zeros', async () => {
  const { sheets } = await readBook(file);
  expect(sheets.map(({ name }) => name).slice(0, 2)).toEqual([
    'Explanations ຄຳອະທິບາຍ',
    'Branches ສາຂາ',
  ]);
  const parts = await unzip(file);
  const read = (name: string) => text(Readable.from(parts.read(name)));
  // The second sheet holds branches: row id, code, name, province, district, village, phone.
  const branches = await read('xl/worksheets/sheet2.xml');
  const styles = [...branches.matchAll(/<col min="(\d+)"[^>]*?( style="4")?\/>/g)];
  expect(styles.filter(([, , style]) => style).map(([, at]) => Number(at))).toContain(2);
  expect(await read('xl/styles.xml')).toContain('numFmtId="49"');
  parts.close();
});

it('is for the superadmin alone', async () => {
  for (const role of ['admin', 'staff', 'finance'] as const)
    expect((await (await server.as(role)).get('/moves/template')).statusCode).toBe(403);
});

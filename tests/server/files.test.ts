import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { MAX_FILE_BYTES, storedFile, type StoredFile } from '#contract/files.ts';
import { drawDemoLogo } from '#server/db/seed/demo-logo.ts';
import { startTestServer, type Client, type TestServer } from '#tests/helpers/test-server.ts';

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.as('admin');
});
afterAll(() => server.close());

const png = drawDemoLogo().content;
const jpeg = Buffer.from('ffd8ffe000104a46494600010100000100010000ffc0000b080020004001011100ffd9', 'hex');
const webp = Buffer.from('524946461a000000574542505650384c0d0000002f3f0007000000000000000000', 'hex');

function pngOfSize(width: number, height: number): Buffer {
  const content = Buffer.from(png);
  content.writeUInt32BE(width, 16);
  content.writeUInt32BE(height, 20);
  return content;
}

const upload = (payload: Buffer | string, type = 'image/png') =>
  admin.send('POST', '/files', { payload, headers: { 'content-type': type } });

describe('storing', () => {
  it.each([
    ['image/png', png, 256, 256],
    ['image/jpeg', jpeg, 64, 32],
    ['image/webp', webp, 64, 29],
  ])('takes %s by its content, whatever it is called', async (type, content, width, height) => {
    for (const called of [type, 'image/x-anything']) {
      const answer = await upload(content, called);
      expect(answer.statusCode).toBe(201);
      expect(z.strictObject(storedFile.shape).parse(answer.json())).toMatchObject({ type, bytes: content.length, width, height });
    }
  });

  it.each([
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', 'image/svg+xml'],
    ['SVG called PNG', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/png'],
    ['HTML called PNG', '<!doctype html><script>alert(1)</script>', 'image/png'],
    ['GIF', 'GIF89a\x01\x00\x01\x00', 'image/gif'],
    ['the first bytes of a PNG', png.subarray(0, 12), 'image/png'],
    ['a PNG without an area', pngOfSize(0, 10), 'image/png'],
    ['nothing', '', 'image/png'],
    ['JSON', '{}', 'application/json'],
    ['a form', '--x\r\n\r\n--x--', 'multipart/form-data; boundary=x'],
    ['a file without a type', png, ''],
  ])('refuses %s', async (_name, content, type) => {
    const answer = await upload(content, type);
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([415, 'mediaTypeUnsupported']);
  });

  it('refuses what is too large in bytes or in pixels', async () => {
    const heavy = await upload(Buffer.concat([png, Buffer.alloc(MAX_FILE_BYTES)]));
    expect([heavy.statusCode, heavy.json<{ code: string }>().code]).toEqual([413, 'tooLarge']);
    const wide = await upload(pngOfSize(40_000, 40_000));
    expect([wide.statusCode, wide.json<{ code: string }>().code]).toEqual([413, 'tooLarge']);
  });
});

describe('reading', () => {
  it('gives back the same bytes, to be kept privately and for ever', async () => {
    const { _id } = (await upload(png)).json<StoredFile>();
    const answer = await (await server.as('staff')).get(`/files/${_id}`);
    expect(answer.rawPayload.equals(png)).toBe(true);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'private, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    });
    const again = await admin.get(`/files/${_id}`, { 'if-none-match': String(answer.headers.etag) });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    expect((await server.anybody.get(`/files/${_id}`)).statusCode).toBe(401);
  });

  it('is 404 for a file that is not there', async () => {
    expect((await admin.get('/files/01890000-0000-7000-8000-000000000000')).statusCode).toBe(404);
    expect((await admin.get('/files/..%2f..%2fetc%2fpasswd')).statusCode).toBe(404);
  });
});

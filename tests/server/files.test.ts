import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import {
  filePurposes,
  MAX_FILE_BYTES,
  storedFile,
  type StoredFile,
} from '#contract/centre/files.ts';
import type { StaffAccount } from '#contract/centre/staff-accounts.ts';
import type { Teacher } from '#contract/people/teachers.ts';
import { drawDemoLogo } from '#server/seed/demo-logo.ts';
import { done } from '#tests/helpers/class-data.ts';
import { addStudent } from '#tests/helpers/people.ts';
import { uploaded } from '#tests/helpers/pictures.ts';
import {
  branchId,
  moveTo,
  startTestServer,
  type Client,
  type TestServer,
} from '#tests/helpers/test-server.ts';

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.as('admin');
});
afterAll(() => server.close());

const png = drawDemoLogo().content;
const jpeg = Buffer.from(
  'ffd8ffe000104a46494600010100000100010000ffc0000b080020004001011100ffd9',
  'hex',
);
const webp = Buffer.from(
  '524946461a000000574542505650384c0d0000002f3f0007000000000000000000',
  'hex',
);

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
      expect(z.strictObject(storedFile.shape).parse(answer.json())).toMatchObject({
        type,
        bytes: content.length,
        width,
        height,
      });
    }
  });

  it.each([
    [
      'SVG',
      '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
      'image/svg+xml',
    ],
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
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([
      415,
      'mediaTypeUnsupported',
    ]);
  });

  it('refuses what is too large in bytes or in pixels', async () => {
    const heavy = await upload(Buffer.concat([png, Buffer.alloc(MAX_FILE_BYTES)]));
    expect([heavy.statusCode, heavy.json<{ code: string }>().code]).toEqual([413, 'tooLarge']);
    const wide = await upload(pngOfSize(40_000, 40_000));
    expect([wide.statusCode, wide.json<{ code: string }>().code]).toEqual([413, 'tooLarge']);
  });
});

/** A part of a JPEG: its marker, its length, its content. */
function segment(marker: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
}

function chunk(type: string, content: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  return Buffer.concat([length, Buffer.from(type), content, Buffer.alloc(4)]);
}

describe('what a picture tells of itself', () => {
  const place = Buffer.from('Exif\0\0II*\0GPS 17.9757 N 102.6331 E, Phone 12');
  const scan = Buffer.concat([
    segment(0xda, Buffer.from('010100003f00', 'hex')),
    Buffer.from([0x12, 0xff, 0x00, 0x34, 0xff, 0xd0, 0x56]),
  ]);
  const start = jpeg.subarray(0, 2);
  const middle = jpeg.subarray(2, -2);
  const end = jpeg.subarray(-2);

  it.each([
    ['EXIF', segment(0xe1, place)],
    ['IPTC', segment(0xed, place)],
    ['a comment', segment(0xfe, place)],
    ['a preview', segment(0xe0, place)],
    ['a part of somebody’s own', segment(0xf0, place)],
  ])('%s of a photo is dropped, and the pixels stay as they are', async (_name, told) => {
    const photo = Buffer.concat([start, told, middle, scan, end, start, segment(0xe1, place)]);
    const { _id, bytes } = (await upload(photo, 'image/jpeg')).json<StoredFile>();
    const kept = (await admin.get(`/files/${_id}`)).rawPayload;
    expect(kept.equals(Buffer.concat([start, middle, scan, end]))).toBe(true);
    expect([kept.includes('GPS'), bytes]).toEqual([false, kept.length]);
  });

  it('is dropped from PNG and WebP as well', async () => {
    const told = Buffer.concat([
      png.subarray(0, 33),
      chunk('eXIf', place),
      chunk('tEXt', place),
      chunk('zzZz', place),
      png.subarray(33),
    ]);
    const keptPng = (await admin.get(`/files/${(await upload(told)).json<StoredFile>()._id}`))
      .rawPayload;
    expect(keptPng.equals(png)).toBe(true);
    const size = Buffer.alloc(4);
    size.writeUInt32LE(place.length);
    const part = (name: string) => Buffer.concat([Buffer.from(name), size, place]);
    const toldWebp = Buffer.concat([webp, Buffer.alloc(1), part('EXIF'), part('zzZz')]);
    const keptWebp = (
      await admin.get(`/files/${(await upload(toldWebp, 'image/webp')).json<StoredFile>()._id}`)
    ).rawPayload;
    expect([keptWebp.includes('GPS'), keptWebp.readUInt32LE(4)]).toEqual([
      false,
      keptWebp.length - 8,
    ]);
  });

  it('refuses a photo whose parts do not fit together', async () => {
    const broken = Buffer.concat([start, middle, Buffer.from([0xff, 0xe1, 0xff, 0xff, 0x00])]);
    expect((await upload(broken, 'image/jpeg')).statusCode).toBe(415);
  });
});

describe('a photo of a person', () => {
  it('is seen by the people of its branch, and is not there for others', async () => {
    await moveTo(server.db, 'admin', 'VTE');
    await moveTo(server.db, 'staff', 'LPB');
    const wanted = await branchId(server.db, 'LPB');
    const stored = await admin.send('POST', `/files?for=photo&branchId=${wanted}`, {
      payload: png,
      headers: { 'content-type': 'image/png' },
    });
    const { _id } = stored.json<StoredFile>();
    const staff = await server.as('staff');
    expect((await admin.get(`/files/${_id}`)).statusCode).toBe(200);
    expect((await staff.get(`/files/${_id}`)).statusCode).toBe(404);
    const refused = await addStudent(server, staff, {
      homeBranchId: wanted,
      photoFileId: _id,
    }).catch(String);
    expect(refused).toContain('The file was not found');
    const owner = await server.as('superadmin');
    await addStudent(server, owner, { homeBranchId: wanted, photoFileId: _id });
    expect((await staff.get(`/files/${_id}`)).statusCode).toBe(200);
    expect((await admin.get(`/files/${_id}`)).statusCode).toBe(404);
  });
});

describe('a photo of somebody who works here', () => {
  const photoOf = async (client: Client) =>
    (
      await client.send('POST', '/files?for=photo', {
        payload: png,
        headers: { 'content-type': 'image/png' },
      })
    ).json<StoredFile>()._id;
  const answers = (clients: readonly Client[], fileId: string) =>
    Promise.all(clients.map(async (client) => (await client.get(`/files/${fileId}`)).statusCode));

  it('of a teacher is seen at every branch of theirs, and no longer where they are not any more', async () => {
    await moveTo(server.db, 'admin', 'VTE');
    await moveTo(server.db, 'staff', 'LPB');
    await moveTo(server.db, 'finance', 'PKS');
    const [owner, vte, lpb, pks] = [
      await server.as('superadmin'),
      await server.as('admin'),
      await server.as('staff'),
      await server.as('finance'),
    ];
    const [atVte, atLpb] = [await branchId(server.db, 'VTE'), await branchId(server.db, 'LPB')];
    const photoFileId = await photoOf(vte);
    expect(await answers([vte, lpb, pks], photoFileId)).toEqual([200, 404, 404]);
    const named = { firstName: 'ກິ່ງແກ້ວ', lastName: 'ຮູບ', gender: 'female', phone: '020 5557 8123' };
    const stolen = await lpb.post('/teachers', { ...named, branchIds: [atLpb], photoFileId });
    expect(stolen.json()).toMatchObject({
      fields: { photoFileId: 'The file was not found. Upload it again' },
    });
    const added = await owner.post('/teachers', {
      ...named,
      branchIds: [atVte, atLpb],
      photoFileId,
    });
    expect(added.statusCode).toBe(201);
    expect(await answers([vte, lpb, pks, owner], photoFileId)).toEqual([200, 200, 404, 200]);
    const { _id, ...teacher } = added.json<Teacher>();
    // A desk that sees the photo may save the teacher with it, and takes it from nobody.
    expect((await lpb.put(`/teachers/${_id}`, { ...teacher, note: 'x' })).statusCode).toBe(200);
    expect(await answers([vte, lpb], photoFileId)).toEqual([200, 200]);
    expect(
      (await owner.put(`/teachers/${_id}`, { ...teacher, version: 2, branchIds: [atLpb] }))
        .statusCode,
    ).toBe(200);
    expect(await answers([vte, lpb, pks], photoFileId)).toEqual([404, 200, 404]);
  });

  it('of a staff account goes with the account to its branch', async () => {
    await moveTo(server.db, 'admin', 'VTE');
    await moveTo(server.db, 'staff', 'LPB');
    const [owner, vte, lpb] = [
      await server.as('superadmin'),
      await server.as('admin'),
      await server.as('staff'),
    ];
    const profileImage = await photoOf(vte);
    const input = {
      firstName: 'Noy',
      lastName: 'Photo',
      email: 'photo@branchdesk.test',
      role: 'staff',
      branchId: await branchId(server.db, 'VTE'),
      profileImage,
    };
    const added = await vte.post('/staff-accounts', input);
    expect(added.statusCode).toBe(201);
    expect(await answers([vte, lpb], profileImage)).toEqual([200, 404]);
    const { _id, version } = added.json<StaffAccount>();
    const moved = await owner.put(`/staff-accounts/${_id}`, {
      ...input,
      version,
      branchId: await branchId(server.db, 'LPB'),
    });
    expect(moved.statusCode).toBe(200);
    expect(await answers([vte, lpb], profileImage)).toEqual([404, 200]);
    const refused = await vte.post('/staff-accounts', { ...input, email: 'other@branchdesk.test' });
    expect(refused.json()).toMatchObject({
      fields: { profileImage: 'The file was not found. Upload it again' },
    });
  });
});

describe('a field of a record', () => {
  /** Every field that names a file: its list, its path in the record, and its purpose. */
  const fields = [
    ['/branches', 'logoFileId', 'centre'],
    ['/branches', 'bankAccounts.0.qrFileId', 'centre'],
    ['/products', 'photoFileId', 'centre'],
    ['/students', 'photoFileId', 'photo'],
    ['/parents', 'photoFileId', 'photo'],
    ['/teachers', 'photoFileId', 'photo'],
    ['/staff-accounts', 'profileImage', 'photo'],
  ] as const;
  type Row = Record<string, unknown> & { _id: string };

  it.each(fields)('of %s, %s, takes a %s and nothing else', async (path, field, purpose) => {
    const owner = await server.as('superadmin');
    const [first] = done<Row[]>(await owner.get(`${path}?pageSize=1`));
    const read = async () => done<Row>(await owner.get(`${path}/${first?._id}`));
    const save = async (fileId: string) => {
      const row = await read();
      const [list, , name = ''] = field.split('.');
      const [one, ...others] = (row[list ?? ''] ?? []) as Row[];
      const changed =
        name === ''
          ? { [field]: fileId }
          : { [String(list)]: [{ ...one, [name]: fileId }, ...others] };
      return owner.put(`${path}/${row._id}`, { ...row, ...changed, confirmedDuplicate: true });
    };
    for (const wrong of filePurposes.filter((one) => one !== purpose)) {
      const refused = await save(await uploaded(owner, wrong));
      expect([refused.statusCode, refused.json()]).toMatchObject([
        400,
        { fields: { [field]: 'The file was not found. Upload it again' } },
      ]);
    }
    const fileId = await uploaded(owner, purpose);
    expect((await save(fileId)).statusCode).toBe(200);
    expect(JSON.stringify(await read())).toContain(fileId);
  });
});

describe('a slip', () => {
  const send = (client: Client, purpose: string) =>
    client.send('POST', `/files?for=${purpose}`, {
      payload: png,
      headers: { 'content-type': 'image/png' },
    });

  it('is uploaded by finance, who uploads no other picture, and seen by who may see the payments of its branch', async () => {
    await moveTo(server.db, 'admin', 'VTE');
    await moveTo(server.db, 'staff', 'VTE');
    await moveTo(server.db, 'finance', 'VTE');
    const [owner, boss, clerk, finance] = [
      await server.as('superadmin'),
      await server.as('admin'),
      await server.as('staff'),
      await server.as('finance'),
    ];
    expect([
      (await send(finance, 'photo')).statusCode,
      (await send(finance, 'centre')).statusCode,
    ]).toEqual([403, 403]);
    const { _id } = (await send(finance, 'slip')).json<StoredFile>();
    const seen = async (clients: readonly Client[]) =>
      Promise.all(clients.map(async (client) => (await client.get(`/files/${_id}`)).statusCode));
    expect(await seen([owner, clerk, finance, boss])).toEqual([200, 200, 200, 404]);
    // As a logo everybody would see it.
    const info = (await owner.get('/school-info')).json<object>();
    expect((await owner.put('/school-info', { ...info, logoFileId: _id })).json()).toMatchObject({
      fields: { logoFileId: 'The file was not found. Upload it again' },
    });
    await expect(addStudent(server, clerk, { photoFileId: _id })).rejects.toThrow(
      'The file was not found',
    );
    await moveTo(server.db, 'staff', 'LPB');
    expect(await seen([await server.as('staff')])).toEqual([404]);
  });
});

describe('reading', () => {
  it('gives back the same bytes, which no browser may keep', async () => {
    const { _id } = (await upload(png)).json<StoredFile>();
    const answer = await (await server.as('staff')).get(`/files/${_id}`);
    expect(answer.rawPayload.equals(png)).toBe(true);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/png',
      'content-disposition': `inline; filename="${_id}.png"`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    expect(answer.headers.etag).toBeUndefined();
    expect((await server.anybody.get(`/files/${_id}`)).statusCode).toBe(401);
  });

  it('is 404 for a file that is not there', async () => {
    expect((await admin.get('/files/01890000-0000-7000-8000-000000000000')).statusCode).toBe(404);
    expect((await admin.get('/files/..%2f..%2fetc%2fpasswd')).statusCode).toBe(404);
  });
});

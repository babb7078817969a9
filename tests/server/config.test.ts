import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from '#server/lib/config.ts';
import { plainHttpWarning } from '#server/lib/plain-http.ts';
import { startFailure } from '#server/start-failure.ts';
import { testTlsFiles } from '#tests/helpers/test-tls.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'branchdesk-config-'));
const file = path.join(folder, 'file');
writeFileSync(file, 'not a certificate');
afterAll(() => rmSync(folder, { recursive: true }));

it('has a value for everything', () => {
  expect(readConfig({ PORT: '', HOST: '' })).toMatchObject({
    port: 4173,
    host: '127.0.0.1',
    dataDir: path.resolve('data'),
    databaseUrl: undefined,
    databaseDirectUrl: undefined,
    databasePool: 20,
    trustProxy: false,
    bootstrap: undefined,
    tls: undefined,
    tlsFiles: undefined,
    slowQueryMs: 1000,
    publicUrl: undefined,
    apiOrigin: undefined,
    clientOrigin: undefined,
    demo: false,
  });
});

it('takes what is written', () => {
  const config = readConfig({
    PORT: '80',
    HOST: '0.0.0.0',
    DATA_DIR: folder,
    DATABASE_URL: 'postgresql://u:p@pooler/x',
    DATABASE_DIRECT_URL: 'postgresql://u:p@db/x',
    DATABASE_REPLICA_URL: 'postgresql://u:p@standby/x',
    DATABASE_POOL: '80',
    TRUST_PROXY: '10.0.0.0/8, ::1',
    BOOTSTRAP_EMAIL: 'Owner@Example.com',
    BOOTSTRAP_PASSWORD: 'long enough',
    PUBLIC_URL: 'https://desk.example.com/',
    API_ORIGIN: 'https://api.example.com/',
    CLIENT_ORIGIN: 'http://localhost:5173',
    TLS_CERT: testTlsFiles.cert,
    TLS_KEY: testTlsFiles.key,
  });
  expect(config).toMatchObject({
    port: 80,
    host: '0.0.0.0',
    dataDir: folder,
    databaseUrl: 'postgresql://u:p@pooler/x',
    databaseDirectUrl: 'postgresql://u:p@db/x',
    databaseReplicaUrl: 'postgresql://u:p@standby/x',
    databasePool: 80,
    trustProxy: ['10.0.0.0/8', '::1'],
    bootstrap: { email: 'owner@example.com' },
    publicUrl: 'https://desk.example.com',
    apiOrigin: 'https://api.example.com',
    clientOrigin: 'http://localhost:5173',
  });
  expect(config.tls?.cert.toString()).toContain('BEGIN CERTIFICATE');
});

it.each([
  ['true', 1],
  ['false', false],
  ['2', 2],
])('takes TRUST_PROXY=%s', (TRUST_PROXY, trustProxy) => {
  expect(readConfig({ TRUST_PROXY })).toMatchObject({ trustProxy });
});

const sentenceFor = (variables: Record<string, string>) => {
  try {
    readConfig(variables);
  } catch (error) {
    return startFailure(error, undefined);
  }
  return 'accepted';
};

describe('one sentence says what is wrong and what to write', () => {
  it.each<[Record<string, string>, string]>([
    [
      { PORT: 'abc' },
      'PORT is "abc", which is not a port: write a whole number from 0 to 65535, such as PORT=4173.',
    ],
    [
      { PORT: '70000' },
      'PORT is "70000", which is not a port: write a whole number from 0 to 65535, such as PORT=4173.',
    ],
    [
      { DATABASE_POOL: '1' },
      'DATABASE_POOL is "1", which is no number of connections: write a whole number from 2 to 500, such as DATABASE_POOL=20.',
    ],
    [
      { DATABASE_DIRECT_URL: 'postgresql://db/x' },
      'DATABASE_DIRECT_URL is set but DATABASE_URL is not: set both, or DATABASE_URL alone.',
    ],
    [
      { DATABASE_REPLICA_URL: 'postgresql://db/x' },
      'DATABASE_REPLICA_URL is set but DATABASE_URL is not: set both, or DATABASE_URL alone.',
    ],
    [
      { HOST: 'a b' },
      'HOST is "a b", which has a space in it: write HOST=127.0.0.1 or HOST=0.0.0.0.',
    ],
    [{ DATA_DIR: file }, `DATA_DIR is "${file}", which is a file: write the path of a folder.`],
    [
      { BOOTSTRAP_EMAIL: 'x', BOOTSTRAP_PASSWORD: 'long enough' },
      'BOOTSTRAP_EMAIL is "x", which is not an e-mail address: write it like BOOTSTRAP_EMAIL=owner@example.com.',
    ],
    [
      { BOOTSTRAP_EMAIL: 'a@b.co', BOOTSTRAP_PASSWORD: 'short' },
      'BOOTSTRAP_PASSWORD is too short or too long: write 10 to 200 characters.',
    ],
    [
      { BOOTSTRAP_EMAIL: 'a@b.co' },
      'BOOTSTRAP_EMAIL is set but BOOTSTRAP_PASSWORD is not: set both or neither.',
    ],
    [{ TLS_KEY: file }, 'TLS_KEY is set but TLS_CERT is not: set both or neither.'],
    [
      { TLS_CERT: 'gone.pem', TLS_KEY: file },
      'TLS_CERT is "gone.pem", which is not a readable file: write the path of a PEM file.',
    ],
    [
      { TLS_CERT: file, TLS_KEY: file },
      'TLS_CERT and TLS_KEY do not hold a certificate and its key: write the paths of two PEM files that belong together.',
    ],
    [
      { METRICS_PORT: '0' },
      'METRICS_PORT is "0", which is not a port: write a whole number from 1 to 65535, such as METRICS_PORT=9464.',
    ],
    [
      { SLOW_QUERY_MS: '1s' },
      'SLOW_QUERY_MS is "1s", which is no number of milliseconds: write a whole number from 1 to 99999, such as SLOW_QUERY_MS=1000.',
    ],
    [
      { BUSY_AFTER_MS: '-1' },
      'BUSY_AFTER_MS is "-1", which is no number of milliseconds: write a whole number from 0 to 99999, such as BUSY_AFTER_MS=500.',
    ],
    [
      { REQUESTS_PER_MINUTE: 'many' },
      'REQUESTS_PER_MINUTE is "many", which is no number of requests: write a whole number from 0 to 999999, such as REQUESTS_PER_MINUTE=1200.',
    ],
    [
      { TRUST_PROXY: 'maybe' },
      'TRUST_PROXY is "maybe", which is neither true, false, a number of proxies nor a list of addresses: write TRUST_PROXY=1.',
    ],
    [
      { API_ORIGIN: 'https://a.example.com/api' },
      'API_ORIGIN is "https://a.example.com/api", which is not an origin: write it like API_ORIGIN=https://desk.example.com, without a path.',
    ],
    [
      { CLIENT_ORIGIN: '*' },
      'CLIENT_ORIGIN is "*", which is not an origin: write it like CLIENT_ORIGIN=https://desk.example.com, without a path.',
    ],
  ])('%j', (variables, sentence) => {
    expect(sentenceFor(variables)).toBe(sentence);
  });

  it('for every variable that is wrong', () => {
    expect(sentenceFor({ PORT: 'x', HOST: 'a b' }).split('\n')).toHaveLength(2);
  });

  it('without ever printing an address with a password', () => {
    const sentence = sentenceFor({ DATABASE_URL: 'mysql://root:geheim@db' });
    expect(sentence).toContain('DATABASE_URL is not a PostgreSQL address');
    expect(sentence).not.toContain('geheim');
  });

  it('only for what is ours: other errors keep their class', () => {
    expect(() => readConfig({ PORT: 'x' })).toThrow(ConfigError);
  });
});

it('warns of plain HTTP where others on the network could read it', () => {
  const warnsOf = (variables: Record<string, string>) =>
    plainHttpWarning(readConfig(variables)) !== undefined;
  const secure = { TLS_CERT: testTlsFiles.cert, TLS_KEY: testTlsFiles.key };
  expect(warnsOf({ HOST: '0.0.0.0' })).toBe(true);
  expect(warnsOf({})).toBe(false);
  expect(warnsOf({ HOST: '0.0.0.0', TRUST_PROXY: '1' })).toBe(false);
  expect(warnsOf({ HOST: '0.0.0.0', ...secure })).toBe(false);
});

it('takes a store of files with everything it needs, and never says a key', () => {
  const store = {
    FILES_S3_BUCKET: 'branchdesk-files',
    FILES_S3_ENDPOINT: 'http://127.0.0.1:9000/',
    FILES_S3_PREFIX: 'my-centre',
    FILES_S3_ACCESS_KEY_ID: 'the-key',
    FILES_S3_SECRET_ACCESS_KEY: 'the-secret',
  };
  expect(readConfig({ FILES_S3_BUCKET: '' }).fileStore).toBeUndefined();
  expect(readConfig(store).fileStore).toEqual({
    bucket: 'branchdesk-files',
    region: 'us-east-1',
    prefix: 'my-centre/',
    direction: 'out',
    endpoint: 'http://127.0.0.1:9000',
    accessKeyId: 'the-key',
    secretAccessKey: 'the-secret',
  });
  const wrong = {
    ...store,
    FILES_S3_ACCESS_KEY_ID: '',
    FILES_S3_BUCKET: 'My Files',
    FILES_S3_ENDPOINT: 'https://user:password@s3.example.com',
    FILES_S3_DIRECTION: 'in',
  };
  const said = () => readConfig(wrong);
  for (const part of ['"My Files"', 'FILES_S3_ENDPOINT is no address', 'neither out nor back'])
    expect(said).toThrow(part);
  expect(said).toThrow('FILES_S3_ACCESS_KEY_ID is missing');
  expect(said).not.toThrow(/the-secret|password@/);
});

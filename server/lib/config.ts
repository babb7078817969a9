import fs from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { email, newPassword } from '#contract/fields.ts';
import type { DatabaseSource } from '#server/db/client.ts';
import { isDatabaseUrl, origin, readableFile, says } from './config-fields.ts';
import { readFileStore, type FileStoreSettings } from './file-store-settings.ts';
import { readSecretsKey } from './secret-box.ts';
import { readTls, type Tls, type TlsFiles } from './tls-files.ts';

export type Config = {
  port: number;
  host: string;
  /** The port of this machine at which Prometheus reads metrics; none without it. */
  metricsPort: number | undefined;
  /** A query that takes at least this long is named in the log. */
  slowQueryMs: number;
  /** The process refuses requests when its tasks wait this long on average; 0 for never. */
  busyAfterMs: number;
  /** The most requests of a session in a minute; a tenth without one; 0 for any number. */
  requestsPerMinute: number;
  dataDir: string;
  databaseUrl: string | undefined;
  /** The address of PostgreSQL itself where `databaseUrl` leads through a pooler. */
  databaseDirectUrl: string | undefined;
  /** A standby of `databaseUrl` from which reports are read. */
  databaseReplicaUrl: string | undefined;
  /** The most connections to PostgreSQL that this process opens, with the one that listens. */
  databasePool: number;
  bootstrap: { email: string; password: string } | undefined;
  tls: Tls | undefined;
  /** The files of the certificate, in which a renewed one is looked for. */
  tlsFiles: TlsFiles | undefined;
  /** Proxies in front of this server: how many, or which addresses. */
  trustProxy: number | string[] | false;
  /** The address under which people open the pages; passkeys belong to its host. */
  publicUrl: string | undefined;
  /** The address of this API for a client that does not live on the same origin. */
  apiOrigin: string | undefined;
  /** The one other origin whose pages may call this API. */
  clientOrigin: string | undefined;
  /** Folder of the built client. */
  clientDir: string;
  /** The folder of backups, and of their copies; without the first no backup is made at night. */
  backupDir: string | undefined;
  backupSecondDir: string | undefined;
  /** The time in Vientiane of the nightly backup, `HH:MM`. */
  backupAt: string;
  /** A PostgreSQL server on which backups are restored to try them. */
  backupCheckUrl: string | undefined;
  /** Seals the backups. */
  backupPassphrase: string | undefined;
  /** The store of contents of files; without it they stay in the database. */
  fileStore: FileStoreSettings | undefined;
  /** The key of sealed secrets; without it the embedded engine keeps one in its data folder. */
  secretsKey: Buffer | undefined;
  /** An older database is brought up to date without a backup of before. */
  updateWithoutBackup: boolean;
  /** A throw-away centre that names its accounts on the sign-in page. */
  demo: boolean;
};

/** The environment is not usable; the message has one sentence for each bad value. */
export class ConfigError extends Error {}

const port = says(
  (value) =>
    `PORT is "${value}", which is not a port: write a whole number from 0 to 65535, such as PORT=4173.`,
);
const metricsPort = says(
  (value) =>
    `METRICS_PORT is "${value}", which is not a port: write a whole number from 1 to 65535, such as METRICS_PORT=9464.`,
);
const slowQueryMs = says(
  (value) =>
    `SLOW_QUERY_MS is "${value}", which is no number of milliseconds: write a whole number from 1 to 99999, such as SLOW_QUERY_MS=1000.`,
);
const busyAfterMs = says(
  (value) =>
    `BUSY_AFTER_MS is "${value}", which is no number of milliseconds: write a whole number from 0 to 99999, such as BUSY_AFTER_MS=500.`,
);
const requestsPerMinute = says(
  (value) =>
    `REQUESTS_PER_MINUTE is "${value}", which is no number of requests: write a whole number from 0 to 999999, such as REQUESTS_PER_MINUTE=1200.`,
);
const databaseUrl = (name: string) =>
  `${name} is not a PostgreSQL address: write ${name}=postgresql://user:password@host:5432/database.`;
const databasePool = says(
  (value) =>
    `DATABASE_POOL is "${value}", which is no number of connections: write a whole number from 2 to 500, such as DATABASE_POOL=20.`,
);
const bootstrapEmail = says(
  (value) =>
    `BOOTSTRAP_EMAIL is "${value}", which is not an e-mail address: write it like BOOTSTRAP_EMAIL=owner@example.com.`,
);
const bootstrapPassword =
  'BOOTSTRAP_PASSWORD is too short or too long: write 10 to 200 characters.';
const proxy = says(
  (value) =>
    `TRUST_PROXY is "${value}", which is neither true, false, a number of proxies nor a list of addresses: write TRUST_PROXY=1.`,
);

const backupAt = says(
  (value) =>
    `BACKUP_AT is "${value}", which is no time of day: write hours and minutes in Vientiane, such as BACKUP_AT=21:00.`,
);
const secretsKey = (name: string) =>
  `${name} holds no key: write 32 random bytes in base64, as "openssl rand -base64 32" makes them.`;
const updateWithoutBackup = says(
  (value) =>
    `UPDATE_WITHOUT_BACKUP is "${value}", which is neither true nor false: leave it empty, or write UPDATE_WITHOUT_BACKUP=true for one start.`,
);
const backupPassphrase =
  'BACKUP_PASSPHRASE is too short: write at least 12 characters, and keep them where the backups are not.';

function toTrustProxy(value: string): Config['trustProxy'] {
  if (value === 'false') return false;
  if (value === 'true') return 1;
  return /^\d+$/.test(value) ? Number(value) : value.split(/\s*,\s*/);
}

const environment = z
  .object({
    PORT: z
      .string()
      .regex(/^\d{1,5}$/, port)
      .refine((value) => Number(value) <= 65_535, port)
      .default('4173'),
    METRICS_PORT: z
      .string()
      .regex(/^[1-9]\d{0,4}$/, metricsPort)
      .refine((value) => Number(value) <= 65_535, metricsPort)
      .optional(),
    SLOW_QUERY_MS: z
      .string()
      .regex(/^[1-9]\d{0,4}$/, slowQueryMs)
      .default('1000'),
    BUSY_AFTER_MS: z
      .string()
      .regex(/^\d{1,5}$/, busyAfterMs)
      .default('500'),
    REQUESTS_PER_MINUTE: z
      .string()
      .regex(/^\d{1,6}$/, requestsPerMinute)
      .default('1200'),
    HOST: z
      .string()
      .regex(
        /^\S+$/,
        says(
          (value) =>
            `HOST is "${value}", which has a space in it: write HOST=127.0.0.1 or HOST=0.0.0.0.`,
        ),
      )
      .default('127.0.0.1'),
    DATA_DIR: z
      .string()
      .refine(
        (value) => !fs.existsSync(value) || fs.statSync(value).isDirectory(),
        says((value) => `DATA_DIR is "${value}", which is a file: write the path of a folder.`),
      )
      .default('./data'),
    DATABASE_URL: z.string().refine(isDatabaseUrl, databaseUrl('DATABASE_URL')).optional(),
    DATABASE_DIRECT_URL: z
      .string()
      .refine(isDatabaseUrl, databaseUrl('DATABASE_DIRECT_URL'))
      .optional(),
    DATABASE_REPLICA_URL: z
      .string()
      .refine(isDatabaseUrl, databaseUrl('DATABASE_REPLICA_URL'))
      .optional(),
    DATABASE_POOL: z
      .string()
      .regex(/^\d{1,3}$/, databasePool)
      .refine((value) => Number(value) >= 2 && Number(value) <= 500, databasePool)
      .default('20'),
    BOOTSTRAP_EMAIL: z
      .string()
      .refine((value) => email.safeParse(value).success, bootstrapEmail)
      .optional(),
    BOOTSTRAP_PASSWORD: z
      .string()
      .refine((value) => newPassword.safeParse(value).success, bootstrapPassword)
      .optional(),
    TLS_CERT: readableFile('TLS_CERT'),
    TLS_KEY: readableFile('TLS_KEY'),
    TRUST_PROXY: z
      .string()
      .regex(/^(true|false|\d{1,2}|[\da-fA-F.:/]+(\s*,\s*[\da-fA-F.:/]+)*)$/, proxy)
      .default('false'),
    PUBLIC_URL: origin('PUBLIC_URL'),
    API_ORIGIN: origin('API_ORIGIN'),
    CLIENT_ORIGIN: origin('CLIENT_ORIGIN'),
    BACKUP_DIR: z.string().optional(),
    BACKUP_SECOND_DIR: z.string().optional(),
    BACKUP_AT: z
      .string()
      .regex(/^([01]\d|2[0-3]):[0-5]\d$/, backupAt)
      .default('21:00'),
    BACKUP_CHECK_URL: z.string().refine(isDatabaseUrl, databaseUrl('BACKUP_CHECK_URL')).optional(),
    BACKUP_PASSPHRASE: z
      .string()
      .refine((value) => value.length >= 12, backupPassphrase)
      .optional(),
    SECRETS_KEY: z
      .string()
      .refine((value) => readSecretsKey(value) !== undefined, secretsKey('SECRETS_KEY'))
      .optional(),
    SECRETS_KEY_FILE: readableFile('SECRETS_KEY_FILE'),
    UPDATE_WITHOUT_BACKUP: z.enum(['true', 'false'], updateWithoutBackup).optional(),
  })
  .superRefine((values, context) => {
    for (const name of ['DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URL'] as const)
      if (values[name] !== undefined && values.DATABASE_URL === undefined)
        context.addIssue({
          code: 'custom',
          message: `${name} is set but DATABASE_URL is not: set both, or DATABASE_URL alone.`,
        });
    if (values.BACKUP_SECOND_DIR !== undefined && values.BACKUP_DIR === undefined)
      context.addIssue({
        code: 'custom',
        message: 'BACKUP_SECOND_DIR is set but BACKUP_DIR is not: set both, or BACKUP_DIR alone.',
      });
    for (const [one, other] of [
      ['BOOTSTRAP_EMAIL', 'BOOTSTRAP_PASSWORD'],
      ['TLS_CERT', 'TLS_KEY'],
    ] as const) {
      const [set, missing] = values[one] === undefined ? [other, one] : [one, other];
      if (values[set] === undefined || values[missing] !== undefined) continue;
      context.addIssue({
        code: 'custom',
        message: `${set} is set but ${missing} is not: set both or neither.`,
      });
    }
  });

function tlsOf(files: TlsFiles | undefined): Tls | undefined {
  try {
    return files && readTls(files);
  } catch {
    throw new ConfigError(
      'TLS_CERT and TLS_KEY do not hold a certificate and its key: write the paths of two PEM files that belong together.',
    );
  }
}

function secretsKeyOf(key: string | undefined, file: string | undefined): Buffer | undefined {
  const text = key ?? (file && fs.readFileSync(file, 'utf8'));
  if (!text) return undefined;
  const found = readSecretsKey(text);
  if (!found) throw new ConfigError(secretsKey('SECRETS_KEY_FILE'));
  return found;
}

/**
 * Reads and checks the environment, once. Throws `ConfigError`; an empty variable counts as not
 * set.
 */
export function readConfig(variables: Record<string, string | undefined>): Config {
  const set = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''));
  const result = environment.safeParse(set);
  const fileStore = readFileStore(set);
  const issues = result.error?.issues.map((issue) => issue.message) ?? [];
  if (!result.success || fileStore.wrong.length > 0)
    throw new ConfigError([...new Set([...issues, ...fileStore.wrong])].join('\n'));
  const values = result.data;
  const { BOOTSTRAP_EMAIL: bootEmail, BOOTSTRAP_PASSWORD: bootPassword } = values;
  const { TLS_CERT: cert, TLS_KEY: key } = values;
  const tlsFiles =
    cert === undefined || key === undefined
      ? undefined
      : { cert: path.resolve(cert), key: path.resolve(key) };
  return {
    port: Number(values.PORT),
    host: values.HOST,
    metricsPort: values.METRICS_PORT === undefined ? undefined : Number(values.METRICS_PORT),
    slowQueryMs: Number(values.SLOW_QUERY_MS),
    busyAfterMs: Number(values.BUSY_AFTER_MS),
    requestsPerMinute: Number(values.REQUESTS_PER_MINUTE),
    dataDir: path.resolve(values.DATA_DIR),
    databaseUrl: values.DATABASE_URL,
    databaseDirectUrl: values.DATABASE_DIRECT_URL,
    databaseReplicaUrl: values.DATABASE_REPLICA_URL,
    databasePool: Number(values.DATABASE_POOL),
    bootstrap:
      bootEmail && bootPassword
        ? { email: email.parse(bootEmail), password: bootPassword }
        : undefined,
    tls: tlsOf(tlsFiles),
    tlsFiles,
    trustProxy: toTrustProxy(values.TRUST_PROXY),
    publicUrl: values.PUBLIC_URL,
    apiOrigin: values.API_ORIGIN,
    clientOrigin: values.CLIENT_ORIGIN,
    clientDir: path.resolve('dist/client'),
    backupDir: values.BACKUP_DIR && path.resolve(values.BACKUP_DIR),
    backupSecondDir: values.BACKUP_SECOND_DIR && path.resolve(values.BACKUP_SECOND_DIR),
    backupAt: values.BACKUP_AT,
    backupCheckUrl: values.BACKUP_CHECK_URL,
    backupPassphrase: values.BACKUP_PASSPHRASE,
    fileStore: fileStore.settings,
    secretsKey: secretsKeyOf(values.SECRETS_KEY, values.SECRETS_KEY_FILE),
    updateWithoutBackup: values.UPDATE_WITHOUT_BACKUP === 'true',
    demo: false,
  };
}

/** The database that the environment names. */
export function databaseOf({
  databaseUrl: url,
  databaseDirectUrl: directUrl,
  databasePool: connections,
  dataDir: folder,
}: Config): DatabaseSource {
  return url === undefined ? { folder } : { url, directUrl, connections };
}

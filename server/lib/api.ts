import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from 'fastify';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { FileStore } from './file-store.ts';
import type { SecretBox } from './secret-box.ts';
import type { Config } from './config.ts';
import type { Database, Db } from '#server/db/client.ts';
import type { Replica } from '#server/db/replica.ts';

/** The app as modules see it: requests and answers are typed by the schemas of the contract. */
export type Api = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>;

/** The services a module gets beside the app. */
export type Services = {
  db: Db;
  engine: Database['engine'];
  config: Config;
  /** The standby that reports may be read from. */
  replica?: Replica | undefined;
  /** Seals what the server must read again; absent without a key. */
  secrets?: SecretBox | undefined;
  /** The store of contents of files; absent where they lie in the database. */
  files?: FileStore | undefined;
  /** The free space for the embedded engine; absent where a PostgreSQL server keeps the data. */
  freeBytes?: Database['freeBytes'] | undefined;
  /** The data folder of the embedded engine; absent where the data is elsewhere, or in memory. */
  dataFolder?: string | undefined;
  /** Tests set a shorter time than desks have. */
  aliveEveryMs?: number;
};

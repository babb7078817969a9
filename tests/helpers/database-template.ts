import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '#server/db/client.ts';

/** What every test file copies its own database from. */
export type DatabaseTemplate = { imageFile: string } | { url: string; name: string };

declare module 'vitest' {
  interface ProvidedContext {
    databaseTemplate: DatabaseTemplate;
  }
}

const fail = (error: Error) => {
  throw error;
};

/** The same server's address with another database in it. */
export function withDatabase(url: string, name: string): string {
  const other = new URL(url);
  other.pathname = `/${name}`;
  return other.href;
}

async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(statement);
  await client.end();
}

async function prepareServer(project: TestProject, url: string) {
  const name = `branchdesk_template_${process.pid}`;
  await administer(url, `create database ${name}`);
  const database = await openDatabase({ url: withDatabase(url, name) }, fail);
  await database.close();
  project.provide('databaseTemplate', { url, name });
  return () => administer(url, `drop database ${name}`);
}

async function prepareImage(project: TestProject) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'branchdesk-test-'));
  const imageFile = path.join(folder, 'database.tar');
  const database = await openDatabase({ image: undefined }, fail);
  if (!database.image) throw new Error('The embedded engine gives no image');
  writeFileSync(imageFile, await database.image());
  await database.close();
  project.provide('databaseTemplate', { imageFile });
  return () => rmSync(folder, { recursive: true });
}

/** Migrates one database for the whole run: PostgreSQL at TEST_DATABASE_URL, else the embedded engine. */
export function setup(project: TestProject) {
  const url = process.env['TEST_DATABASE_URL'];
  return url ? prepareServer(project, url) : prepareImage(project);
}

import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: './server/db/schema.ts',
  out: './server/db/migrations',
  // PostgreSQL takes a whole file at once, so marks between the statements would only hide the SQL.
  breakpoints: false,
});

import { defineConfig } from 'vitest/config';

// Generous, because a busy machine must not turn a good change red; nothing is measured here.
const patience = { testTimeout: 60_000, hookTimeout: 60_000 };

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['tests/{contract,repository,scripts,src,sw}/**/*.test.{ts,tsx}'],
          environment: 'node',
          ...patience,
        },
      },
      {
        test: {
          name: 'server',
          include: ['tests/server/**/*.test.ts'],
          environment: 'node',
          globalSetup: ['tests/helpers/database-template.ts'],
          ...patience,
        },
      },
    ],
  },
});

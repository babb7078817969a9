import { readFileSync } from 'node:fs';
import { expect, inject, it, vi } from 'vitest';
import { fillDisk, killServer, torture } from '#scripts/torture/run.ts';
import { embeddedStore, postgresStore } from '#scripts/torture/stores.ts';

// Whole servers start here, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 180_000 });

// The short form of `npm run torture`: docs/reliability.md. TORTURE_SEED repeats a run.
const seed = Number(process.env['TORTURE_SEED'] ?? Math.floor(Math.random() * 1e6));

it('loses nothing and makes nothing twice through a kill, a full disk and cut connections', async () => {
  const template = inject('databaseTemplate');
  const store = await ('images' in template
    ? embeddedStore({ image: readFileSync(template.images.demo) })
    : postgresStore(template.url, { from: template.names.demo }));
  try {
    const { problems, saved, counts, byPath } = await torture(store, {
      seed,
      faults: [killServer, fillDisk],
      desks: 4,
      pauseMs: 800,
      leastWrites: 16,
    });
    expect(problems, `TORTURE_SEED=${seed}`).toEqual([]);
    expect(saved).toBeGreaterThan(40);
    expect(counts.cuts).toBeGreaterThan(0);
    expect(byPath['/visits']).toBeGreaterThan(5);
  } finally {
    await store.remove();
  }
});

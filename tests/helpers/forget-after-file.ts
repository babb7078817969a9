import { afterAll, vi } from 'vitest';

// The client keeps who is signed in, open queries and listeners in its modules. The next file in
// this process loads them anew; packages stay loaded, which is what takes the time.
afterAll(() => void vi.resetModules());

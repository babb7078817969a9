import { vi } from 'vitest';

/** Gives a test a local storage of its own, which node does not have. */
export function stubLocalStorage(items: Record<string, string> = {}): Record<string, string> {
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => items[key] ?? null,
    setItem: (key: string, value: string) => {
      items[key] = value;
    },
    removeItem: (key: string) => {
      Reflect.deleteProperty(items, key);
    },
  });
  return items;
}

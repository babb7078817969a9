import type { StateStorage } from 'zustand/middleware';

/**
 * Local storage that returns `null` and ignores writes if the browser refuses it (private windows,
 * quota). A choice then lasts as long as the page, which is all such a browser allows.
 */
export const forgivingStorage = {
  getItem: (key: string) => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  },
  setItem: (key: string, value: string) => {
    try {
      localStorage.setItem(key, value);
    } catch {
      // As above.
    }
  },
  removeItem: (key: string) => {
    try {
      localStorage.removeItem(key);
    } catch {
      // As above.
    }
  },
} satisfies StateStorage<void>;

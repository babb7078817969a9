import { createContext, type ReactNode } from 'react';

/**
 * Tabs between the views of one screen. Each view draws its own heading; the tabs stand under it,
 * as on every other screen.
 */
export const PageTabs = createContext<ReactNode>(null);

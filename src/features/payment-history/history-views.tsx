import type { ComponentType } from 'react';
import { lazyView as view } from '#src/entities/report/lazy-view.tsx';
import type { HistoryView } from './history-path.ts';

const reportWords = ['money-reports', 'report'] as const;
const dayWords = ['days', 'drawer'] as const;

/** The views; each draws its own head. */
export const historyParts: Record<HistoryView, ComponentType> = {
  books: view(
    reportWords,
    async () => (await import('#src/features/payment-history/books/books-view.tsx')).BooksView,
  ),
  figures: view(
    reportWords,
    async () =>
      (await import('#src/features/payment-history/figures/figures-view.tsx')).FiguresView,
  ),
  journal: view(
    reportWords,
    async () =>
      (await import('#src/features/payment-history/journal/journal-view.tsx')).JournalView,
  ),
  days: view(
    dayWords,
    async () => (await import('#src/features/payment-history/days/days-view.tsx')).DaysView,
  ),
  drawers: view(
    dayWords,
    async () =>
      (await import('#src/features/payment-history/drawers/drawers-view.tsx')).DrawersView,
  ),
  safe: view(
    dayWords,
    async () => (await import('#src/features/payment-history/safe/safe-view.tsx')).SafeView,
  ),
};

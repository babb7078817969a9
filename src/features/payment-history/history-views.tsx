import { lazy, type ComponentType } from 'react';
import { loadWords } from '#src/lib/text/i18n.ts';
import type { HistoryView } from './history-path.ts';

/** A view with its words, in Chakra; it comes when it is opened. */
export const view = (words: string | readonly string[], fetchView: () => Promise<ComponentType>) =>
  lazy(async () => {
    const [View, { withChakra }] = await Promise.all([fetchView(), import('#src/theme/chakra.tsx'), loadWords(words)]);
    return { default: withChakra(View) };
  });

/** The views that there are, one line each; a view draws its own head. */
export const views: Partial<Record<HistoryView, ComponentType>> = {
  books: view('money-reports', async () => (await import('#src/features/payment-history/books/books-view.tsx')).BooksView),
  figures: view('money-reports', async () => (await import('#src/features/payment-history/figures/figures-view.tsx')).FiguresView),
  journal: view('money-reports', async () => (await import('#src/features/payment-history/journal/journal-view.tsx')).JournalView),
  days: view(['days', 'drawer'], async () => (await import('#src/features/payment-history/days/days-view.tsx')).DaysView),
  drawers: view(['days', 'drawer'], async () => (await import('#src/features/payment-history/drawers/drawers-view.tsx')).DrawersView),
  safe: view(['days', 'drawer'], async () => (await import('#src/features/payment-history/safe/safe-view.tsx')).SafeView),
};

import { lazy, type ComponentType } from 'react';
import { loadWords } from '#src/lib/text/i18n.ts';

/** A view with its words, fetched when it is opened. */
export const lazyView = <Props extends object = object>(
  words: string | readonly string[],
  fetchView: () => Promise<ComponentType<Props>>,
) =>
  lazy(async () => {
    const [View] = await Promise.all([fetchView(), loadWords(words)]);
    return { default: View };
  });

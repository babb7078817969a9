import { lazy, type ComponentType } from 'react';
import { loadWords } from '#src/lib/text/i18n.ts';

/** A view with its words, in Chakra, fetched when it is opened. */
export const lazyView = (
  words: string | readonly string[],
  fetchView: () => Promise<ComponentType>,
) =>
  lazy(async () => {
    const [View, { withChakra }] = await Promise.all([
      fetchView(),
      import('#src/theme/chakra.tsx'),
      loadWords(words),
    ]);
    return { default: withChakra(View) };
  });

import * as z from 'zod/mini';
import { text } from '#contract/fields.ts';

const MAX_VIEWS = 30;
const MAX_SEARCH = 2000;
/** The state of a screen, as the search part of its address, with a name. */
export const savedView = z.object({
  name: text(40),
  search: z.string().check(z.maxLength(MAX_SEARCH)),
});
export type SavedView = z.output<typeof savedView>;
const screen = text(80);
export const savedViewsInput = z.object({
  screen,
  views: z.array(savedView).check(
    z.maxLength(MAX_VIEWS),
    z.refine((views) => new Set(views.map(({ name }) => name)).size === views.length, {
      error: 'invalid',
    }),
  ),
});
export type SavedViewsInput = z.output<typeof savedViewsInput>;
export const savedViewsOf = z.array(z.extend(savedView, { screen: z.string() }));
export type SavedViews = z.output<typeof savedViewsOf>;

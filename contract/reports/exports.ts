import * as z from 'zod/mini';
import { languages } from '#contract/language.ts';
import type { Resource } from '#contract/resource.ts';

/** The file formats of an export. */
export const exportFormats = ['xlsx', 'csv'] as const;
export type ExportFormat = (typeof exportFormats)[number];
export const exportTypes: Record<ExportFormat, string> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv',
};

/**
 * GET `/{list}/export`: the query of the list without its page. `language` is that of the headings
 * and words.
 */
export const exportQuery = <Query extends Resource['query']>(query: Query) =>
  z.extend(query, {
    format: z._default(z.enum(exportFormats), 'xlsx'),
    language: z._default(z.enum(languages), 'en'),
  });

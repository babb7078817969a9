import * as z from 'zod/mini';
import { courseCategoriesList } from './course-categories-list.ts';
import { id, name, optionalText, shortCode, timestamp, version } from '#contract/fields.ts';
import { resource } from '#contract/resource.ts';

/**
 * Names of colours in the palette; the theme defines them. Red is missing because it means an
 * error.
 */
export const categoryColours = ['indigo', 'green', 'ink', 'gold', 'plain'] as const;
export type CategoryColour = (typeof categoryColours)[number];

export const courseCategoryInput = z.object({
  code: shortCode,
  nameEn: name,
  nameLo: optionalText(60),
  colour: z._default(z.enum(categoryColours), 'indigo'),
  /** Its position in every list of categories; smaller comes first. */
  position: z._default(z.int().check(z.gte(0), z.lte(9999)), 0),
  /** A category with active courses stays active. */
  active: z._default(z.boolean(), true),
});

export const courseCategory = z.extend(courseCategoryInput, {
  _id: id,
  version,
  createdAt: timestamp,
  updatedAt: timestamp,
});

export const courseCategories = resource(courseCategoriesList, {
  row: courseCategory,
  input: courseCategoryInput,
});

/** POST `/course-categories/{id}/move`: swaps it with its neighbour in the list. */
export const categoryMove = z.object({ direction: z.enum(['up', 'down']) });
export type CategoryMove = z.output<typeof categoryMove>;

export type CourseCategory = z.output<typeof courseCategory>;
export type CourseCategoryInput = z.output<typeof courseCategoryInput>;

import * as z from 'zod/mini';
import { coursesList } from './courses-list.ts';
import {
  id,
  name,
  optionalId,
  optionalText,
  shortCode,
  timestamp,
  version,
} from '#contract/fields.ts';
import { MAX_PRODUCTS_OF_COURSE, productOfCourse } from '#contract/stock/products.ts';
import { resource } from '#contract/resource.ts';

const optionalCount = (min: number, max: number) =>
  z._default(z.nullable(z.int().check(z.gte(min), z.lte(max))), null);
const isRange = ({ minAge, maxAge }: { minAge: number | null; maxAge: number | null }) =>
  minAge === null || maxAge === null || minAge <= maxAge;
const hasLength = ({
  totalHours,
  totalSessions,
}: {
  totalHours: number | null;
  totalSessions: number | null;
}) => totalHours !== null || totalSessions !== null;

/** docs/domain.md, "Courses". */
export const courseInput = z
  .object({
    code: shortCode,
    nameEn: name,
    nameLo: optionalText(60),
    categoryId: id,
    /** `A1` to `C2`, or any name that the centre chooses. */
    level: optionalText(20),
    /** The next course after passing. */
    nextCourseId: optionalId,
    minAge: optionalCount(0, 100),
    maxAge: optionalCount(0, 100),
    totalHours: optionalCount(1, 2000),
    /** The number of sessions of a class of this course. */
    totalSessions: optionalCount(1, 500),
    defaultCapacity: optionalCount(1, 500),
    description: optionalText(500),
    products: z._default(z.array(productOfCourse).check(z.maxLength(MAX_PRODUCTS_OF_COURSE)), []),
    active: z._default(z.boolean(), true),
  })
  .check(
    z.refine(isRange, { path: ['maxAge'], error: 'agesTurned' }),
    z.refine(hasLength, { path: ['totalHours'], error: 'oneOfBoth' }),
  );

export const course = z.extend(courseInput, {
  _id: id,
  version,
  createdAt: timestamp,
  updatedAt: timestamp,
});

export const courses = resource(coursesList, { row: course, input: courseInput });

export type Course = z.output<typeof course>;
export type CourseInput = z.output<typeof courseInput>;

import { useTranslation } from 'react-i18next';
import { categoryColours, type CategoryColour } from '#contract/courses/course-categories.ts';
import { ChoiceField } from '#src/components/fields/choice-field.tsx';
import type { FieldProps } from '#src/components/fields/use-field.ts';
import { CategoryMark } from '#src/entities/course/category-mark.tsx';

/** The choice of a category's colour, each shown as it will look. */
export function ColourField(props: FieldProps<CategoryColour>) {
  const { t } = useTranslation('courses');
  return (
    <ChoiceField
      {...props}
      options={categoryColours.map((value) => ({ value, label: t(`colours.${value}`) }))}
      draw={(colour) => <CategoryMark colour={colour} />}
    />
  );
}

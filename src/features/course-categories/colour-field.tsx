import { chakra } from '@chakra-ui/react/styled-system';
import { useTranslation } from 'react-i18next';
import { categoryColours, type CategoryColour } from '#contract/courses/course-categories.ts';
import { FieldFrame } from '#src/components/fields/field-frame.tsx';
import { useField, type FieldProps } from '#src/components/fields/use-field.ts';
import { CategoryMark } from '#src/entities/course/category-mark.tsx';

/** The choice of a category's colour, each shown as it will look. */
export function ColourField(props: FieldProps<CategoryColour>) {
  const { t } = useTranslation('courses');
  const field = useField(props, (colour) => t(`colours.${colour}`));
  return (
    <FieldFrame {...props} error={field.error} wide>
      {(control) => (
        <chakra.div
          {...control}
          role="radiogroup"
          aria-label={props.label}
          display="flex"
          flexWrap="wrap"
          gap="2"
        >
          {categoryColours.map((colour) => (
            <chakra.label
              key={colour}
              position="relative"
              display="inline-flex"
              alignItems="center"
              minHeight="touch"
              px="3"
              borderWidth="1px"
              borderColor="border.emphasized"
              borderRadius="md"
              bg="bg.panel"
              cursor="pointer"
              css={{
                '&:has(:checked)': {
                  bg: 'indigo.subtle',
                  boxShadow: 'inset 0 -2px 0 {colors.indigo.solid}',
                },
                '&:has(:focus-visible)': {
                  outline: '2px solid {colors.indigo.focusRing}',
                  outlineOffset: '2px',
                },
              }}
            >
              <chakra.input
                type="radio"
                name={props.name}
                position="absolute"
                inset="0"
                opacity="0"
                cursor="pointer"
                checked={field.value === colour}
                onChange={() => field.change(colour)}
                onBlur={field.blur}
              />
              <CategoryMark colour={colour} />
              {t(`colours.${colour}`)}
            </chakra.label>
          ))}
        </chakra.div>
      )}
    </FieldFrame>
  );
}

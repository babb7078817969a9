import { chakra } from '@chakra-ui/react/styled-system';
import { useTranslation } from 'react-i18next';
import { categoryColours, type CategoryColour } from '#contract/course-categories.ts';
import { FieldFrame } from '#src/components/form/field-frame.tsx';
import { useField, type FieldProps } from '#src/components/form/use-field.ts';
import { CategoryMark } from '#src/components/page/category-mark.tsx';

/** One of the colours of a category, each shown as it will be. */
export function ColourField(props: FieldProps<CategoryColour>) {
  const { t } = useTranslation('courses');
  const field = useField(props, (colour) => t(`colours.${colour}`));
  return (
    <FieldFrame {...props} error={field.error} wide>
      {(control) => (
        <chakra.div {...control} role="radiogroup" aria-label={props.label} display="flex" flexWrap="wrap" gap="2">
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
                '&:has(:checked)': { bg: 'indigo.subtle', boxShadow: 'inset 0 -2px 0 {colors.indigo.solid}' },
                '&:has(:focus-visible)': { outline: '2px solid {colors.indigo.focusRing}', outlineOffset: '2px' },
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

import { Field } from '@chakra-ui/react/field';
import { Switch } from '@chakra-ui/react/switch';
import { useTranslation } from 'react-i18next';
import { useField, type FieldProps } from './use-field.ts';

/** Something that is or is not so; the label says what. */
export function SwitchField(props: FieldProps<boolean>) {
  const { t } = useTranslation();
  const field = useField(props, (on) => t(on ? 'action.yes' : 'action.no'));
  return (
    <Field.Root>
      <Switch.Root
        name={props.name}
        checked={field.value}
        onCheckedChange={({ checked }) => field.change(checked)}
        onBlur={field.blur}
      >
        <Switch.HiddenInput />
        <Switch.Control>
          <Switch.Thumb />
        </Switch.Control>
        <Switch.Label>{props.label}</Switch.Label>
      </Switch.Root>
      {props.help && <Field.HelperText>{props.help}</Field.HelperText>}
    </Field.Root>
  );
}

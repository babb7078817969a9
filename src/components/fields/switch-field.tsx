import { chakra } from '@chakra-ui/react/styled-system';
import { useId, type Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { Switch } from './controls.ts';
import { FieldError } from './field-frame.tsx';
import { useField, type FieldProps } from './use-field.ts';

/** A yes-or-no value, with its label beside it. */
export function SwitchField(props: FieldProps<boolean>) {
  const { t } = useTranslation();
  const id = useId();
  const field = useField(props, (on) => t(on ? 'action.yes' : 'action.no'));
  return (
    <chakra.div alignSelf="center">
      <chakra.label
        display="inline-flex"
        alignItems="center"
        gap="3"
        minHeight="control"
        lineHeight="lao"
        cursor="pointer"
      >
        <Switch
          ref={field.ref as Ref<HTMLInputElement>}
          type="checkbox"
          role="switch"
          name={props.name}
          aria-invalid={field.error !== undefined}
          aria-describedby={(props.help ?? field.error) ? id : undefined}
          checked={field.value}
          onChange={(event) => field.change(event.target.checked)}
          onBlur={field.blur}
        />
        {props.label}
      </chakra.label>
      {(props.help ?? field.error) && (
        <chakra.div id={id} textStyle="xs" color="fg.muted">
          {props.help}
          {field.error && <FieldError text={field.error} />}
        </chakra.div>
      )}
    </chakra.div>
  );
}

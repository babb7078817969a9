import { useContext, useId, type Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorText } from '#src/components/kit/error-text.tsx';
import { HelpText } from '#src/components/kit/field.tsx';
import styles from './fields.module.css';
import { FormLook } from './form-context.ts';
import { useField, type FieldProps } from './use-field.ts';

/** A yes-or-no value, with its label beside it. */
export function SwitchField(props: FieldProps<boolean>) {
  const { t } = useTranslation();
  const id = useId();
  const field = useField(props, (on) => t(on ? 'action.yes' : 'action.no'));
  const { Value } = useContext(FormLook);
  if (Value) return <Value {...props} {...field} wide={false} isLtr={false} />;
  return (
    <div className={styles.switch}>
      <label>
        <input
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
      </label>
      {(props.help ?? field.error) && (
        <div id={id}>
          {props.help && <HelpText>{props.help}</HelpText>}
          {field.error && <ErrorText withIcon>{field.error}</ErrorText>}
        </div>
      )}
    </div>
  );
}

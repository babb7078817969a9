import type { HTMLInputAutoCompleteAttribute, Ref } from 'react';
import { FieldFrame } from './field-frame.tsx';
import { LineField } from './line-field.tsx';
import { useField, type FieldProps } from './use-field.ts';

type TextFieldProps = FieldProps<string> & {
  type?: 'text' | 'email' | 'url';
  autoComplete?: HTMLInputAutoCompleteAttribute;
  /** The language to write in, if the label names one. */
  lang?: string;
  /** Keeps a scanned code as its text, as `keepsScan` does. */
  'data-scan'?: 'text';
};

export function TextField({
  type = 'text',
  autoComplete = 'off',
  lang,
  'data-scan': scan,
  ...props
}: TextFieldProps) {
  const field = useField(props, String);
  return (
    <LineField
      of={props}
      field={field}
      type={type}
      lang={lang}
      {...(scan && { 'data-scan': scan })}
      autoComplete={autoComplete}
      shown={field.value}
      onType={field.change}
    />
  );
}

/** Text of several lines; takes the whole row. */
export function TextAreaField({
  lang,
  'data-scan': scan,
  ...props
}: FieldProps<string> & Pick<TextFieldProps, 'lang' | 'data-scan'>) {
  const field = useField(props, String);
  return (
    <FieldFrame {...props} field={field} wide>
      {(control) => (
        <textarea
          {...control}
          ref={field.ref as Ref<HTMLTextAreaElement>}
          name={props.name}
          lang={lang}
          data-scan={scan}
          rows={3}
          value={field.value}
          onChange={(event) => field.change(event.target.value)}
          onBlur={field.blur}
        />
      )}
    </FieldFrame>
  );
}

import { useEffect, useEffectEvent, useState, type RefObject } from 'react';
import type { FieldErrors } from 'react-hook-form';
import type { FormFields } from './unseen-errors.ts';

/**
 * After each try to send a form, focuses its first bad field. Returns the errors that stand nowhere
 * in it, as text.
 */
export function useErrorsOf(
  form: RefObject<HTMLFormElement | null>,
  attempts: number,
  errors: FieldErrors,
  fields: FormFields,
): string {
  const [unseen, setUnseen] = useState('');
  const lead = useEffectEvent(async () => {
    // A form that is right the first time needs no such code.
    const { leadToErrors } = await import('./unseen-errors.ts');
    return form.current ? leadToErrors(form.current, errors, fields) : '';
  });
  // Runs after the errors are drawn, including errors from the server.
  useEffect(() => {
    if (attempts > 0) void lead().then(setUnseen, () => undefined);
  }, [attempts]);
  return unseen;
}

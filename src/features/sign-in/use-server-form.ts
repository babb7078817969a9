import { useEffect, useRef, useState, type FormEvent, type RefObject } from 'react';
import { fieldErrorText } from '#contract/field-errors.ts';
import { ApiError, CancelledError, OfflineError } from '#src/lib/request/api.ts';
import { say } from '#src/lib/text/i18n.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';

type Fields = Record<string, string>;

type ServerForm = {
  form: RefObject<HTMLFormElement | null>;
  /** The errors of the fields, as text. */
  fields: Fields;
  /** The error of the whole form. */
  message: string;
  /** Seconds until the server accepts another try. */
  wait: number;
  submit: (event: FormEvent) => void;
};

function useCountdown(): [number, (seconds: number) => void] {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    if (seconds <= 0) return;
    const timer = setTimeout(() => setSeconds(seconds - 1), 1000);
    return () => clearTimeout(timer);
  }, [seconds]);
  return [seconds, setSeconds];
}

/**
 * A form that only the server checks, apart from empty fields: it shows the server's errors, moves
 * the focus to the first field with one, and never empties a field.
 */
export function useServerForm(required: Fields, send: () => Promise<void>): ServerForm {
  const language = useLanguage();
  const form = useRef<HTMLFormElement>(null);
  const [fields, setFields] = useState<Fields>({});
  const [message, setMessage] = useState('');
  const [wait, setWait] = useCountdown();

  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [fields]);

  const show = (error: unknown) => {
    if (error instanceof CancelledError) return;
    if (error instanceof ApiError) {
      setFields(error.body.fields ?? {});
      setMessage(error.body.error ?? say('somethingWrong'));
      setWait(error.retryAfter);
      return;
    }
    setMessage(say(error instanceof OfflineError ? 'offlineToast' : 'somethingWrong'));
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (wait > 0) return;
    const empty = Object.keys(required).filter((name) => required[name]?.trim() === '');
    setFields(
      Object.fromEntries(empty.map((name) => [name, fieldErrorText('required', language)])),
    );
    setMessage('');
    if (empty.length === 0) send().catch(show);
  };

  return { form, fields, message, wait, submit };
}

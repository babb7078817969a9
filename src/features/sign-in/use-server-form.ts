import { useEffect, useRef, useState, type FormEvent, type RefObject } from 'react';
import { fieldErrorText } from '#contract/field-errors.ts';
import { ApiError, CancelledError, OfflineError } from '#src/lib/api.ts';
import { say } from '#src/lib/i18n.ts';
import { useLanguage } from '#src/lib/use-language.ts';

type Fields = Record<string, string>;

type ServerForm = {
  form: RefObject<HTMLFormElement | null>;
  /** What is wrong with each field, in words. */
  fields: Fields;
  /** What is wrong with the whole. */
  message: string;
  /** Seconds until the server takes another try. */
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
 * A form whose only judge is the server, apart from fields left empty: it shows the server's words, moves the focus to
 * the first field that needs attention, and never empties what was typed.
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
    setFields(Object.fromEntries(empty.map((name) => [name, fieldErrorText('required', language)])));
    setMessage('');
    if (empty.length === 0) send().catch(show);
  };

  return { form, fields, message, wait, submit };
}

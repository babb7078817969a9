import fs from 'node:fs';
import { z } from 'zod';

/** An error text made from the value that was given. */
export const says = (sentence: (value: string) => string) => ({
  error: (issue: { input?: unknown }) => sentence(String(issue.input)),
});

export function isDatabaseUrl(value: string): boolean {
  return /^postgres(ql)?:\/\/./.test(value) && URL.canParse(value);
}

/** `http(s)://host[:port]`, without a path. */
export function origin(name: string) {
  const wrong = says(
    (value) =>
      `${name} is "${value}", which is not an origin: write it like ${name}=https://desk.example.com, without a path.`,
  );
  return z
    .string()
    .overwrite((value) => value.replace(/\/$/, ''))
    .refine(
      (value) => /^https?:/.test(value) && URL.canParse(value) && new URL(value).origin === value,
      wrong,
    )
    .optional();
}

export function readableFile(name: string) {
  const wrong = says(
    (value) => `${name} is "${value}", which is not a readable file: write the path of a PEM file.`,
  );
  return z
    .string()
    .refine((value) => {
      try {
        return fs.statSync(value).isFile() && fs.readFileSync(value).length > 0;
      } catch {
        return false;
      }
    }, wrong)
    .optional();
}

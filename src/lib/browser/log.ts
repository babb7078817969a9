/** Logs a failure to the console where the specification wants nothing shown. */
export function logFailure(what: string, error: unknown): void {
  console.warn(what, error);
}

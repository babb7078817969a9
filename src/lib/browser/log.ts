/** Logs a failure to the console where nothing may be shown (docs/interface.md, "The header"). */
export function logFailure(what: string, error: unknown): void {
  console.warn(what, error);
}

/** Notes a failure for whoever looks at the console; for what the specification wants logged and nothing shown. */
export function logFailure(what: string, error: unknown): void {
  console.warn(what, error);
}

import { expect, type BrowserContext } from '@playwright/test';

type Reporter = { reportViolation: (text: string) => void };

/**
 * Collects a browser's complaints: refused content, uncaught errors, console errors and requests to
 * other origins.
 */
export class Complaints {
  readonly #heard: string[] = [];
  readonly #announced: RegExp[] = [];

  /** Allows complaints that match; call it before they can occur. */
  expect(...patterns: RegExp[]): void {
    this.#announced.push(...patterns);
  }

  async listenTo(context: BrowserContext, origin: string): Promise<void> {
    await context.exposeBinding('reportViolation', (_source, text: string) => {
      this.#heard.push(text);
    });
    await context.addInitScript(() => {
      document.addEventListener(
        'securitypolicyviolation',
        ({ violatedDirective, blockedURI, sample }) => {
          const { reportViolation } = window as unknown as Reporter;
          reportViolation(`policy violation: ${violatedDirective} ${blockedURI} ${sample}`);
        },
      );
    });
    context.on('request', (request) => {
      if (!/^(data|blob):/.test(request.url()) && new URL(request.url()).origin !== origin) {
        this.#heard.push(`request to another origin: ${request.url()}`);
      }
    });
    context.on('weberror', (error) => this.#heard.push(`uncaught: ${String(error.error())}`));
    context.on('console', (message) => {
      if (message.type() === 'error')
        this.#heard.push(`console: ${message.text()} (${message.location().url})`);
    });
  }

  assertNone(): void {
    const surprising = this.#heard.filter(
      (text) => !this.#announced.some((pattern) => pattern.test(text)),
    );
    expect(surprising, 'complaints of the browser').toEqual([]);
  }
}

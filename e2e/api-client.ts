import { randomUUID } from 'node:crypto';
import type * as z from 'zod/mini';
import { loginAnswer } from '#contract/centre/auth.ts';
import type { Role } from '#contract/roles.ts';
import { demoEmail, DEMO_PASSWORD } from '#scripts/demo-accounts.ts';

/** Calls the API with the rights of one session and checks answers against the contract. */
export class ApiClient {
  readonly #origin: string;
  readonly #token: string;

  /** Without a token it has the rights of a stranger. */
  constructor(origin: string, token = '') {
    this.#origin = origin;
    this.#token = token;
  }

  static async signIn(origin: string, role: Role, password = DEMO_PASSWORD): Promise<ApiClient> {
    const { token } = await new ApiClient(origin).post(
      '/auth/login',
      { email: demoEmail(role), password },
      loginAnswer,
    );
    return new ApiClient(origin, token);
  }

  get<Schema extends z.ZodMiniType>(path: string, schema: Schema) {
    return this.#send('GET', path, undefined, schema);
  }

  post<Schema extends z.ZodMiniType>(path: string, body: unknown, schema: Schema) {
    return this.#send('POST', path, body, schema);
  }

  put<Schema extends z.ZodMiniType>(path: string, body: unknown, schema: Schema) {
    return this.#send('PUT', path, body, schema);
  }

  async #send<Schema extends z.ZodMiniType>(
    method: string,
    path: string,
    body: unknown,
    schema: Schema,
  ): Promise<z.output<Schema>> {
    const response = await fetch(`${this.#origin}/api${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
        ...(this.#token && { authorization: `Bearer ${this.#token}` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const answer: unknown = await response.json();
    if (!response.ok)
      throw new Error(`${method} ${path} answered ${response.status}: ${JSON.stringify(answer)}`);
    return schema.parse(answer);
  }
}

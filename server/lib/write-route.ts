import type { FastifyContextConfig, FastifyInstance, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import type { Action } from '#contract/roles.ts';
import type { Db } from '#server/db/client.ts';
import type { Api } from './api.ts';
import { responses } from './response-schemas.ts';
import { writeOnce, type Written } from './write.ts';
import { writerOf, type Writer } from './writer.ts';

/** A request whose path and body the schemas of its route have read. */
export type Sent<Params extends z.ZodMiniType, Body extends z.ZodMiniType> = FastifyRequest<{
  Params: z.output<Params>;
  Body: z.output<Body>;
}>;

type WriteRoute<
  Answer extends z.ZodMiniType,
  Params extends z.ZodMiniType,
  Body extends z.ZodMiniType,
  Prepared,
> = {
  method: 'POST' | 'PUT';
  path: string;
  /** The rule of `contract/roles.ts` that the writer must satisfy. */
  action: Action;
  /** Other facts of the route, see `server/http/access.ts`. */
  config?: Omit<FastifyContextConfig, 'action'>;
  params?: Params;
  body?: Body;
  /** The status of a write that is saved, and the schema of its answer. */
  status: number;
  answer: Answer;
  /** Slow work before the transaction; skipped for a repeated key. */
  prepare?: (request: Sent<Params, Body>) => Promise<Prepared>;
  /** May run more than once, so it changes only what the writer's transaction can roll back. */
  work: (
    writer: Writer,
    request: Sent<Params, Body>,
    prepared: Prepared,
  ) => Promise<Written<z.input<Answer>>>;
  /** The stored answer for a repeated key, for answers with a secret that must not be kept. */
  stored?: (answer: z.input<Answer>) => z.input<Answer>;
};

/** A route that writes: its rule, its schemas, and the work that `writeOnce` does for it. */
export function writeRoute<
  Answer extends z.ZodMiniType,
  Params extends z.ZodMiniType = z.ZodMiniUnknown,
  Body extends z.ZodMiniType = z.ZodMiniUnknown,
  Prepared = undefined,
>(api: Api, db: Db, route: WriteRoute<Answer, Params, Body, Prepared>): void {
  const { method, path, action, config, params, body, status, answer } = route;
  const { prepare, work, stored } = route;
  // Without the types that Fastify infers from schemas, because here the schemas are type
  // parameters, from which it infers nothing.
  const untyped = api as unknown as FastifyInstance;
  untyped.route<{ Params: z.output<Params>; Body: z.output<Body> }>({
    method,
    url: path,
    config: { ...config, action },
    schema: {
      ...(params && { params }),
      ...(body && { body }),
      response: responses(status, answer),
    },
    handler: (request, reply) =>
      writeOnce<z.input<Answer>, Prepared>(db, request, reply, {
        status,
        ...(prepare && { prepare: () => prepare(request) }),
        work: (tx, prepared) => work(writerOf(request, tx), request, prepared),
        ...(stored && { stored }),
      }),
  });
}

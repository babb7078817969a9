import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, FastifySchema, RouteOptions } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { VERSION } from '#contract/version.ts';
import { addExamples } from './api-examples.ts';
import { needsKey } from './idempotency.ts';

const PATH = '/api/docs';
/** Swagger UI inserts one `<style>` of its own, whose hash this is. */
const UI_STYLE = "'sha256-RL3ie0nH+Lzz2YNqQN83mnU0J1ot4QL7b99vMdIX99w='";
const UI_POLICY = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': `'self' ${UI_STYLE}`,
  'img-src': "'self' data:",
  'connect-src': "'self'",
  'base-uri': "'none'",
  'frame-ancestors': "'none'",
};

const idempotencyKey = {
  type: 'object',
  required: ['idempotency-key'],
  properties: {
    'idempotency-key': {
      type: 'string',
      minLength: 8,
      maxLength: 100,
      description:
        'Chosen by the sender, new for each write. A repeated key is answered again and the write not done again.',
    },
  },
} as const;

const description = `The API of BranchDesk. Errors are \`{ error, code, fields? }\`, in the language of Accept-Language (en, lo).
Lists answer a bare array; the count of all rows is in the x-total-count header.`;

/**
 * Runs in the page of the documents, as the text of this function, and reads them with the session
 * of the person who is signed in on the device.
 */
const asSignedIn = <Sent extends { headers?: object }>(request: Sent): Sent => {
  const token = localStorage.getItem('token');
  if (token !== null) Object.assign(request.headers ?? {}, { Authorization: `Bearer ${token}` });
  return request;
};

/** Adds the parts that all routes share: the access rule, and the key of a write. */
function describe(schema: FastifySchema, { method, config = {} }: RouteOptions): FastifySchema {
  const secured = config.action
    ? { security: [{ session: [] }], summary: `Needs the right ${config.action}` }
    : { security: [] };
  return {
    ...secured,
    ...schema,
    ...(needsKey(String(method), config) ? { headers: idempotencyKey } : {}),
  };
}

/**
 * OpenAPI 3.1 made from the schemas of the contract, for admins: at `/api/docs` to be read, at
 * `/api/docs/json` and `/yaml` as a file. The page itself says nothing and sends no writes.
 */
export async function addApiDocs(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'BranchDesk', version: VERSION, description },
      components: { securitySchemes: { session: { type: 'http', scheme: 'bearer' } } },
    },
    transform: (route) => {
      const { schema, url } = jsonSchemaTransform(route);
      for (const part of [schema?.body, schema?.querystring, schema?.params])
        if (part) addExamples(part, url);
      return { schema: describe(schema, route.route), url };
    },
  });
  await app.register(async (docs) => {
    docs.addHook('onRoute', (route) => {
      const isDocument = [`${PATH}/json`, `${PATH}/yaml`].includes(route.url);
      route.config = isDocument
        ? { ...route.config, action: 'api-docs:read' }
        : { ...route.config, public: true };
    });
    await docs.register(swaggerUi, {
      routePrefix: PATH,
      staticCSP: UI_POLICY,
      uiConfig: {
        validatorUrl: null,
        supportedSubmitMethods: [],
        requestInterceptor: asSignedIn,
      },
    });
  });
}

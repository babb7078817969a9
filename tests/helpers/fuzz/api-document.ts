import type { Client } from '#tests/helpers/test-server.ts';

/** A JSON schema of the API document, with what server/http/api-examples.ts adds to it. */
export type JsonSchema = {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  pattern?: string;
  default?: unknown;
  examples?: unknown[];
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  additionalProperties?: JsonSchema | boolean;
  required?: string[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  'x-ids-from'?: string;
  'x-needed'?: true;
};

/** A route as the API document describes it. */
export type DescribedRoute = {
  /** `POST /rooms/:id`, as tests/server/routes.txt has it. */
  name: string;
  method: 'GET' | 'POST' | 'PUT';
  path: string;
  params: Record<string, JsonSchema>;
  query: JsonSchema;
  body: JsonSchema | undefined;
  example: unknown;
  isPublic: boolean;
};

type Parameter = {
  name: string;
  in: string;
  required?: boolean;
  schema: JsonSchema;
  example?: unknown;
  examples?: Record<string, { value: unknown }>;
};
type Operation = {
  parameters?: Parameter[];
  requestBody?: {
    content: Record<string, { schema: JsonSchema; example?: unknown } | undefined>;
  };
  security?: unknown[];
};

/** The schema of a parameter, with the example that the document keeps beside it. */
function withExample({ schema, example, examples = {} }: Parameter): JsonSchema {
  const [first] = Object.values(examples).map(({ value }) => value);
  const found = example ?? first;
  return found === undefined ? schema : { ...schema, examples: [found] };
}

/** Reads the API document; `client` is of an admin or a superadmin. */
export async function readApiDocument(client: Client): Promise<DescribedRoute[]> {
  const { paths } = (await client.get('/docs/json')).json<{
    paths: Record<string, Record<string, Operation>>;
  }>();
  return Object.entries(paths).flatMap(([url, operations]) =>
    Object.entries(operations).map(([verb, operation]): DescribedRoute => {
      const path = url.replace(/^\/api/, '').replaceAll(/\{(\w+)\}/g, ':$1');
      const method = verb.toUpperCase() as DescribedRoute['method'];
      const parameters = operation.parameters ?? [];
      const query = parameters.filter((one) => one.in === 'query');
      const json = operation.requestBody?.content['application/json'];
      return {
        name: `${method} ${path}`,
        method,
        path,
        params: Object.fromEntries(
          parameters.filter((one) => one.in === 'path').map(({ name, schema }) => [name, schema]),
        ),
        query: {
          type: 'object',
          properties: Object.fromEntries(query.map((one) => [one.name, withExample(one)])),
          required: query.filter(({ required }) => required).map(({ name }) => name),
        },
        body: json?.schema,
        example: json?.example,
        isPublic: operation.security?.length === 0,
      };
    }),
  );
}

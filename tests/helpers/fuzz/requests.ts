import type { Answer, Client } from '#tests/helpers/test-server.ts';
import type { DescribedRoute } from './api-document.ts';
import { fitting, goodValue, type Maker } from './good-values.ts';
import type { Arranged } from './stage.ts';

/** A request in parts, so that each of them can be changed. */
export type FuzzRequest = {
  path: Record<string, string>;
  query: Record<string, unknown>;
  body: unknown;
  headers: Record<string, string>;
};

/** The address of a request. */
export function addressOfRequest({ path }: DescribedRoute, request: FuzzRequest): string {
  const filled = path.replaceAll(/:(\w+)/g, (_all, name: string) =>
    encodeURIComponent(request.path[name] ?? ''),
  );
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(request.query))
    for (const one of Array.isArray(value) ? value : [value])
      query.append(
        name,
        one !== null && typeof one === 'object' ? JSON.stringify(one) : String(one),
      );
  return query.size === 0 ? filled : `${filled}?${query.toString()}`;
}

/** Sends a request; a stream that never ends is cut when its head has come. */
export async function sendRequest(
  client: Client,
  route: DescribedRoute,
  request: FuzzRequest,
): Promise<Answer> {
  const { body, headers } = request;
  const isRaw = Buffer.isBuffer(body) || typeof body === 'string';
  const payload = body === undefined ? {} : { payload: isRaw ? body : JSON.stringify(body) };
  const json = body === undefined || isRaw ? {} : { 'content-type': 'application/json' };
  const isStream = route.path === '/events';
  const answer = await client.send(route.method, addressOfRequest(route, request), {
    ...payload,
    headers: { ...json, ...headers },
    ...(isStream ? { payloadAsStream: true } : {}),
  });
  if (isStream) answer.stream().destroy();
  return answer;
}

/** The request that a route should answer well, from the API document and what was arranged. */
export async function goodRequest(
  route: DescribedRoute,
  arranged: Arranged,
  maker: Maker,
  reader: Client,
): Promise<FuzzRequest> {
  const path = Object.fromEntries(
    Object.entries(route.params).map(([name, schema]) => {
      const [list = ''] = route.path.split(`/:${name}`);
      return [name, maker.idsFrom(list) ?? String(goodValue(schema, maker))];
    }),
  );
  const request: FuzzRequest = {
    path: { ...path, ...arranged.path },
    query: { ...(goodValue(route.query, maker) as object), ...arranged.query },
    body: arranged.body,
    headers: arranged.headers ?? {},
  };
  if (route.body === undefined || Buffer.isBuffer(arranged.body) || arranged.isWhole)
    return request;
  let good = route.example ?? goodValue(route.body, maker);
  if (route.method === 'PUT') {
    // A record is changed as a form does it: read, then sent back.
    const read = await reader.get(addressOfRequest(route, { ...request, query: {} }));
    if (read.statusCode === 200) good = fitting(route.body, read.json());
  }
  return { ...request, body: { ...(good as object), ...arranged.body } };
}

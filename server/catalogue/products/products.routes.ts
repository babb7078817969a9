import {
  nextSku,
  nextSkuQuery,
  products,
  productsQuery,
  type ProductInput,
} from '#contract/stock/products.ts';
import type { Tx } from '#server/db/client.ts';
import type { Api, Services } from '#server/lib/api.ts';
import { createRoute, readRoute, replaceRoute } from '#server/lib/crud.ts';
import { listRoute } from '#server/lib/list.ts';
import { takeLocks } from '#server/lib/locks.ts';
import { responses } from '#server/lib/response-schemas.ts';
import { lockCourses } from './course-products.ts';
import {
  checkProduct,
  productFilter,
  productSource,
  storeParts,
  suggestSku,
} from './products.service.ts';

const writing = {
  ...productSource,
  lockFirst: async (tx: Tx, input: ProductInput, _id: string | undefined) => {
    await takeLocks(tx, { changesProducts: true });
    await lockCourses(tx, _id, input.courses);
  },
  check: checkProduct,
  store: storeParts,
};

/** The products of the centre; one list for all branches. */
export function productRoutes(api: Api, { db }: Services): void {
  const schema = { querystring: nextSkuQuery, response: responses(200, nextSku) };
  api.get(
    '/products/next-sku',
    { config: { action: products.write }, schema },
    async (request) => ({ sku: await suggestSku(db, request.query.categoryId) }),
  );

  listRoute(api, db, products, {
    ...productSource,
    query: productsQuery,
    filter: productFilter,
    order: [productSource.table.sku],
  });
  readRoute(api, db, products, productSource);
  createRoute(api, db, products, writing);
  replaceRoute(api, db, products, writing);
}

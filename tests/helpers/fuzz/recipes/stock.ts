import { addProducts } from '#tests/helpers/stock.ts';
import type { Recipes, Stage } from '#tests/helpers/fuzz/stage.ts';

const category = ({ one }: Stage) => one('select id from product_categories limit 1');
const draft = (stage: Stage) => ({
  fromBranchId: stage.vte,
  toBranchId: stage.lpb,
  lines: [{ productId: stage.bookId, quantity: 1 }],
});
const newTransfer = (stage: Stage) => stage.added('/stock-transfers', draft(stage));
async function sent(stage: Stage) {
  const { _id, version } = await newTransfer(stage);
  const row = await stage.added(`/stock-transfers/${_id}/send`, { version });
  return { path: { id: _id }, body: { version: row.version } };
}
async function count(stage: Stage) {
  const { categoryId, ids } = await addProducts(stage.db, 2);
  const { _id } = await stage.added('/stock-counts', { branchId: stage.vte, categoryId });
  return { id: _id, productId: String(ids[0]) };
}

export const stockRecipes: Recipes = {
  'GET /products/next-sku': async (stage) => ({ query: { categoryId: await category(stage) } }),
  'POST /products': async (stage) => ({
    body: { categoryId: await category(stage), sku: `NEW-${stage.number()}` },
  }),
  'PUT /products/:id': (stage) => ({ path: { id: stage.bookId } }),
  'POST /product-categories': (stage) => ({ body: { code: `PC-${stage.number()}` } }),
  'POST /stock-movements': (stage) => ({ body: { productId: stage.bookId, type: 'loss' } }),
  'POST /deliveries/:id/take-back': async (stage) => {
    const lines = [{ productId: stage.bookId, quantity: 5 }];
    const body = { branchId: stage.vte, supplier: 'Lao Books', lines };
    return { path: { id: (await stage.added('/deliveries', body))._id } };
  },
  'POST /stock-counts': async (stage) => ({
    body: { categoryId: (await addProducts(stage.db, 2)).categoryId },
  }),
  'PUT /stock-counts/:id/lines/:productId': async (stage) => ({
    path: await count(stage),
    body: { counted: 3 },
    isWhole: true,
  }),
  'POST /stock-counts/:id/finish': async (stage) => {
    const { id, productId } = await count(stage);
    await stage.owner.put(`/stock-counts/${id}/lines/${productId}`, { counted: 0 });
    return { path: { id } };
  },
  'POST /stock-counts/:id/cancel': async (stage) => ({ path: { id: (await count(stage)).id } }),
  'POST /stock-transfers': (stage) => ({ body: draft(stage) }),
  'PUT /stock-transfers/:id': async (stage) => ({ path: { id: (await newTransfer(stage))._id } }),
  'POST /stock-transfers/:id/send': async (stage) => ({
    path: { id: (await newTransfer(stage))._id },
  }),
  'POST /stock-transfers/:id/cancel': async (stage) => ({
    path: { id: (await newTransfer(stage))._id },
  }),
  'POST /stock-transfers/:id/call-back': async (stage) => {
    const asked = await sent(stage);
    return { ...asked, body: { ...asked.body, reason: 'the wrong books' } };
  },
  'POST /stock-transfers/:id/receive': sent,
};

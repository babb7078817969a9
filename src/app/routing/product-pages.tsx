import { useSearchParams } from 'react-router-dom';
import { loadWords } from '#src/lib/text/i18n.ts';
import { onDemand } from './on-demand.tsx';

const Labels = onDemand(async () => {
  const [{ LabelsPage }] = await Promise.all([
    import('#src/features/products/labels/labels-page.tsx'),
    loadWords('products'),
  ]);
  return LabelsPage;
});
const List = onDemand(async () => {
  const [{ ProductListPage }] = await Promise.all([
    import('#src/features/products/product-list-page.tsx'),
    loadWords('products'),
  ]);
  return ProductListPage;
});

const hasLabels = (params: URLSearchParams) => params.has('labels');

function Pages() {
  return hasLabels(useSearchParams()[0]) ? <Labels /> : <List />;
}

/**
 * The list of products, or the labels of those in the address; fetches only the page that is shown.
 */
export async function loadProductPages() {
  await (hasLabels(new URLSearchParams(window.location.search)) ? Labels.load() : List.load());
  return Pages;
}

import type { BrowserContext, Page } from '@playwright/test';

/**
 * A page with a list and a search box from the same server. It writes the whole table as one string
 * from each answer, in system fonts, so its time is the share of the machine and the browser.
 */
const markup = `<!doctype html><html lang="en"><meta charset="utf-8"><title>A bare list</title>
<style>body { font: 13px sans-serif } table { width: 100%; table-layout: fixed } td { height: 36px }</style>
<main><h1>Students</h1><input type="search"><div><table><tbody></tbody></table></div></main></html>`;

type Row = Record<
  | '_id'
  | 'firstName'
  | 'lastName'
  | 'firstNameEn'
  | 'lastNameEn'
  | 'status'
  | 'phone'
  | 'dateOfBirth'
  | 'homeBranchId'
  | 'studentCode',
  string | null
>;

/** Runs in the page, so it can use nothing from this module. */
function searchAsYouType(token: string): void {
  const box = document.querySelector('input');
  const body = document.querySelector('tbody');
  if (!box || !body) return;
  const cells = (row: Row) =>
    [row.status, row.phone, row.dateOfBirth, row.homeBranchId?.slice(0, 8), row.studentCode]
      .map((word) => `<td>${word ?? ''}</td>`)
      .join('');
  const show = async () => {
    const query = new URLSearchParams({
      sort: 'firstName',
      pageSize: '50',
      count: 'false',
      search: box.value,
    });
    const answer = await fetch(`/api/students?${query}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const rows = (await answer.json()) as Row[];
    body.innerHTML = rows
      .map(
        (row) =>
          `<tr><td><a href="#${row._id}">${row.firstName} ${row.lastName}</a> ${row.firstNameEn} ${row.lastNameEn}</td>${cells(row)}</tr>`,
      )
      .join('');
  };
  // Escape empties a search box, and that raises an input event too.
  box.addEventListener('input', () => void show());
  void show();
}

/** Opens the bare list as one of the pages of `origin`. */
export async function openBareSearch(
  context: BrowserContext,
  origin: string,
  token: string,
): Promise<Page> {
  const page = await context.newPage();
  await page.addInitScript('globalThis.__name = (value) => value');
  await page.route(
    `${origin}/bare-search.html`,
    (route) => route.fulfill({ contentType: 'text/html', body: markup }),
    { times: 1 },
  );
  await page.goto(`${origin}/bare-search.html`);
  await page.evaluate(searchAsYouType, token);
  return page;
}

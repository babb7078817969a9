import type { Stage } from './scene.ts';

// How the scenes at the desk act; the desk has its parts beside each other from this width on.
export const DESK = { width: 800, height: 1180 } as const;

/** Types a name at the desk and chooses the person with it. */
export async function chooseFamily({ page, t }: Stage, name: string): Promise<void> {
  await page.getByRole('combobox', { name: t('desk:who.find') }).fill(name);
  await page.getByRole('option').filter({ hasText: /ST-\d/ }).first().click();
}

/** Presses the card of the first class whose code begins so. */
export async function chooseClass({ page }: Stage, code: string): Promise<void> {
  const card = page.getByRole('button', { name: new RegExp(` ${code}-`) }).first();
  await card.click();
}

/** The part of the desk with this name: who, what, or pay. */
export const zone = ({ page }: Stage, name: 'who' | 'what' | 'pay') =>
  page.locator(`[data-zone="${name}"]`).first();

const totalBar = ({ page, t }: Stage) => page.getByRole('region', { name: t('desk:bar.title') });

/** The field for what the family gives. */
export const tendered = ({ page, t }: Stage) =>
  page.getByRole('textbox', { name: t('payment:tendered') }).last();

/** Presses a way to pay in the bar, and types the sum that the family gives. */
export async function pay(stage: Stage, method: 'cash', sum?: string): Promise<void> {
  const way = stage.t(`payment:method.${method}`);
  await totalBar(stage).getByRole('button', { name: way }).click();
  if (sum !== undefined) await tendered(stage).fill(sum);
}

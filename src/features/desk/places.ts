/** Ids of the places of the desk that the focus is led to. */
export const ACT_ID = 'desk-act';
export const METHODS_ID = 'desk-methods';
export const BUYER_ID = 'desk-buyer';
export const LINE_ID = 'desk-line-fields';
export const LINE_DONE_ID = 'desk-line-done';
export const WHO_ID = 'desk-find-who';
export const WHAT_ID = 'desk-find-what';

/** The steps of a visit; on a phone one of them is shown at a time. */
export const steps = ['who', 'what', 'pay'] as const;
export type DeskStep = (typeof steps)[number];

/** The step in which a place stands. */
export const deskStepOf = (id: string): DeskStep =>
  id === WHO_ID || id === BUYER_ID ? 'who' : id === METHODS_ID || id === ACT_ID ? 'pay' : 'what';

/** Leads the focus to a place of the desk, or to the first control in it. */
export function leadTo(id: string): void {
  const place = document.getElementById(id);
  const control = place?.matches('input, button')
    ? place
    : place?.querySelector<HTMLElement>('input:enabled, button:enabled');
  control?.focus();
  control?.scrollIntoView({ block: 'nearest' });
}

/** Leads the focus to the first field of a place that is wrong or still empty. */
export function leadToWrong(id: string): void {
  document
    .querySelector<HTMLElement>(`#${id} :is([aria-invalid=true], :required:invalid)`)
    ?.focus();
}

import type { Page } from '@playwright/test';

type Marks = { framesNoted?: number[] };

export const middle = (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
export const most = (values: number[]) => Math.max(0, ...values);

/** Starts recording every frame of a page. */
export async function noteFrames(page: Page): Promise<void> {
  await page.evaluate(() => {
    const marks: Marks = window as Marks;
    const frames: number[] = [];
    marks.framesNoted = frames;
    const note = (at: number) => {
      if (marks.framesNoted !== frames) return;
      frames.push(at);
      requestAnimationFrame(note);
    };
    requestAnimationFrame(note);
  });
}

/**
 * The longest gap between two recorded frames, in whole milliseconds. Three screen refreshes are 50
 * ms; rounding removes the up to 0.1 ms that the page's clock adds.
 */
export async function longestGap(page: Page): Promise<number> {
  const frames = await page.evaluate(() => {
    const marks: Marks = window as Marks;
    const noted = marks.framesNoted ?? [];
    delete marks.framesNoted;
    return noted;
  });
  return Math.round(most(frames.slice(1).map((at, index) => at - (frames[index] ?? at))));
}

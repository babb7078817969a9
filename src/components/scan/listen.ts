import { flushSync } from 'react-dom';
import { token } from '#src/lib/session/session.ts';
import { say } from '#src/lib/text/i18n.ts';
import { showToast } from '#src/lib/toast.ts';
import { beforeScan, digitsBox, isSecret, restoreBox, textBox, type Before } from './text-box.ts';
import { OUTSIDE, wedgeReader } from './wedge-reader.ts';

/** Keys of the page; in the middle of a code they are part of it. */
const PAGE_KEYS: ReadonlySet<string> = new Set(['/', '?', ' ']);

const take = wedgeReader();
/** The boxes that each part of the burst was typed into, as they were before it. */
let parts: Before[][] = [[]];
let count = 0;
/** Acts of single keys, which wait until the keys turn out to be no code. */
let held: (() => void)[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;
let isWaiting = false;
let lastAt = Number.NEGATIVE_INFINITY;

function stop(event: KeyboardEvent): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** Does what waited for the end of the burst: the acts of its keys, or the code that has no end. */
function settle(): void {
  clearTimeout(timer);
  isWaiting = false;
  const acts = count < OUTSIDE.least ? held : [];
  held = [];
  // One after the other, because the second key is meant for the screen after the first.
  for (const act of acts) flushSync(act);
  const left = take.unended();
  if (left?.from !== undefined) takeCode(left.code, boxesOf(parts.slice(left.from)));
  else if (left) withScans((scans) => scans.takeUnended(left));
}

/** A box waits longer: its keys are most often typed, and a scan mostly has its end. */
const IN_BOX_MS = 400;

function waitForMore(ms = OUTSIDE.gap): void {
  clearTimeout(timer);
  isWaiting = true;
  // A busy page hears the timer and the keys late: keys that are due come before the second timer.
  timer = setTimeout(() => (timer = setTimeout(settle)), ms);
}

/**
 * Acts for a single key on the page. Waits until it is known that the key does not begin a code,
 * because `A` would confirm a slip when a card is scanned.
 */
export function afterBurst(act: () => void): void {
  held.push(act);
  waitForMore();
}

/** Fetched after the page, because no page needs it before its first scan. */
export const loadScans = () => import('./take-code.ts');

function withScans(act: (scans: Awaited<ReturnType<typeof loadScans>>) => void): void {
  loadScans().then(act, () => showToast('error', say('pageNotOnDevice')));
}

function takeCode(code: string, boxes: readonly Before[]): void {
  held = [];
  const kept = boxes.find(({ box }) => box.dataset['scan'] !== undefined);
  for (const before of boxes) if (before !== kept) restoreBox(before);
  withScans((scans) => scans.takeCode(code, kept));
}

/** The boxes as they were before the given parts of the burst. */
function boxesOf(burst: readonly Before[][]): Before[] {
  const firsts = new Map<Before['box'], Before>();
  for (const before of burst.flat()) if (!firsts.has(before.box)) firsts.set(before.box, before);
  return [...firsts.values()];
}

function onKey(event: KeyboardEvent): void {
  if (token() === null || isSecret(textBox(event.target))) return;
  if (isWaiting && event.timeStamp - lastAt > OUTSIDE.gap) settle();
  // In the middle of a burst a digit is part of it.
  const box = textBox(event.target) ?? (isWaiting ? undefined : digitsBox(event));
  lastAt = event.timeStamp;
  const reading = take(event, box !== undefined);
  if (reading.kind === 'first' || reading.kind === 'none') parts = [[]];
  if (reading.kind === 'first') count = 0;
  if (reading.kind === 'late') parts.push([]);
  if (reading.kind === 'none') settle();
  if (reading.kind === 'first' || reading.kind === 'more' || reading.kind === 'late') {
    if (event.key !== 'Shift') count += 1;
    waitForMore(box && IN_BOX_MS);
    const part = parts.at(-1);
    if (box && !part?.some((before) => before.box === box)) part?.push(beforeScan(box));
    if (!box && count > 1 && PAGE_KEYS.has(event.key)) stop(event);
  }
  if (reading.kind === 'code' || reading.kind === 'ended') stop(event);
  if (reading.kind === 'code') takeCode(reading.code, boxesOf(parts.slice(reading.from)));
}

let isListening = false;

/**
 * Listens for scanners from now on, on every page of a signed-in person. The page says so in
 * `data-scanner`, because a program that types like a scanner has to wait for it.
 */
export function listenForScans(): void {
  if (isListening) return;
  isListening = true;
  document.documentElement.dataset['scanner'] = 'on';
  window.addEventListener('keydown', onKey, true);
}

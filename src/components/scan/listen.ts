import { flushSync } from 'react-dom';
import { token } from '#src/lib/session/session.ts';
import { say } from '#src/lib/text/i18n.ts';
import { showToast } from '#src/lib/toast.ts';
import { beforeScan, isSecret, restore, textBox, type Before } from './text-box.ts';
import { OUTSIDE, wedgeReader } from './wedge-reader.ts';

/** Keys of the page; in the middle of a code they are part of it. */
const PAGE_KEYS: ReadonlySet<string> = new Set(['/', '?', ' ']);

const take = wedgeReader();
/** The boxes that the burst was typed into, as they were before. */
let boxes: Before[] = [];
let count = 0;
/** Acts of single keys, which wait until the keys turn out to be no code. */
let held: (() => void)[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

function stop(event: KeyboardEvent): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}

function runHeld(): void {
  clearTimeout(timer);
  const acts = count < OUTSIDE.least ? held : [];
  held = [];
  // One after the other, because the second key is meant for the screen after the first.
  for (const act of acts) flushSync(act);
}

function waitForMore(): void {
  clearTimeout(timer);
  timer = setTimeout(runHeld, OUTSIDE.gap);
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

function takeCode(code: string): void {
  held = [];
  const kept = boxes.find(({ box }) => box.dataset['scan'] !== undefined);
  for (const before of boxes) if (before !== kept) restore(before);
  loadScans().then(
    (scans) => scans.takeCode(code, kept),
    () => showToast('error', say('pageNotOnDevice')),
  );
}

function onKey(event: KeyboardEvent): void {
  const box = textBox(event.target);
  if (token() === null || isSecret(box)) return;
  const reading = take(event, box !== undefined);
  if (reading.kind === 'first' || reading.kind === 'none') boxes = [];
  if (reading.kind === 'first') count = 0;
  if (reading.kind === 'none') runHeld();
  if (reading.kind === 'first' || reading.kind === 'more') {
    if (event.key !== 'Shift') count += 1;
    if (held.length > 0) waitForMore();
    if (box && !boxes.some((before) => before.box === box)) boxes.push(beforeScan(box));
    if (!box && count > 1 && PAGE_KEYS.has(event.key)) stop(event);
  }
  if (reading.kind === 'code' || reading.kind === 'ended') stop(event);
  if (reading.kind === 'code') takeCode(reading.code);
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

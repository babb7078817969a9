import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react';
import { codeDetector } from './code-detector.ts';

/** The state of the camera, or the reason why it cannot read. */
export type CameraState = 'starting' | 'reading' | 'insecure' | 'refused' | 'missing' | 'noReader';

const BETWEEN_PICTURES_MS = 120;
/** A code that was out of sight for this long counts again, as another copy of the same book. */
const OUT_OF_SIGHT_MS = 1000;

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Shows the rear camera in `video` until `signal` aborts. */
async function show(video: HTMLVideoElement, signal: AbortSignal): Promise<CameraState> {
  // Browsers allow cameras over HTTPS only.
  if (!('mediaDevices' in navigator)) return 'insecure';
  try {
    const stream = await navigator.mediaDevices.getUserMedia({
      video: { facingMode: 'environment' },
    });
    const stop = () => {
      for (const track of stream.getTracks()) track.stop();
    };
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop);
    video.srcObject = stream;
    await video.play();
    return 'starting';
  } catch (error) {
    return error instanceof DOMException && error.name === 'NotAllowedError'
      ? 'refused'
      : 'missing';
  }
}

/** Reads frame after frame, and reports each code once while it stays in sight. */
async function readAll(
  video: HTMLVideoElement,
  signal: AbortSignal,
  onCode: (code: string) => void,
): Promise<void> {
  const detector = await codeDetector();
  let seen = '';
  let seenAt = 0;
  while (!signal.aborted) {
    const [found] = await detector.detect(video);
    if (signal.aborted) return;
    if (found) {
      if (found.rawValue !== seen || performance.now() - seenAt > OUT_OF_SIGHT_MS)
        onCode(found.rawValue);
      seen = found.rawValue;
      seenAt = performance.now();
    }
    await wait(BETWEEN_PICTURES_MS);
  }
}

/** Reads codes with the camera while it is mounted. */
export function useCamera(onCode: (code: string) => void): {
  video: RefObject<HTMLVideoElement | null>;
  state: CameraState;
} {
  const video = useRef<HTMLVideoElement>(null);
  const [state, setState] = useState<CameraState>('starting');
  const found = useEffectEvent(onCode);
  useEffect(() => {
    const stop = new AbortController();
    const run = async (element: HTMLVideoElement) => {
      const shown = await show(element, stop.signal);
      if (stop.signal.aborted) return;
      if (shown !== 'starting') return setState(shown);
      setState('reading');
      await readAll(element, stop.signal, (code) => found(code)).catch(() => {
        if (!stop.signal.aborted) setState('noReader');
      });
    };
    if (video.current) void run(video.current);
    return () => stop.abort();
  }, []);
  return { video, state };
}

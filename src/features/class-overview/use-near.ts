import { useEffect, useRef, useState, type RefObject } from 'react';

/** So far beyond what is in sight, in pixels, is drawn as well: it is there when it is scrolled to. */
const AHEAD = 300;

const groupIn = (root: Element, id: string) => root.querySelector(`[data-group="${id}"]`);

/**
 * Which groups of something wide to draw: those in sight and near it, one more a frame, so that no frame takes long; and
 * none that were left behind, unless the focus is in them. `undefined` is all of them, where they are few. With another
 * `key` there are other groups.
 */
export function useNear(box: RefObject<HTMLElement | null>, key: string, isLong: boolean): { near: ReadonlySet<string> | undefined; isBusy: boolean } {
  const [state, setState] = useState<{ near: ReadonlySet<string>; isBusy: boolean }>({ near: new Set(), isBusy: true });
  const drawn = useRef(new Set<string>());
  useEffect(() => {
    const root = box.current;
    if (!isLong || !root) return undefined;
    const wanted = new Set<string>();
    let frame = 0;
    const isLeft = (id: string) => !wanted.has(id) && groupIn(root, id)?.contains(document.activeElement) !== true;
    const step = () => {
      const next = [...wanted].find((id) => !drawn.current.has(id));
      const left = next === undefined ? [...drawn.current].find(isLeft) : undefined;
      if (next !== undefined) drawn.current.add(next);
      if (left !== undefined) drawn.current.delete(left);
      const isDone = next === undefined && left === undefined;
      setState({ near: new Set(drawn.current), isBusy: !isDone });
      frame = isDone ? 0 : requestAnimationFrame(step);
    };
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          const id = (target as HTMLElement).dataset['group'] ?? '';
          if (isIntersecting) wanted.add(id);
          else wanted.delete(id);
        }
        if (frame === 0) frame = requestAnimationFrame(step);
      },
      { root, rootMargin: `0px ${AHEAD}px` },
    );
    for (const group of root.querySelectorAll('[data-group]')) observer.observe(group);
    return () => {
      observer.disconnect();
      cancelAnimationFrame(frame);
    };
  }, [box, key, isLong]);
  return isLong ? state : { near: undefined, isBusy: false };
}

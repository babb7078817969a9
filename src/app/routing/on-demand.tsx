import { lazy, useState, type ComponentType } from 'react';

/**
 * A component that is fetched when it is first shown. If `load` has fetched it already, it is drawn
 * at once: after a placeholder, React would hold the real content back for 300 ms.
 */
export function onDemand<Props extends object>(fetchPart: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | undefined;
  const load = async () => (loaded = await fetchPart());
  const Lazy = lazy(async () => ({ default: await load() }));
  function OnDemand(props: Props) {
    // Chosen once, because switching between the two would remount the part.
    const [Part] = useState(() => loaded ?? Lazy);
    return <Part {...props} />;
  }
  return Object.assign(OnDemand, { load });
}

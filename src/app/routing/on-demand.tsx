import { lazy, useState, type ComponentType } from 'react';

/**
 * A component that is fetched when it is first shown. One that was asked for with `load` and is
 * there by then is drawn at once: wherever React has drawn a placeholder, it holds the real thing
 * back for 300 ms.
 */
export function onDemand<Props extends object>(fetchPart: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | undefined;
  const load = async () => (loaded = await fetchPart());
  const Lazy = lazy(async () => ({ default: await load() }));
  function OnDemand(props: Props) {
    // Chosen once: changing from one to the other would begin the part anew.
    const [Part] = useState(() => loaded ?? Lazy);
    return <Part {...props} />;
  }
  return Object.assign(OnDemand, { load });
}
